/* A YAML file as a list of its keys, items and values, each with its place in the file. */
#ifndef CONFIG_DOCUMENT_H
#define CONFIG_DOCUMENT_H

#include "config/config.h"
#include "config/report.h"

#include <stdbool.h>
#include <stddef.h>

/* NODE_NOTHING is a missing value, or one of YAML's words for it, such as null or ~. */
enum node_kind { NODE_NOTHING, NODE_TEXT, NODE_LIST, NODE_MAPPING };

/*
 * A key with its value, or an item of a list. Lines and columns count from 1. A node that the
 * environment gives has the line REPORT_NO_PLACE.
 */
struct node {
	char *path;            /* such as "matrix.user" or "prefixes[0]" */
	char *variable;        /* the environment variable that gives the value, or NULL */
	const char *key;       /* the last part of the path; NULL for an item */
	size_t depth;          /* 1 at the top of the file */
	size_t parent;         /* index of the node that contains this node, plus 1; 0 at the top */
	unsigned line, column; /* where the key or the item is */
	unsigned value_line, value_column; /* where the value is */
	enum node_kind kind;
	char *text;       /* the value, if it is neither a list nor a mapping; otherwise NULL */
	bool is_faulty;   /* a fault of the value was reported, so nobody may use the value */
	bool is_replaced; /* the environment gives another value, so nobody finds this node */
};

struct document {
	struct node *nodes; /* in the order of the file */
	size_t count;
	enum node_kind top; /* the kind of the whole document */
};

/*
 * Parses the text, which has `size` bytes. Adds to `report` what is not YAML, and the YAML that no
 * file of the bot needs: anchors, aliases, tags, and keys that are not texts. On CFG_OK the caller
 * calls document_finish; the report may still have faults, each of one value. On CFG_INVALID, the
 * text behind the last fault could not be parsed.
 */
enum cfg_error document_init(struct document *document, const char *text, size_t size,
	struct report *report) __attribute__((warn_unused_result));

/* Wipes the texts, which may be secrets, and frees them. */
void document_finish(struct document *document);

/*
 * Returns the first node with this path behind the node `after`, or NULL. With NULL as `after`, the
 * search begins at the beginning. The node lives as long as the document.
 */
struct node *document_find(
	const struct document *document, const char *path, const struct node *after);

/* Appends a node. The document then owns its path, variable and text. */
void document_append(struct document *document, struct node node);

/* Reports a fault of the node's value, after the name of its variable, if any, and its path. */
void document_report(struct report *report, struct node *node, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

#endif
