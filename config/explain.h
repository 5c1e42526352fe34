/* Turns what libcyaml says of a file that it refuses into a message for people. */
#ifndef CONFIG_EXPLAIN_H
#define CONFIG_EXPLAIN_H

#include "config/report.h"

#include <cyaml/cyaml.h>

#define EXPLAIN_SIZE  256
#define EXPLAIN_DEPTH 8

/* What libcyaml logged: the fault, then the way to it from the inside out. */
struct explain {
	char fault[EXPLAIN_SIZE];
	char way[EXPLAIN_DEPTH][EXPLAIN_SIZE]; /* keys, or [item]; empty: a mapping as a whole */
	size_t depth;
};

/* The cyaml_log_fn_t that fills a struct explain. */
void explain_log(cyaml_log_t level, void *explain, const char *format, va_list arguments)
	__attribute__((format(printf, 3, 0)));

/* Reports the fault with which libcyaml failed. */
void explain_fault(const struct explain *explain, cyaml_err_t error, struct report *report);

#endif
