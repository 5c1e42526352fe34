/*
 * Why libcyaml refuses a file, as a message for people. libcyaml 1.3 returns only an error code.
 * Only its log names the key and the path to the key, so this module reads the log.
 */
#ifndef CONFIG_SCHEMA_FAULT_H
#define CONFIG_SCHEMA_FAULT_H

#include "config/document.h"

#include <cyaml/cyaml.h>

#define SCHEMA_FAULT_SIZE  256
#define SCHEMA_FAULT_DEPTH 8

/* What libcyaml has logged about a fault. The caller first sets all bytes to 0. */
struct schema_fault {
	char line[SCHEMA_FAULT_SIZE]; /* the line that names the fault */
	/*
	 * The path from the fault up to the top of the file. Each step is a key, an item such as
	 * "[3]", or "" for a whole mapping.
	 */
	char way[SCHEMA_FAULT_DEPTH][SCHEMA_FAULT_SIZE];
	size_t depth;
};

/* A cyaml_log_fn_t whose context is a struct schema_fault. */
void schema_fault_log(cyaml_log_t level, void *fault, const char *format, va_list arguments)
	__attribute__((format(printf, 3, 0)));

/* Reports the fault for which libcyaml returned `error`. */
void schema_fault_report(
	const struct schema_fault *fault, cyaml_err_t error, struct report *report);

#endif
