/* Reads lines from a file descriptor. The caller can wait for the descriptor with poll(). */
#ifndef CONSOLE_LINE_READER_H
#define CONSOLE_LINE_READER_H

#include <stdbool.h>
#include <stddef.h>

#define CON_LINE_SIZE 70000 /* longer than any event of Matrix: 65,536 bytes */

struct con_line_reader {
	int fd;
	bool end;      /* of the input */
	bool skipping; /* the rest of a line that is too long */
	size_t begin, used;
	char bytes[CON_LINE_SIZE];
};

enum con_line_state {
	CON_LINE,          /* a line was returned */
	CON_LINE_TOO_LONG, /* a line was skipped */
	CON_LINE_WAIT,     /* call con_line_reader_read first */
	CON_LINE_END,      /* there are no more lines */
};

void con_line_reader_init(struct con_line_reader *reader, int fd);

/* Reads bytes once. Blocks if the descriptor is not readable. */
void con_line_reader_read(struct con_line_reader *reader);

/* Returns the next line without its end. It lives until the next call of either function. */
enum con_line_state con_line_reader_next(struct con_line_reader *reader, char **line);

#endif
