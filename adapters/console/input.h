/* What a line typed into the console means. */
#ifndef CONSOLE_INPUT_H
#define CONSOLE_INPUT_H

#include <stdbool.h>
#include <stdint.h>

#define CON_NAME_MAX 32 /* bytes of a person's or a room's name */

enum con_input_kind {
	CON_NOTHING, /* empty, or a comment */
	CON_SAID,    /* in the room */
	CON_TOLD,    /* to the bot in private */
	CON_ORDER,   /* to the console: text is the word behind the /, argument the rest */
	CON_UNCLEAR,
};

/* The strings are parts of the line. */
struct con_input {
	enum con_input_kind kind;
	const char *name;
	const char *text;
	const char *argument;
	unsigned back; /* replies to the private message that many before; 0: to none */
};

/* Cuts the line into its parts. */
void con_input_parse(char *line, struct con_input *input);

/* Whether it may name a person or a room: letters, digits, _ and - only. */
bool con_is_name(const char *text);

/* 90s, 30m, 24h, 7d as milliseconds. */
bool con_parse_duration(const char *text, int64_t *ms);

/*
 * The text with each @name made an id, as a chat client does with who is mentioned; for the
 * caller to free, NULL when there is no memory.
 */
char *con_with_ids(const char *text);

#endif
