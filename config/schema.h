/* What a configuration file may contain: the keys, their types, ranges and defaults. */
#ifndef CONFIG_SCHEMA_H
#define CONFIG_SCHEMA_H

#include "config/document.h"

#include <cyaml/cyaml.h>
#include <stddef.h>

/* The whole file: a mapping that libcyaml reads into a struct cfg. */
extern const cyaml_schema_value_t cfg_schema;

/* The settings with which libcyaml reads and frees a struct cfg. */
extern const cyaml_config_t cfg_cyaml;

/* A key whose value is a number. The schema of libcyaml 1.3 has no ranges for numbers. */
struct cfg_number {
	const char *path;
	size_t offset; /* where the number, a uint32_t, is in struct cfg */
	uint32_t least, most, otherwise;
};

#define CFG_NUMBERS 13
extern const struct cfg_number cfg_numbers[CFG_NUMBERS];

/*
 * Returns the schema of the value at a path such as "prefixes[0]", or NULL if there is no such key.
 */
const cyaml_schema_value_t *cfg_schema_at(const char *path);

/*
 * Sets each value that is missing in `document` to its default. If it returns CFG_NO_MEMORY, it has
 * set only some values, which cfg_destroy frees.
 */
enum cfg_error cfg_fill_defaults(struct cfg *config, const struct document *document)
	__attribute__((warn_unused_result));

#endif
