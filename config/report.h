/*
 * The faults of one file, as messages for people. Each message has the form FILE:LINE:COLUMN: what
 * is wrong; what to do. Also tells why libyaml can't parse a text.
 */
#ifndef CONFIG_REPORT_H
#define CONFIG_REPORT_H

#include "config/config.h"

#include <limits.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <yaml.h>

#define REPORT_MOST 20   /* how many faults are shown */
#define QUOTE_SIZE  104  /* bytes of a quoted text, with the dots and the final NUL */
#define FAULT_SIZE  1024 /* bytes of a message, with the final NUL */

/* As a line: the fault is not in the file, and its message begins with the place where it is. */
#define REPORT_NO_PLACE UINT_MAX

/* A fault. Lines and columns count from 1. Line 0 means the whole file. */
struct fault {
	unsigned line, column;
	char text[FAULT_SIZE];
};

/* Begin with all bytes 0. */
struct report {
	struct fault faults[REPORT_MOST]; /* those with the smallest lines and columns, in order */
	size_t count;                     /* all faults, also those that are not shown */
};

/* Adds a fault. Faults at the same place keep the order in which the caller adds them. */
void report_add(struct report *report, unsigned line, unsigned column, const char *format, ...)
	__attribute__((format(printf, 4, 5)));

/* Writes the messages, each after the name of the file. The last one says how many are left out. */
void report_print(const struct report *report, const char *file, FILE *out);

/* A text from a file, short enough for a message. */
struct quote {
	char text[QUOTE_SIZE];
};

/* Copies the beginning of the text, with dots if it is too long. Returns quote->text. */
const char *report_quote(struct quote *quote, const char *text);

/*
 * Reports the fault at which the parser has stopped. `text` is the whole text that it parses.
 * Returns CFG_INVALID.
 */
enum cfg_error yaml_fault_report(const yaml_parser_t *parser, const char *text,
	struct report *report) __attribute__((warn_unused_result));

#endif
