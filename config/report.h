/* Messages about a configuration file: FILE:LINE:COLUMN: what is wrong; what to do. */
#ifndef CONFIG_REPORT_H
#define CONFIG_REPORT_H

#include "config/places.h"

#include <stdio.h>

struct report {
	FILE *errors;
	const char *file;
	const struct places *places; /* NULL: nothing is known of where things are */
	unsigned faults;             /* reported so far */
};

/* line 0: none is known. */
void report_line(struct report *report, unsigned line, unsigned column, const char *format, ...)
	__attribute__((format(printf, 4, 5)));

/* At the value that stands at `path`, if one does. */
void report_value(struct report *report, const char *path, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

#endif
