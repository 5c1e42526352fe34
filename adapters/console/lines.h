/* Lines from a file descriptor that is also waited for. */
#ifndef CONSOLE_LINES_H
#define CONSOLE_LINES_H

#include <stdbool.h>
#include <stddef.h>

#define CON_LINE_SIZE 70000 /* longer than any event of Matrix: 65,536 bytes */

struct con_lines {
	int fd;
	bool end;      /* nothing more comes */
	bool skipping; /* the rest of a line that was too long */
	size_t begin, used;
	char bytes[CON_LINE_SIZE];
};

enum con_line_state {
	CON_LINE,          /* here is one */
	CON_LINE_TOO_LONG, /* it is passed over */
	CON_LINE_WAIT,     /* read more first */
	CON_LINE_END,
};

void con_lines_init(struct con_lines *lines, int fd);

/* Reads once, which may block. */
void con_lines_read(struct con_lines *lines);

/* The next line, without its end; it lives until the next call of either function. */
enum con_line_state con_lines_next(struct con_lines *lines, char **line);

#endif
