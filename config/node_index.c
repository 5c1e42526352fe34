#include "config/node_index.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <yaml.h>

#define DEPTH_MAX 8 /* levels; the schema has three, so all deeper levels are wrong */
#define PATH_SIZE 256

struct level {
	bool mapping;
	bool in_value;      /* a key of the mapping was read, and its value comes next */
	unsigned index;     /* of the list's next item */
	size_t path_length; /* of the mapping or list itself */
};

/* The parser's way through the text. */
struct walk {
	struct node_index *index;
	struct node_fault *fault;
	struct level level[DEPTH_MAX];
	size_t depth;
	char path[PATH_SIZE]; /* of the node that the walk has reached */
	unsigned documents;
};

static enum cfg_error fail(struct node_fault *fault, const char *what, yaml_mark_t mark)
{
	fault->what = what;
	fault->line = (unsigned)mark.line + 1;
	fault->column = (unsigned)mark.column + 1;
	return CFG_INVALID;
}

/* Adds a node with the current path. */
static enum cfg_error add(struct walk *walk, yaml_mark_t mark)
{
	struct node_index *index = walk->index;
	struct node *grown = realloc(index->nodes, (index->count + 1) * sizeof(*grown));

	if (!grown)
		return CFG_NO_MEMORY;
	index->nodes = grown;
	struct node *node = &grown[index->count];
	*node = (struct node){
		.path = strdup(walk->path),
		.line = (unsigned)mark.line + 1,
		.column = (unsigned)mark.column + 1,
	};
	if (!node->path)
		return CFG_NO_MEMORY;
	index->count++;
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
		return fail(walk->fault, "a key is too long", mark);
	return add(walk, mark);
}

/* Notes the kind and the place of a value. `text` is NULL for a list or a mapping. */
static enum cfg_error begin_value(
	struct walk *walk, enum node_kind kind, const char *text, yaml_mark_t mark)
{
	if (!walk->depth) {
		walk->index->top = kind;
		return CFG_OK;
	}

	struct level *level = &walk->level[walk->depth - 1];
	if (level->mapping && !level->in_value)
		return fail(walk->fault, "a key must be a plain word", mark);
	if (!level->mapping) {
		enum cfg_error error = enter(walk, NULL, mark);
		if (error)
			return error;
		level->index++;
	}
	level->in_value = false;

	struct node *node = &walk->index->nodes[walk->index->count - 1];
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
		return fail(walk->fault, "lists and mappings are nested too deeply", mark);
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
			return fail(walk->fault,
				"a second document begins; put everything into one", mark);
		return CFG_OK;
	case YAML_ALIAS_EVENT:
		return fail(
			walk->fault, "an alias (*name) can't be used; write the value out", mark);
	case YAML_SCALAR_EVENT:
		if (strlen((const char *)event->data.scalar.value) != event->data.scalar.length)
			return fail(walk->fault, "a NUL character can't be used", mark);
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

/* Messages of libyaml, and what each means to a person who writes a configuration. */
static const char *const advice[][2] = {
	{"found unexpected end of stream", "a quote or bracket is not closed"},
	{"found character that cannot start any token",
		"a tab is no indentation, and a text that begins with @ or ` needs quotes"},
	{"did not find expected key", "the indentation is not that of the keys before"},
	{"mapping values are not allowed in this context",
		"the indentation is wrong, or a text with \": \" in it needs quotes"},
};

/* libyaml's texts are static, so they outlive the parser. */
static const char *advise(const char *problem)
{
	for (size_t i = 0; i < sizeof(advice) / sizeof(advice[0]); i++)
		if (problem && !strcmp(problem, advice[i][0]))
			return advice[i][1];
	return problem ? problem : "it can't be read";
}

/* libyaml knows only the byte at which reading failed, not its line. */
static yaml_mark_t mark_of_byte(const char *text, size_t offset)
{
	yaml_mark_t mark = {.index = offset};

	for (size_t i = 0; i < offset; i++) {
		mark.column = text[i] == '\n' ? 0 : mark.column + 1;
		mark.line += text[i] == '\n';
	}
	return mark;
}

/* Says why libyaml could not parse the text. */
static enum cfg_error explain_failure(
	const yaml_parser_t *parser, const char *text, struct node_fault *fault)
{
	const char *what = advise(parser->problem);

	if (parser->error == YAML_MEMORY_ERROR)
		return CFG_NO_MEMORY;
	if (parser->error == YAML_READER_ERROR)
		return fail(fault, what, mark_of_byte(text, parser->problem_offset));
	/* For a quote that is not closed, show where it begins, not where the file ends. */
	if (what == advice[0][1] && parser->context_mark.index)
		return fail(fault, what, parser->context_mark);
	return fail(fault, what, parser->problem_mark);
}

static enum cfg_error walk_all(struct walk *walk, yaml_parser_t *parser, const char *text)
{
	enum cfg_error error = CFG_OK;
	bool end = false;

	while (!error && !end) {
		yaml_event_t event;
		if (!yaml_parser_parse(parser, &event))
			return explain_failure(parser, text, walk->fault);
		error = step(walk, &event);
		end = event.type == YAML_STREAM_END_EVENT;
		yaml_event_delete(&event);
	}
	return error;
}

enum cfg_error node_index_init(
	struct node_index *index, const char *text, size_t size, struct node_fault *fault)
{
	struct node_index found = {.top = NODE_SCALAR};
	struct walk walk = {.index = &found, .fault = fault};
	yaml_parser_t parser;

	if (!yaml_parser_initialize(&parser))
		return CFG_NO_MEMORY;
	yaml_parser_set_input_string(&parser, (const unsigned char *)text, size);
	enum cfg_error error = walk_all(&walk, &parser, text);
	yaml_parser_delete(&parser);

	if (error) {
		node_index_finish(&found);
		return error;
	}
	*index = found;
	return CFG_OK;
}

void node_index_finish(struct node_index *index)
{
	for (size_t i = 0; i < index->count; i++) {
		free(index->nodes[i].path);
		free(index->nodes[i].text);
	}
	free(index->nodes);
	*index = (struct node_index){0};
}

const struct node *node_index_find(const struct node_index *index, const char *path)
{
	for (size_t i = index->count; i-- > 0;)
		if (!strcmp(index->nodes[i].path, path))
			return &index->nodes[i];
	return NULL;
}
