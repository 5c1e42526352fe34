/*
 * Where each key and value stands in a YAML text, and what is written there. libcyaml 1.3 (Debian
 * 12) says which key is wrong, but has no interface that tells its line and column, or the text of
 * a number that is fine for libcyaml. So the bot parses the text a second time, with libyaml.
 */
#ifndef CONFIG_NODE_INDEX_H
#define CONFIG_NODE_INDEX_H

#include "config/config.h"

#include <stdbool.h>
#include <stddef.h>

enum node_kind { NODE_SCALAR, NODE_LIST, NODE_MAPPING };

/* Lines and columns count from 1. */
struct node {
	char *path;                        /* "matrix.user", "prefixes[0]" */
	unsigned line, column;             /* of the key; in a list, of the value */
	unsigned value_line, value_column; /* of the value */
	enum node_kind kind;
	char *text; /* the text of a scalar; NULL for a list or a mapping */
};

struct node_index {
	struct node *nodes; /* in the order of the text */
	size_t count;
	enum node_kind top; /* the kind of the whole text; NODE_SCALAR if the text is empty */
};

/* Why a text is not the YAML that a configuration may have. */
struct node_fault {
	const char *what; /* static */
	unsigned line, column;
};

/*
 * Parses the text, which has `size` bytes. Returns CFG_INVALID and sets *fault, or returns
 * CFG_NO_MEMORY. On CFG_OK the caller calls node_index_finish.
 */
enum cfg_error node_index_init(struct node_index *index, const char *text, size_t size,
	struct node_fault *fault) __attribute__((warn_unused_result));
void node_index_finish(struct node_index *index);

/*
 * Returns the last node with this path, or NULL. (If a key is given twice, the second one is
 * wrong.) The node lives as long as the index.
 */
const struct node *node_index_find(const struct node_index *index, const char *path);

#endif
