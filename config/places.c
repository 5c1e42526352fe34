#include "config/places.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <yaml.h>

/* The schema is three levels deep; what is deeper is wrong whatever it is. */
#define DEPTH_MAX 8
#define PATH_SIZE 256

struct level {
	bool mapping;
	bool in_value; /* a mapping's key was read, its value comes next */
	unsigned index;
	size_t path_length; /* of the mapping or list itself */
};

struct walk {
	struct places *places;
	struct places_fault *fault;
	struct level level[DEPTH_MAX];
	size_t depth;
	char path[PATH_SIZE];
	unsigned documents;
};

static enum cfg_error fail(struct walk *walk, const char *what, yaml_mark_t mark)
{
	walk->fault->what = what;
	walk->fault->line = (unsigned)mark.line + 1;
	walk->fault->column = (unsigned)mark.column + 1;
	return CFG_INVALID;
}

static enum cfg_error add(struct walk *walk, yaml_mark_t mark)
{
	struct places *places = walk->places;
	struct place *grown = realloc(places->place, (places->count + 1) * sizeof(*grown));

	if (!grown)
		return CFG_NO_MEMORY;
	places->place = grown;
	struct place *place = &grown[places->count];
	*place = (struct place){
		.path = strdup(walk->path),
		.line = (unsigned)mark.line + 1,
		.column = (unsigned)mark.column + 1,
	};
	if (!place->path)
		return CFG_NO_MEMORY;
	places->count++;
	return CFG_OK;
}

/* Adds a key, or the number of a list's item, to the path of the level it is in. */
static enum cfg_error enter(struct walk *walk, const char *key, yaml_mark_t mark)
{
	const struct level *level = &walk->level[walk->depth - 1];
	size_t at = level->path_length;
	size_t room = PATH_SIZE - at;
	int length;

	if (level->mapping)
		length = snprintf(&walk->path[at], room, "%s%s", at ? "." : "", key);
	else
		length = snprintf(&walk->path[at], room, "[%u]", level->index);
	if (length < 0 || (size_t)length >= room)
		return fail(walk, "a key is too long", mark);
	return add(walk, mark);
}

static enum cfg_error value_begins(
	struct walk *walk, enum place_kind kind, const char *text, yaml_mark_t mark)
{
	if (!walk->depth) {
		walk->places->top = kind;
		return CFG_OK;
	}

	struct level *level = &walk->level[walk->depth - 1];
	if (level->mapping && !level->in_value)
		return fail(walk, "a key must be a plain word", mark);
	if (!level->mapping) {
		enum cfg_error error = enter(walk, NULL, mark);
		if (error)
			return error;
		level->index++;
	}
	level->in_value = false;

	struct place *place = &walk->places->place[walk->places->count - 1];
	place->kind = kind;
	place->value_line = (unsigned)mark.line + 1;
	place->value_column = (unsigned)mark.column + 1;
	if (text && !(place->text = strdup(text)))
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
	return value_begins(walk, PLACE_SCALAR, text, mark);
}

static enum cfg_error descend(struct walk *walk, enum place_kind kind, yaml_mark_t mark)
{
	enum cfg_error error = value_begins(walk, kind, NULL, mark);

	if (error)
		return error;
	if (walk->depth == DEPTH_MAX)
		return fail(walk, "lists and mappings are nested too deeply", mark);
	walk->level[walk->depth++] = (struct level){
		.mapping = kind == PLACE_MAPPING,
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
			return fail(
				walk, "a second document begins; put everything into one", mark);
		return CFG_OK;
	case YAML_ALIAS_EVENT:
		return fail(walk, "an alias (*name) can't be used; write the value out", mark);
	case YAML_SCALAR_EVENT:
		if (strlen((const char *)event->data.scalar.value) != event->data.scalar.length)
			return fail(walk, "a NUL character can't be used", mark);
		return scalar(walk, (const char *)event->data.scalar.value, mark);
	case YAML_SEQUENCE_START_EVENT:
		return descend(walk, PLACE_LIST, mark);
	case YAML_MAPPING_START_EVENT:
		return descend(walk, PLACE_MAPPING, mark);
	case YAML_SEQUENCE_END_EVENT:
	case YAML_MAPPING_END_EVENT:
		ascend(walk);
		return CFG_OK;
	default:
		return CFG_OK;
	}
}

/* libyaml's problems, and what people mean when they have them. */
static const char *const advice[][2] = {
	{"found unexpected end of stream", "a quote or bracket is not closed"},
	{"found character that cannot start any token",
		"a tab is no indentation, and a text that begins with @ or ` needs quotes"},
	{"did not find expected key", "the indentation is not that of the keys before"},
	{"mapping values are not allowed in this context",
		"the indentation is wrong, or a text with \": \" in it needs quotes"},
};

static enum cfg_error no_yaml(
	const yaml_parser_t *parser, const char *text, struct places_fault *fault)
{
	if (parser->error == YAML_MEMORY_ERROR)
		return CFG_NO_MEMORY;
	/* libyaml's problems are static strings, so they outlive the parser. */
	fault->what = parser->problem ? parser->problem : "it can't be read";
	for (size_t i = 0; i < sizeof(advice) / sizeof(advice[0]); i++)
		if (!strcmp(fault->what, advice[i][0]))
			fault->what = advice[i][1];
	/* What is not closed is known where it begins, not where the file ends. */
	yaml_mark_t mark = parser->context_mark.index && fault->what == advice[0][1]
				   ? parser->context_mark
				   : parser->problem_mark;
	fault->line = (unsigned)mark.line + 1;
	fault->column = (unsigned)mark.column + 1;
	if (parser->error == YAML_READER_ERROR) { /* which knows the byte only */
		fault->line = 1;
		fault->column = 1;
		for (size_t i = 0; i < parser->problem_offset; i++) {
			fault->column = text[i] == '\n' ? 1 : fault->column + 1;
			fault->line += text[i] == '\n';
		}
	}
	return CFG_INVALID;
}

static enum cfg_error walk_all(struct walk *walk, yaml_parser_t *parser, const char *text)
{
	enum cfg_error error = CFG_OK;
	bool end = false;

	while (!error && !end) {
		yaml_event_t event;
		if (!yaml_parser_parse(parser, &event))
			return no_yaml(parser, text, walk->fault);
		error = step(walk, &event);
		end = event.type == YAML_STREAM_END_EVENT;
		yaml_event_delete(&event);
	}
	return error;
}

enum cfg_error places_init(
	struct places *places, const char *text, size_t size, struct places_fault *fault)
{
	struct places found = {.top = PLACE_SCALAR};
	struct walk walk = {.places = &found, .fault = fault};
	yaml_parser_t parser;

	if (!yaml_parser_initialize(&parser))
		return CFG_NO_MEMORY;
	yaml_parser_set_input_string(&parser, (const unsigned char *)text, size);
	enum cfg_error error = walk_all(&walk, &parser, text);
	yaml_parser_delete(&parser);

	if (error) {
		places_finish(&found);
		return error;
	}
	*places = found;
	return CFG_OK;
}

void places_finish(struct places *places)
{
	for (size_t i = 0; i < places->count; i++) {
		free(places->place[i].path);
		free(places->place[i].text);
	}
	free(places->place);
	*places = (struct places){0};
}

const struct place *places_find(const struct places *places, const char *path)
{
	for (size_t i = places->count; i-- > 0;)
		if (!strcmp(places->place[i].path, path))
			return &places->place[i];
	return NULL;
}
