#include "config/document_put.h"

#include <stdlib.h>
#include <string.h>

/*
 * Removes the node with this number, and all nodes in it, which follow it. Behind them may be nodes
 * of the environment, in sections before it.
 */
static void remove_at(struct document *document, size_t at)
{
	struct node *nodes = document->nodes;
	size_t end = at + 1;

	while (end < document->count && nodes[end].parent > at)
		end++;
	for (size_t i = at; i < end; i++)
		node_finish(&nodes[i]);
	memmove(&nodes[at], &nodes[end], (document->count - end) * sizeof(*nodes));
	document->count -= end - at;
	for (size_t i = at; i < document->count; i++)
		if (nodes[i].parent > at)
			nodes[i].parent -= end - at;
}

static void remove_all(struct document *document, const char *path)
{
	struct node *node;

	while ((node = document_find(document, path, NULL)))
		remove_at(document, (size_t)(node - document->nodes));
}

/* Appends a node with copies of the texts. `text` is NULL if the node is a list or a mapping. */
static enum cfg_error append(struct document *document, struct node node, const char *path,
	const char *variable, const char *text)
{
	const char *dot = strrchr(path, '.');

	node.path = strdup(path);
	node.variable = variable ? strdup(variable) : NULL;
	node.text = text ? strdup(text) : NULL;
	if (!node.path || (variable && !node.variable) || (text && !node.text)) {
		node_finish(&node);
		return CFG_NO_MEMORY;
	}
	if (path[strlen(path) - 1] != ']')
		node.key = node.path + (dot ? dot + 1 - path : 0);
	return document_append(document, node);
}

/* Finds or makes a section. Writes the number of its node, plus 1, to *parent. */
static enum cfg_error enter_section(struct document *document, const char *section, size_t *parent)
{
	struct node *node = document_find(document, section, NULL);

	if (node && node->kind == NODE_NOTHING) {
		free(node->text);
		node->text = NULL;
		node->kind = NODE_MAPPING;
	}
	*parent = node ? (size_t)(node - document->nodes) + 1 : document->count + 1;
	return node ? CFG_OK
		    : append(document, (struct node){.depth = 1, .kind = NODE_MAPPING}, section,
			      NULL, NULL);
}

enum cfg_error document_put(struct document *document, const char *section, const char *path,
	const char *variable, const char *text, size_t *index)
{
	struct node node = {
		.depth = section ? 2 : 1,
		.line = REPORT_NO_PLACE,
		.value_line = REPORT_NO_PLACE,
		.kind = text ? NODE_TEXT : NODE_LIST,
	};
	enum cfg_error error;

	remove_all(document, path);
	error = section ? enter_section(document, section, &node.parent) : CFG_OK;
	*index = document->count;
	if (document->top == NODE_NOTHING)
		document->top = NODE_MAPPING;
	return error ? error : append(document, node, path, variable, text);
}

enum cfg_error document_put_item(
	struct document *document, size_t list, const char *variable, const char *text)
{
	const struct node *node = &document->nodes[list];
	char path[64];

	snprintf(path, sizeof(path), "%s[%zu]", node->path, document->count - list - 1);
	return append(document,
		(struct node){
			.depth = node->depth + 1,
			.parent = list + 1,
			.line = REPORT_NO_PLACE,
			.value_line = REPORT_NO_PLACE,
			.kind = NODE_TEXT,
		},
		path, variable, text);
}
