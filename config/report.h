/* Messages for people about a configuration file: FILE:LINE:COLUMN: what is wrong; what to do. */
#ifndef CONFIG_REPORT_H
#define CONFIG_REPORT_H

#include "config/node_index.h"

#include <stdio.h>

struct report {
	FILE *errors;
	const char *file;
	const struct node_index *index; /* NULL: the lines of nodes are not known */
	unsigned faults;                /* reported so far */
};

/* Reports a fault at a line and column. If `line` is 0, the message names none. */
void report_line(struct report *report, unsigned line, unsigned column, const char *format, ...)
	__attribute__((format(printf, 4, 5)));

/* Reports a fault at the value of the node with this path, if the text has such a node. */
void report_node(struct report *report, const char *path, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* The same, but the message begins with the path. */
void report_value(struct report *report, const char *path, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

#endif
