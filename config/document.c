#include "config/document.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <yaml.h>

#define DEPTH_MAX 8 /* the most levels of nesting; the schema has only three */
#define PATH_SIZE 256
#define TEXT_SIZE 1024 /* bytes of a message */

struct level {
	bool mapping;
	bool in_value;      /* a key of the mapping was read, and its value comes next */
	unsigned index;     /* number of the list's next item */
	size_t path_length; /* length of the path without the key or the item */
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

static enum cfg_error fail(struct report *report, const char *what, yaml_mark_t mark)
{
	report_line(report, (unsigned)mark.line + 1, (unsigned)mark.column + 1,
		"not valid YAML: %s", what);
	return CFG_INVALID;
}

/* Adds a node with the current path. */
static enum cfg_error add(struct walk *walk, yaml_mark_t mark)
{
	struct document *document = walk->document;
	struct node *grown = realloc(document->nodes, (document->count + 1) * sizeof(*grown));

	if (!grown)
		return CFG_NO_MEMORY;
	document->nodes = grown;
	struct node *node = &grown[document->count];
	*node = (struct node){
		.path = strdup(walk->path),
		.line = (unsigned)mark.line + 1,
		.column = (unsigned)mark.column + 1,
	};
	if (!node->path)
		return CFG_NO_MEMORY;
	document->count++;
	return CFG_OK;
}

/* Appends a key, or the number of a list's item, to the path, and adds the node. */
static enum cfg_error enter(struct walk *walk, const char *key, yaml_mark_t mark)
{
	const struct level *level = &walk->level[walk->depth - 1];
	size_t at = level->path_length;
	size_t size = PATH_SIZE - at;
	int length;

	if (level->mapping)
		length = snprintf(&walk->path[at], size, "%s%s", at ? "." : "", key);
	else
		length = snprintf(&walk->path[at], size, "[%u]", level->index);
	if (length < 0 || (size_t)length >= size)
		return fail(walk->report, "a key is too long", mark);
	return add(walk, mark);
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
		return fail(
			walk->report, "a key must be a plain word; see engarde.example.yaml", mark);
	if (!level->mapping) {
		enum cfg_error error = enter(walk, NULL, mark);
		if (error)
			return error;
		level->index++;
	}
	level->in_value = false;

	struct node *node = &walk->document->nodes[walk->document->count - 1];
	node->kind = kind;
	node->value_line = (unsigned)mark.line + 1;
	node->value_column = (unsigned)mark.column + 1;
	if (text && !(node->text = strdup(text)))
		return CFG_NO_MEMORY;
	return CFG_OK;
}

static enum cfg_error scalar(struct walk *walk, const char *text, yaml_mark_t mark)
{
	if (walk->depth) {
		struct level *level = &walk->level[walk->depth - 1];
		if (level->mapping && !level->in_value) {
			level->in_value = true;
			return enter(walk, text, mark);
		}
	}
	return begin_value(walk, NODE_SCALAR, text, mark);
}

static enum cfg_error descend(struct walk *walk, enum node_kind kind, yaml_mark_t mark)
{
	enum cfg_error error = begin_value(walk, kind, NULL, mark);

	if (error)
		return error;
	if (walk->depth == DEPTH_MAX)
		return fail(walk->report, "too many levels; see engarde.example.yaml for the keys",
			mark);
	walk->level[walk->depth++] = (struct level){
		.mapping = kind == NODE_MAPPING,
		.path_length = strlen(walk->path),
	};
	return CFG_OK;
}

static void ascend(struct walk *walk)
{
	walk->depth--;
	walk->path[walk->level[walk->depth].path_length] = '\0';
}

static enum cfg_error step(struct walk *walk, const yaml_event_t *event)
{
	yaml_mark_t mark = event->start_mark;

	switch ((int)event->type) {
	case YAML_DOCUMENT_START_EVENT:
		if (walk->documents++)
			return fail(walk->report,
				"a second document begins; put everything into one document", mark);
		return CFG_OK;
	case YAML_ALIAS_EVENT:
		return fail(walk->report, "an alias (*name) is not allowed; write the value itself",
			mark);
	case YAML_SCALAR_EVENT:
		if (strlen((const char *)event->data.scalar.value) != event->data.scalar.length)
			return fail(
				walk->report, "a NUL character is not allowed; remove it", mark);
		return scalar(walk, (const char *)event->data.scalar.value, mark);
	case YAML_SEQUENCE_START_EVENT:
		return descend(walk, NODE_LIST, mark);
	case YAML_MAPPING_START_EVENT:
		return descend(walk, NODE_MAPPING, mark);
	case YAML_SEQUENCE_END_EVENT:
	case YAML_MAPPING_END_EVENT:
		ascend(walk);
		return CFG_OK;
	default:
		return CFG_OK;
	}
}

/* Messages of libyaml, each with advice for the person who writes the configuration. */
static const char *const advice[][2] = {
	{"found unexpected end of stream", "close this quote or bracket"},
	{"found character that cannot start any token",
		"indent with spaces, not with tabs, and put a text that begins with @ or ` in "
		"quotes"},
	{"invalid leading UTF-8 octet", "this byte is not UTF-8; save the file as UTF-8"},
	{"did not find expected key", "indent this key exactly like the keys before it"},
	{"mapping values are not allowed in this context",
		"correct the indentation, or put a text that contains \": \" in quotes"},
};

/*
 * Returns advice about a problem that libyaml reports, or libyaml's own text. Texts of libyaml are
 * static, so they outlive the parser.
 */
static const char *advise(const char *problem)
{
	for (size_t i = 0; i < sizeof(advice) / sizeof(advice[0]); i++)
		if (problem && !strcmp(problem, advice[i][0]))
			return advice[i][1];
	return problem ? problem : "it can't be read";
}

/*
 * Finds the line and column of a byte. Needed for bytes that are not UTF-8, because libyaml reports
 * no line for them.
 */
static yaml_mark_t mark_of_byte(const char *text, size_t offset)
{
	yaml_mark_t mark = {.index = offset};

	for (size_t i = 0; i < offset; i++) {
		mark.column = text[i] == '\n' ? 0 : mark.column + 1;
		mark.line += text[i] == '\n';
	}
	return mark;
}

/* Reports why libyaml could not parse the text. */
static enum cfg_error explain_failure(
	const yaml_parser_t *parser, const char *text, struct report *report)
{
	const char *what = advise(parser->problem);

	if (parser->error == YAML_MEMORY_ERROR)
		return CFG_NO_MEMORY;
	if (parser->error == YAML_READER_ERROR)
		return fail(report, what, mark_of_byte(text, parser->problem_offset));
	/*
	 * If a quote is not closed, report the place where the quote begins, not the end of the
	 * file.
	 */
	if (what == advice[0][1] && parser->context_mark.index)
		return fail(report, what, parser->context_mark);
	return fail(report, what, parser->problem_mark);
}

static enum cfg_error walk_all(struct walk *walk, yaml_parser_t *parser, const char *text)
{
	enum cfg_error error = CFG_OK;
	bool end = false;

	while (!error && !end) {
		yaml_event_t event;
		if (!yaml_parser_parse(parser, &event))
			return explain_failure(parser, text, walk->report);
		error = step(walk, &event);
		end = event.type == YAML_STREAM_END_EVENT;
		yaml_event_delete(&event);
	}
	return error;
}

enum cfg_error document_init(
	struct document *document, const char *text, size_t size, struct report *report)
{
	struct document found = {.top = NODE_SCALAR};
	struct walk walk = {.document = &found, .report = report};
	yaml_parser_t parser;

	if (!yaml_parser_initialize(&parser))
		return CFG_NO_MEMORY;
	yaml_parser_set_input_string(&parser, (const unsigned char *)text, size);
	enum cfg_error error = walk_all(&walk, &parser, text);
	yaml_parser_delete(&parser);

	if (error) {
		document_finish(&found);
		return error;
	}
	*document = found;
	return CFG_OK;
}

void document_finish(struct document *document)
{
	for (size_t i = 0; i < document->count; i++) {
		free(document->nodes[i].path);
		free(document->nodes[i].text);
	}
	free(document->nodes);
	*document = (struct document){0};
}

const struct node *document_find(const struct document *document, const char *path)
{
	for (size_t i = document->count; i-- > 0;)
		if (!strcmp(document->nodes[i].path, path))
			return &document->nodes[i];
	return NULL;
}

/* Writes a message. If `path` is not NULL, writes it before the text. */
static void write_report(
	struct report *report, unsigned line, unsigned column, const char *path, char *text)
{
	/*
	 * The text quotes the configuration file, whose control characters must not reach a
	 * terminal.
	 */
	for (char *at = text; *at; at++)
		if ((unsigned char)*at < 0x20 || *at == 0x7f)
			*at = '?';
	fprintf(report->errors, "%s:", report->file);
	if (line)
		fprintf(report->errors, "%u:%u:", line, column);
	fprintf(report->errors, " %s%s%s\n", path ? path : "", path ? ": " : "", text);
	report->faults++;
}

void report_line(struct report *report, unsigned line, unsigned column, const char *format, ...)
{
	char text[TEXT_SIZE];
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(text, sizeof(text), format, arguments);
	va_end(arguments);
	write_report(report, line, column, NULL, text);
}

__attribute__((format(printf, 4, 0))) static void write_at_node(
	struct report *report, const char *path, bool named, const char *format, va_list arguments)
{
	const struct node *node = report->document ? document_find(report->document, path) : NULL;
	char text[TEXT_SIZE];

	vsnprintf(text, sizeof(text), format, arguments);
	write_report(report, node ? node->value_line : 0, node ? node->value_column : 0,
		named ? path : NULL, text);
}

void report_node(struct report *report, const char *path, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	write_at_node(report, path, false, format, arguments);
	va_end(arguments);
}

void report_value(struct report *report, const char *path, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	write_at_node(report, path, true, format, arguments);
	va_end(arguments);
}
