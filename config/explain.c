#include "config/explain.h"

#include "config/schema.h"

#include <stdlib.h>
#include <string.h>

/* libcyaml has no other channel for these than its log. */
static const char fault_head[] = "Load: ";
static const char key_head[] = "Load: Unexpected key: ";
static const char missing_head[] = "Load: Missing required mapping field: ";
static const char twice_head[] = "Load: Mapping field already seen: ";
static const char field_head[] = "  in mapping field '";
static const char item_head[] = "  in sequence entry '";
static const char mapping_head[] = "  in mapping (";

static bool starts(const char *text, const char *head)
{
	return !strncmp(text, head, strlen(head));
}

/* The rest of the fault behind `head`; NULL when it begins otherwise. */
static const char *behind(const struct explain *explain, const char *head)
{
	return starts(explain->fault, head) ? explain->fault + strlen(head) : NULL;
}

void explain_log(cyaml_log_t level, void *context, const char *format, va_list arguments)
{
	struct explain *explain = context;
	char line[EXPLAIN_SIZE];

	(void)level;
	vsnprintf(line, sizeof(line), format, arguments);
	line[strcspn(line, "\n")] = '\0';
	if (starts(line, fault_head) && !explain->fault[0]) {
		memcpy(explain->fault, line, sizeof(line));
		return;
	}
	if (explain->depth == EXPLAIN_DEPTH)
		return;

	char *step = explain->way[explain->depth];
	if (starts(line, field_head)) {
		char *key = line + strlen(field_head);
		key[strcspn(key, "'")] = '\0';
		snprintf(step, EXPLAIN_SIZE, "%s", key);
		explain->depth++;
	}
	if (starts(line, item_head)) {
		long item = strtol(line + strlen(item_head), NULL, 10);
		snprintf(step, EXPLAIN_SIZE, "[%ld]", item - 1); /* libcyaml counts from 1 */
		explain->depth++;
	}
	if (starts(line, mapping_head))
		explain->depth++;
}

/* The path whose innermost `skip` steps are left out. */
static void path_of(const struct explain *explain, size_t skip, char path[EXPLAIN_SIZE])
{
	size_t length = 0;

	path[0] = '\0';
	for (size_t i = explain->depth; i > skip && length < EXPLAIN_SIZE; i--) {
		const char *step = explain->way[i - 1];
		const char *dot = length && step[0] && step[0] != '[' ? "." : "";
		int added = snprintf(path + length, EXPLAIN_SIZE - length, "%s%s", dot, step);
		length += added > 0 ? (size_t)added : 0;
	}
}

static size_t least(size_t a, size_t b)
{
	return a < b ? a : b;
}

/* Levenshtein's distance; words longer than a key may be are far from all. */
static size_t distance(const char *a, const char *b)
{
	size_t row[32];
	size_t width = strlen(b);

	if (width >= sizeof(row) / sizeof(row[0]))
		return SIZE_MAX;
	for (size_t j = 0; j <= width; j++)
		row[j] = j;
	for (size_t i = 1; a[i - 1]; i++) {
		size_t diagonal = row[0];
		row[0] = i;
		for (size_t j = 1; j <= width; j++) {
			size_t changed = diagonal + (a[i - 1] != b[j - 1]);
			diagonal = row[j];
			row[j] = least(changed, least(row[j], row[j - 1]) + 1);
		}
	}
	return row[width];
}

/* The key of the mapping that is most like the word; NULL when none is. */
static const char *nearest(const cyaml_schema_value_t *mapping, const char *word)
{
	const char *best = NULL;
	size_t best_distance =
		strlen(word) / 3 + 2; /* one slip, and one more every three letters */

	for (const cyaml_schema_field_t *field = mapping->mapping.fields; field->key; field++) {
		size_t d = distance(word, field->key);
		if (d < best_distance) {
			best = field->key;
			best_distance = d;
		}
	}
	return best;
}

/* The mapping in which the word would be a key; NULL when there is none. */
static const char *home_of(const char *word)
{
	const cyaml_schema_field_t *top = cfg_schema.mapping.fields;

	for (; top->key; top++) {
		if (top->value.type != CYAML_MAPPING)
			continue;
		const cyaml_schema_field_t *field = top->value.mapping.fields;
		for (; field->key; field++)
			if (!strcmp(field->key, word))
				return top->key;
	}
	return NULL;
}

static void explain_key(const struct explain *explain, const char *key, struct report *report)
{
	char parent[EXPLAIN_SIZE];
	char path[2 * EXPLAIN_SIZE];

	path_of(explain, 1, parent);
	snprintf(path, sizeof(path), "%s%s%s", parent, parent[0] ? "." : "", key);
	const struct place *place = places_find(report->places, path);
	const cyaml_schema_value_t *mapping = cfg_schema_at(parent);
	const char *like = mapping ? nearest(mapping, key) : NULL;
	const char *home = home_of(key);
	unsigned line = place ? place->line : 0;
	unsigned column = place ? place->column : 0;

	if (like)
		report_line(report, line, column, "unknown key \"%s\"; did you mean \"%s\"?", key,
			like);
	else if (home)
		report_line(report, line, column,
			"unknown key \"%s\" here; it belongs under \"%s:\"", key, home);
	else if (parent[0])
		report_line(report, line, column,
			"unknown key \"%s\" under \"%s\"; take it out, or see "
			"engarde.example.yaml for the keys there are",
			key, parent);
	else
		report_line(report, line, column,
			"unknown key \"%s\"; take it out, or see engarde.example.yaml for the keys "
			"there are",
			key);
}

static void explain_missing(const struct explain *explain, const char *key, struct report *report)
{
	char parent[EXPLAIN_SIZE];

	path_of(explain, 1, parent);
	const struct place *place = places_find(report->places, parent);
	if (place)
		report_line(report, place->line, place->column,
			"\"%s\" is missing; add it under \"%s:\"", key, parent);
	else
		report_line(report, 0, 0,
			"\"%s:\" is missing; it is needed, as in engarde.example.yaml", key);
}

static void expected(const char *path, const cyaml_schema_value_t *value, char *text, size_t size)
{
	switch ((int)value->type) {
	case CYAML_UINT:
		snprintf(text, size, "a whole number");
		for (size_t i = 0; i < CFG_NUMBERS; i++)
			if (!strcmp(cfg_numbers[i].path, path))
				snprintf(text, size, "a whole number from %u to %u",
					cfg_numbers[i].least, cfg_numbers[i].most);
		return;
	case CYAML_STRING:
		snprintf(text, size, "a text");
		return;
	case CYAML_SEQUENCE:
		snprintf(text, size, "a list, as in [a, b]");
		return;
	case CYAML_MAPPING:
		snprintf(text, size, "keys with their values, indented below it");
		return;
	default:
		break;
	}
	size_t length = 0;
	for (uint32_t i = 0; value->type == CYAML_ENUM && i < value->enumeration.count; i++) {
		const char *comma = !i ? "one of " : ", ";
		int added = snprintf(text + length, size - length, "%s%s", comma,
			value->enumeration.strings[i].str);
		length = added > 0 ? least(length + (size_t)added, size - 1) : length;
	}
}

static void explain_value(const char *path, struct report *report)
{
	const cyaml_schema_value_t *value = cfg_schema_at(path);
	const struct place *place = places_find(report->places, path);
	enum place_kind kind = place ? place->kind : report->places->top;
	const char *text = place && place->text ? place->text : "";
	char wanted[EXPLAIN_SIZE] = "another value";

	if (value)
		expected(path, value, wanted, sizeof(wanted));
	if (!place)
		report_line(report, 0, 0,
			"expected keys with their values, found a %s; see "
			"engarde.example.yaml",
			kind == PLACE_LIST ? "list" : "text");
	else if (kind != PLACE_SCALAR)
		report_value(report, path, "%s: expected %s, found a %s", path, wanted,
			kind == PLACE_LIST ? "list" : "mapping");
	else if (!text[0])
		report_value(report, path, "%s: has no value; expected %s (or take the key out)",
			path, wanted);
	else
		report_value(report, path, "%s: expected %s, found \"%s\"", path, wanted, text);
}

/* Whatever else libcyaml refuses, in its own words. */
static void explain_other(
	const struct explain *explain, const char *path, cyaml_err_t error, struct report *report)
{
	const char *fault = behind(explain, fault_head);

	report_value(report, path, "%s%s%s", path, path[0] ? ": " : "",
		fault ? fault : cyaml_strerror(error));
}

static void explain_range(const char *path, const cyaml_schema_value_t *value, cyaml_err_t error,
	struct report *report)
{
	if (error == CYAML_ERR_STRING_LENGTH_MIN)
		report_value(report, path, "%s: is empty; give it a value or take it out", path);
	else if (error == CYAML_ERR_STRING_LENGTH_MAX)
		report_value(report, path, "%s: is longer than %u bytes; shorten it", path,
			value->string.max);
	else if (error == CYAML_ERR_SEQUENCE_ENTRIES_MIN)
		report_value(report, path, "%s: needs at least %u; add one or take the key out",
			path, value->sequence.min);
	else
		report_value(report, path, "%s: has more than %u; take some out", path,
			value->sequence.max);
}

void explain_fault(const struct explain *explain, cyaml_err_t error, struct report *report)
{
	char path[EXPLAIN_SIZE];
	const char *key;

	path_of(explain, 0, path);
	switch ((int)error) {
	case CYAML_ERR_INVALID_VALUE:
		explain_value(path, report);
		return;
	case CYAML_ERR_SEQUENCE_ENTRIES_MIN:
	case CYAML_ERR_SEQUENCE_ENTRIES_MAX:
		/* The way ends at the item that is missing, or is too many. */
		path[strcspn(path, "[")] = '\0';
		explain_range(path, cfg_schema_at(path), error, report);
		return;
	case CYAML_ERR_STRING_LENGTH_MIN:
	case CYAML_ERR_STRING_LENGTH_MAX:
		explain_range(path, cfg_schema_at(path), error, report);
		return;
	default:
		break;
	}

	if ((key = behind(explain, key_head)))
		explain_key(explain, key, report);
	else if ((key = behind(explain, missing_head)))
		explain_missing(explain, key, report);
	else if ((key = behind(explain, twice_head)))
		report_value(report, path, "\"%s\" is given twice; keep one of them", key);
	else
		explain_other(explain, path, error, report);
}
