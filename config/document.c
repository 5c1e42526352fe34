#include "config/document.h"

#include "bot/base/memory.h"
#include "config/report.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#define DEPTH_MAX 8     /* the most levels of nesting; a configuration needs three */
#define PATH_SIZE 256   /* bytes of a path, with the final NUL */
#define NODES_MAX 32768 /* a configuration with the longest lists has about 20,300 nodes */

/* A list or a mapping in which the parser is. */
struct level {
	bool mapping;
	bool in_value;      /* a key of the mapping was read, and its value comes next */
	unsigned index;     /* number of the list's next item */
	size_t path_length; /* length of the path without the key or the item */
	size_t parent;      /* as in struct node */
};

/* The state while the parser goes through the text. */
struct walk {
	struct document *document;
	struct report *report;
	struct level level[DEPTH_MAX];
	size_t depth;
	char path[PATH_SIZE]; /* path of the node that the parser has reached */
	unsigned documents;
};

static unsigned line_of(yaml_mark_t mark)
{
	return (unsigned)mark.line + 1;
}

static unsigned column_of(yaml_mark_t mark)
{
	return (unsigned)mark.column + 1;
}

/* Reports a fault after which the text can't be parsed further. */
static enum cfg_error fail(struct walk *walk, const char *what, yaml_mark_t mark)
{
	report_add(walk->report, line_of(mark), column_of(mark), "%s", what);
	return CFG_INVALID;
}

/* The space for nodes is doubled whenever their count is a power of two. */
void document_append(struct document *document, struct node node)
{
	size_t count = document->count;

	if (!(count & (count - 1)))
		document->nodes =
			bot_realloc(document->nodes, (count ? 2 * count : 1) * sizeof(node));
	document->nodes[document->count++] = node;
}

/* Adds a node with the current path, whose last part begins at `key`. */
static enum cfg_error add(struct walk *walk, size_t key, yaml_mark_t mark)
{
	struct document *document = walk->document;
	const struct level *level = &walk->level[walk->depth - 1];

	if (document->count == NODES_MAX)
		return fail(walk, "the file has too many keys and items; shorten its lists", mark);
	char *path = bot_strdup(walk->path);
	const struct node node = {
		.path = path,
		.key = level->mapping ? path + key : NULL,
		.depth = walk->depth,
		.parent = level->parent,
		.line = line_of(mark),
		.column = column_of(mark),
		.value_line = line_of(mark),
		.value_column = column_of(mark),
	};
	document_append(document, node);
	return CFG_OK;
}

/* Appends a key, or the number of a list's item, to the path, and adds the node. */
static enum cfg_error enter(struct walk *walk, const char *key, yaml_mark_t mark)
{
	struct level *level = &walk->level[walk->depth - 1];
	size_t at = level->path_length, size = PATH_SIZE - at;
	const char *dot = at ? "." : "";
	int length = level->mapping ? snprintf(&walk->path[at], size, "%s%s", dot, key)
				    : snprintf(&walk->path[at], size, "[%u]", level->index++);

	if (length < 0 || (size_t)length >= size)
		return fail(
			walk, "this key is too long; see engarde.example.yaml for the keys", mark);
	level->in_value = level->mapping;
	return add(walk, at + strlen(dot), mark);
}

static struct node *last_node(const struct walk *walk)
{
	return &walk->document->nodes[walk->document->count - 1];
}

/* Stores the kind and the place of a value. `text` is NULL for a list or a mapping. */
static enum cfg_error begin_value(
	struct walk *walk, enum node_kind kind, const char *text, yaml_mark_t mark)
{
	if (!walk->depth) {
		walk->document->top = kind;
		return CFG_OK;
	}

	struct level *level = &walk->level[walk->depth - 1];
	if (level->mapping && !level->in_value)
		return fail(walk, "a key must be a plain word; see engarde.example.yaml", mark);
	enum cfg_error error = level->mapping ? CFG_OK : enter(walk, "", mark);
	if (error)
		return error;
	level->in_value = false;

	struct node *node = last_node(walk);
	node->kind = kind;
	node->value_line = line_of(mark);
	node->value_column = column_of(mark);
	node->text = text ? bot_strdup(text) : NULL;
	return CFG_OK;
}

static bool begins_with(const char *text, const char *beginning)
{
	return !strncmp(text, beginning, strlen(beginning));
}

/* Reports an anchor or a tag of the key, the item or the value that was just read. */
static void refuse_marks(
	struct walk *walk, const yaml_char_t *anchor, const yaml_char_t *tag, yaml_mark_t mark)
{
	static const char standard[] = "tag:yaml.org,2002:"; /* "!!" in the file */
	const char *name = (const char *)(anchor ? anchor : tag);
	struct quote quote;

	if (walk->depth)
		last_node(walk)->is_faulty = true;
	if (anchor)
		report_add(walk->report, line_of(mark), column_of(mark),
			"the anchor \"&%s\" is not allowed; remove it, or put a text that begins "
			"with & in quotes",
			report_quote(&quote, name));
	else
		report_add(walk->report, line_of(mark), column_of(mark),
			"the tag \"%s%s\" is not allowed; remove it, or put a text that begins "
			"with ! in quotes",
			begins_with(name, standard) ? "!!" : "",
			report_quote(&quote,
				begins_with(name, standard) ? name + sizeof(standard) - 1 : name));
}

static bool is_nothing(const yaml_event_t *event)
{
	static const char *const words[] = {"", "~", "null", "Null", "NULL"};

	if (event->data.scalar.style != YAML_PLAIN_SCALAR_STYLE)
		return false;
	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
		if (!strcmp((const char *)event->data.scalar.value, words[i]))
			return true;
	return false;
}

static enum cfg_error scalar(struct walk *walk, const yaml_event_t *event)
{
	const struct level *level = walk->depth ? &walk->level[walk->depth - 1] : NULL;
	const char *text = (const char *)event->data.scalar.value;
	yaml_mark_t mark = event->start_mark;
	enum cfg_error error;

	if (strlen(text) != event->data.scalar.length)
		return fail(walk, "a NUL character is not allowed; remove it", mark);
	if (level && level->mapping && !level->in_value)
		error = enter(walk, text, mark);
	else
		error = begin_value(walk, is_nothing(event) ? NODE_NOTHING : NODE_TEXT, text, mark);
	if (!error && (event->data.scalar.anchor || event->data.scalar.tag))
		refuse_marks(walk, event->data.scalar.anchor, event->data.scalar.tag, mark);
	return error;
}

/* Reads an alias like a value, but nobody may use this value. */
static enum cfg_error alias(struct walk *walk, const yaml_event_t *event)
{
	yaml_mark_t mark = event->start_mark;
	struct quote quote;
	enum cfg_error error = begin_value(walk, NODE_TEXT, "", mark);

	if (error)
		return error;
	if (walk->depth)
		last_node(walk)->is_faulty = true;
	report_add(walk->report, line_of(mark), column_of(mark),
		"the alias \"*%s\" is not allowed; write the value itself, or put a text that "
		"begins with * in quotes",
		report_quote(&quote, (const char *)event->data.alias.anchor));
	return CFG_OK;
}

static enum cfg_error descend(struct walk *walk, enum node_kind kind, const yaml_char_t *anchor,
	const yaml_char_t *tag, yaml_mark_t mark)
{
	enum cfg_error error = begin_value(walk, kind, NULL, mark);

	if (error)
		return error;
	if (anchor || tag)
		refuse_marks(walk, anchor, tag, mark);
	if (walk->depth == DEPTH_MAX)
		return fail(walk, "too many levels; see engarde.example.yaml for the keys", mark);
	walk->level[walk->depth++] = (struct level){
		.mapping = kind == NODE_MAPPING,
		.path_length = strlen(walk->path),
		.parent = walk->document->count,
	};
	return CFG_OK;
}

static enum cfg_error ascend(struct walk *walk)
{
	walk->depth--;
	walk->path[walk->level[walk->depth].path_length] = '\0';
	return CFG_OK;
}

static enum cfg_error step(struct walk *walk, const yaml_event_t *event)
{
	switch ((int)event->type) {
	case YAML_DOCUMENT_START_EVENT:
		if (walk->documents++)
			return fail(walk,
				"a second document begins here; put everything into one document, "
				"without lines of three dashes",
				event->start_mark);
		return CFG_OK;
	case YAML_ALIAS_EVENT:
		return alias(walk, event);
	case YAML_SCALAR_EVENT:
		return scalar(walk, event);
	case YAML_SEQUENCE_START_EVENT:
		return descend(walk, NODE_LIST, event->data.sequence_start.anchor,
			event->data.sequence_start.tag, event->start_mark);
	case YAML_MAPPING_START_EVENT:
		return descend(walk, NODE_MAPPING, event->data.mapping_start.anchor,
			event->data.mapping_start.tag, event->start_mark);
	case YAML_SEQUENCE_END_EVENT:
	case YAML_MAPPING_END_EVENT:
		return ascend(walk);
	default:
		return CFG_OK;
	}
}

static enum cfg_error walk_all(struct walk *walk, yaml_parser_t *parser, const char *text)
{
	enum cfg_error error = CFG_OK;
	bool end = false;

	while (!error && !end) {
		yaml_event_t event;

		if (!yaml_parser_parse(parser, &event))
			return yaml_fault_report(parser, text, walk->report);
		error = step(walk, &event);
		end = event.type == YAML_STREAM_END_EVENT;
		yaml_event_delete(&event);
	}
	return error;
}

enum cfg_error document_init(
	struct document *document, const char *text, size_t size, struct report *report)
{
	struct document found = {.top = NODE_NOTHING};
	struct walk walk = {.document = &found, .report = report};
	yaml_parser_t parser;

	bot_memory_or_exit(yaml_parser_initialize(&parser) ? &parser : NULL);
	yaml_parser_set_input_string(&parser, (const unsigned char *)text, size);
	enum cfg_error error = walk_all(&walk, &parser, text);
	yaml_parser_delete(&parser);

	if (error)
		document_finish(&found);
	else
		*document = found;
	return error;
}

static void node_finish(struct node *node)
{
	if (node->text)
		sodium_memzero(node->text, strlen(node->text));
	free(node->text);
	free(node->variable);
	free(node->path);
}

void document_finish(struct document *document)
{
	for (size_t i = 0; i < document->count; i++)
		node_finish(&document->nodes[i]);
	free(document->nodes);
	*document = (struct document){0};
}

/* How many levels the path has. A key of the file may contain dots, but no key of the bot does. */
static size_t depth_of(const char *path)
{
	size_t depth = 1;

	for (; *path; path++)
		depth += *path == '.' || *path == '[';
	return depth;
}

struct node *document_find(
	const struct document *document, const char *path, const struct node *after)
{
	size_t depth = depth_of(path);

	for (size_t i = after ? (size_t)(after - document->nodes) + 1 : 0; i < document->count; i++)
		if (document->nodes[i].depth == depth && !document->nodes[i].is_replaced &&
			!strcmp(document->nodes[i].path, path))
			return &document->nodes[i];
	return NULL;
}

void document_report(struct report *report, struct node *node, const char *format, ...)
{
	char text[FAULT_SIZE];
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(text, sizeof(text), format, arguments);
	va_end(arguments);
	node->is_faulty = true;
	if (node->variable)
		report_add(report, node->value_line, 0, "%s (%s): %s", node->variable, node->path,
			text);
	else
		report_add(
			report, node->value_line, node->value_column, "%s: %s", node->path, text);
}
