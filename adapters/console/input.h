/* Parses a line of the console. */
#ifndef CONSOLE_INPUT_H
#define CONSOLE_INPUT_H

#include <stdbool.h>
#include <stdint.h>

#define CON_NAME_MAX 32 /* the most bytes of a person's or a room's name */

enum con_input_kind {
	CON_INPUT_NOTHING,    /* an empty line or a comment */
	CON_INPUT_IN_ROOM,    /* a person says something in the room */
	CON_INPUT_IN_PRIVATE, /* a person says something to the bot in private */
	CON_INPUT_COMMAND,    /* a command of the console: `text` is its name, without the / */
	CON_INPUT_UNCLEAR,
};

/* The strings are parts of the line. */
struct con_input {
	enum con_input_kind kind;
	const char *name;     /* of the person */
	const char *text;     /* what the person says, or the name of the command */
	const char *argument; /* of the command */
	unsigned back; /* the person replies to their `back`th last private message; 0: no reply */
};

/* Splits the line, which it changes. */
void con_input_parse(char *line, struct con_input *input);

/* Whether the text can be the name of a person or a room: only letters, digits, _ and -. */
bool con_input_is_name(const char *text);

/* Converts 90s, 30m, 24h or 7d to milliseconds. Returns false for another text. */
bool con_input_duration(const char *text, int64_t *ms);

/*
 * Returns the text with each @name replaced by a user id, as a chat client does with mentions. The
 * caller frees the result; NULL: no memory.
 */
char *con_input_with_ids(const char *text);

#endif
