/*
 * Where each key and value stands in a YAML text. libcyaml checks a text against the schema and
 * says what is wrong; this says where, to the line and column, and what was written there.
 */
#ifndef CONFIG_PLACES_H
#define CONFIG_PLACES_H

#include "config/config.h"

#include <stdbool.h>
#include <stddef.h>

enum place_kind { PLACE_SCALAR, PLACE_LIST, PLACE_MAPPING };

struct place {
	char *path;                        /* "matrix.user", "prefixes[0]" */
	unsigned line, column;             /* of the key (of the value, in a list); from 1 */
	unsigned value_line, value_column; /* of the value */
	enum place_kind kind;
	char *text; /* what a scalar says; NULL in a list or mapping */
};

struct places {
	struct place *place;
	size_t count;
	enum place_kind top; /* what the whole text is; a scalar when there is none */
};

/* What hinders reading the text as YAML; line 0: it isn't known. */
struct places_fault {
	const char *what;
	unsigned line, column;
};

/* CFG_INVALID with *fault set, CFG_NO_MEMORY. */
enum cfg_error places_init(struct places *places, const char *text, size_t size,
	struct places_fault *fault) __attribute__((warn_unused_result));
void places_finish(struct places *places);

/* The last place with this path, as a key given twice is wrong the second time; or NULL. */
const struct place *places_find(const struct places *places, const char *path);

#endif
