/* What subcommands share about their command lines. */
#ifndef ENGARDE_OPTIONS_H
#define ENGARDE_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

/* A decimal number from `low` to `high`, all of the text. */
bool option_number(const char *text, uint64_t low, uint64_t high, uint64_t *number);

/* Says on standard error what is wrong with the command line; returns STATUS_MISUSED. */
int option_misused(const char *command, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* The same, of the argument at which getopt_long() gave '?'. */
int option_unknown(char *const *argv);

#endif
