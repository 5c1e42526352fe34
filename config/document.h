/*
 * A configuration file as a YAML document: the line, column and text of each key and value, and
 * messages about them.
 *
 * libcyaml 1.3 (Debian 12) says which key is wrong, but it has no interface for the line and column
 * of a key, nor for the text of a number that it accepts. So the bot parses the file a second time,
 * with libyaml.
 */
#ifndef CONFIG_DOCUMENT_H
#define CONFIG_DOCUMENT_H

#include "config/config.h"

#include <stddef.h>
#include <stdio.h>

enum node_kind { NODE_SCALAR, NODE_LIST, NODE_MAPPING };

/* Lines and columns count from 1. */
struct node {
	char *path;                        /* such as "matrix.user" or "prefixes[0]" */
	unsigned line, column;             /* where the key is; in a list, where the item is */
	unsigned value_line, value_column; /* where the value is */
	enum node_kind kind;
	char *text; /* the text of a scalar; NULL for a list or a mapping */
};

struct document {
	struct node *nodes; /* in the order of the text */
	size_t count;
	enum node_kind top; /* the kind of the whole document; an empty document is a NODE_SCALAR */
};

/*
 * Messages for people about one file. Each message has the form FILE:LINE:COLUMN: what is wrong;
 * what to do.
 */
struct report {
	FILE *errors;
	const char *file;
	const struct document *document; /* NULL if the lines of nodes are not known */
	unsigned faults;                 /* how many faults were reported so far */
};

/*
 * Parses the text, which has `size` bytes. If the text is not YAML, or uses YAML that a
 * configuration must not have, reports the fault and returns CFG_INVALID. May also return
 * CFG_NO_MEMORY. On CFG_OK the caller calls document_finish.
 */
enum cfg_error document_init(struct document *document, const char *text, size_t size,
	struct report *report) __attribute__((warn_unused_result));
void document_finish(struct document *document);

/*
 * Returns the last node with this path, or NULL. So if the file has a key twice, messages point to
 * the second place. The node lives as long as the document.
 */
const struct node *document_find(const struct document *document, const char *path);

/* Reports a fault at a line and column. If `line` is 0, the message has no line and no column. */
void report_line(struct report *report, unsigned line, unsigned column, const char *format, ...)
	__attribute__((format(printf, 4, 5)));

/* Reports a fault at the value of the node with this path, if the document has such a node. */
void report_node(struct report *report, const char *path, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* Like report_node, but the message begins with the path. */
void report_value(struct report *report, const char *path, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

#endif
