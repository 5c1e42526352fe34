/* What a configuration file may say: the keys, their types, ranges and defaults. */
#ifndef CONFIG_SCHEMA_H
#define CONFIG_SCHEMA_H

#include "config/config.h"

#include <cyaml/cyaml.h>
#include <stddef.h>

/* The whole file: a mapping onto struct cfg. */
extern const cyaml_schema_value_t cfg_schema;

/* How libcyaml reads and frees it. */
extern const cyaml_config_t cfg_cyaml;

/* The numbers, which libcyaml doesn't hold to a range. */
struct cfg_number {
	const char *path;
	size_t offset; /* of a uint32_t in struct cfg */
	uint32_t least, most, otherwise;
};

#define CFG_NUMBERS 5
extern const struct cfg_number cfg_numbers[CFG_NUMBERS];

/* The schema of what stands at a path as in config/places.h; NULL: no such key. */
const cyaml_schema_value_t *cfg_schema_at(const char *path);

#endif
