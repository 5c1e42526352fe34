/* The input of the console: reads lines from a file descriptor, and parses a line. */
#ifndef ADAPTERS_CONSOLE_INPUT_H
#define ADAPTERS_CONSOLE_INPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* the most bytes of a line; no message of a chat platform is longer */
#define CON_LINE_SIZE 70000

/* Reads lines. The caller can wait with poll() until `fd` is readable. */
struct con_line_reader {
	int fd;
	bool end;      /* the input has ended */
	bool skipping; /* a line was too long, so its bytes up to the newline are skipped */
	size_t begin, used;
	char bytes[CON_LINE_SIZE];
};

enum con_line_state {
	CON_LINE,          /* a line was returned */
	CON_LINE_TOO_LONG, /* a line was skipped */
	CON_LINE_WAIT,     /* no whole line was read yet, so call con_line_reader_read first */
	CON_LINE_END,      /* there are no more lines */
};

void con_line_reader_init(struct con_line_reader *reader, int fd);

/* Calls read() once, which blocks until the descriptor is readable. */
void con_line_reader_read(struct con_line_reader *reader);

/*
 * Returns the next line without its newline. The line lives until the next call of this function or
 * of con_line_reader_read.
 */
enum con_line_state con_line_reader_next(struct con_line_reader *reader, char **line);

#define CON_NAME_MAX 32 /* the most bytes of a person's or a room's name */

enum con_input_kind {
	CON_INPUT_NOTHING,    /* an empty line or a comment */
	CON_INPUT_IN_ROOM,    /* a person says something in the room */
	CON_INPUT_IN_PRIVATE, /* a person says something to the bot in private */
	CON_INPUT_COMMAND,    /* a command of the console: `text` is its name, without the / */
	CON_INPUT_UNCLEAR,    /* the console does not understand the line */
};

struct con_input {
	enum con_input_kind kind;
	const char *name;     /* name of the person */
	const char *text;     /* what the person says, or the name of the command */
	const char *argument; /* what follows the name of the command */
	/*
	 * the line is a reply to the `back`th last private message to the person; 0 if the line is
	 * no reply
	 */
	unsigned back;
};

/* Parses a line. Writes NULs into the line, because the texts of `input` are parts of the line. */
void con_input_parse(char *line, struct con_input *input);

/*
 * Whether the text can be the name of a person or a room. Names have only letters, digits, _ and -.
 */
bool con_input_is_name(const char *text);

/*
 * Converts a text such as 90s, 30m, 24h or 7d to milliseconds. Returns false if the text has
 * another form.
 */
bool con_input_duration(const char *text, int64_t *ms);

/*
 * Returns the text with each @name replaced by a user id, as a chat client does with mentions. The
 * caller frees the result.
 */
char *con_input_with_ids(const char *text);

#endif
