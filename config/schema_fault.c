#include "config/schema_fault.h"

#include "config/edit_distance.h"
#include "config/schema.h"

#include <stdlib.h>
#include <string.h>

/* How the lines in libcyaml's log begin. */
static const char fault_head[] = "Load: ";
static const char key_head[] = "Load: Unexpected key: ";
static const char missing_head[] = "Load: Missing required mapping field: ";
static const char twice_head[] = "Load: Mapping field already seen: ";
static const char field_head[] = "  in mapping field '";
static const char item_head[] = "  in sequence entry '";
static const char mapping_head[] = "  in mapping (";

static bool begins_with(const char *text, const char *head)
{
	return !strncmp(text, head, strlen(head));
}

/*
 * Returns the part after `head` of the line that names the fault, or NULL if the line does not
 * begin with `head`.
 */
static const char *after(const struct schema_fault *fault, const char *head)
{
	return begins_with(fault->line, head) ? fault->line + strlen(head) : NULL;
}

void schema_fault_log(cyaml_log_t level, void *context, const char *format, va_list arguments)
{
	struct schema_fault *fault = context;
	char line[SCHEMA_FAULT_SIZE];

	(void)level;
	vsnprintf(line, sizeof(line), format, arguments);
	line[strcspn(line, "\n")] = '\0';
	if (begins_with(line, fault_head) && !fault->line[0]) {
		memcpy(fault->line, line, sizeof(line));
		return;
	}
	if (fault->depth == SCHEMA_FAULT_DEPTH)
		return;

	char *step = fault->way[fault->depth];
	if (begins_with(line, field_head)) {
		char *key = line + strlen(field_head);
		key[strcspn(key, "'")] = '\0';
		snprintf(step, SCHEMA_FAULT_SIZE, "%s", key);
		fault->depth++;
	}
	if (begins_with(line, item_head)) {
		long item = strtol(line + strlen(item_head), NULL, 10);
		snprintf(step, SCHEMA_FAULT_SIZE, "[%ld]", item - 1); /* libcyaml counts from 1 */
		fault->depth++;
	}
	if (begins_with(line, mapping_head))
		fault->depth++;
}

/* Writes the path to the fault, without its innermost `skip` steps. */
static void path_of(const struct schema_fault *fault, size_t skip, char path[SCHEMA_FAULT_SIZE])
{
	size_t length = 0;

	path[0] = '\0';
	for (size_t i = fault->depth; i > skip && length < SCHEMA_FAULT_SIZE; i--) {
		const char *step = fault->way[i - 1];
		const char *dot = length && step[0] && step[0] != '[' ? "." : "";
		int added = snprintf(path + length, SCHEMA_FAULT_SIZE - length, "%s%s", dot, step);
		length += added > 0 ? (size_t)added : 0;
	}
}

static size_t least(size_t a, size_t b)
{
	return a < b ? a : b;
}

/* Returns the key of the mapping that is most similar to the word, or NULL if no key is similar. */
static const char *find_similar_key(const cyaml_schema_value_t *mapping, const char *word)
{
	const char *best = NULL;
	/*
	 * A key is similar if it differs by at most one letter. Each three letters of the word
	 * allow one more letter.
	 */
	size_t best_distance = strlen(word) / 3 + 2;

	for (const cyaml_schema_field_t *field = mapping->mapping.fields; field->key; field++) {
		size_t distance = cfg_edit_distance(word, field->key);
		if (distance < best_distance) {
			best = field->key;
			best_distance = distance;
		}
	}
	return best;
}

/* Returns the key of the top-level mapping in which `word` is a key, or NULL. */
static const char *find_parent(const char *word)
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

/* Returns the key that names the file of this secret, or NULL if the word means no secret. */
static const char *find_file_key(const char *word)
{
	static const struct {
		const char *word, *key;
	} secrets[] = {
		{"password", "password_file"},
		{"access_token", "access_token_file"},
		{"token", "access_token_file"},
	};

	for (size_t i = 0; i < sizeof(secrets) / sizeof(*secrets); i++)
		if (!strcmp(word, secrets[i].word))
			return secrets[i].key;
	return NULL;
}

static void report_unknown_key(
	const struct schema_fault *fault, const char *key, struct report *report)
{
	char parent[SCHEMA_FAULT_SIZE];
	char path[2 * SCHEMA_FAULT_SIZE];

	path_of(fault, 1, parent);
	snprintf(path, sizeof(path), "%s%s%s", parent, parent[0] ? "." : "", key);
	const struct node *node = document_find(report->document, path);
	const cyaml_schema_value_t *mapping = cfg_schema_at(parent);
	const char *like = mapping ? find_similar_key(mapping, key) : NULL;
	const char *other = find_parent(key);
	unsigned line = node ? node->line : 0;
	unsigned column = node ? node->column : 0;

	if (find_file_key(key))
		report_line(report, line, column,
			"unknown key \"%s\": write the secret into a file of its own, which only "
			"the bot can read, and name this file with \"%s\" under \"matrix:\"",
			key, find_file_key(key));
	else if (like)
		report_line(report, line, column, "unknown key \"%s\"; did you mean \"%s\"?", key,
			like);
	else if (other)
		report_line(report, line, column,
			"unknown key \"%s\" here; it belongs under \"%s:\"", key, other);
	else if (parent[0])
		report_line(report, line, column,
			"unknown key \"%s\" under \"%s\"; remove it, or look for the right key in "
			"engarde.example.yaml",
			key, parent);
	else
		report_line(report, line, column,
			"unknown key \"%s\"; remove it, or look for the right key in "
			"engarde.example.yaml",
			key);
}

static void report_missing_key(
	const struct schema_fault *fault, const char *key, struct report *report)
{
	char parent[SCHEMA_FAULT_SIZE];

	path_of(fault, 1, parent);
	const struct node *node = document_find(report->document, parent);
	if (node)
		report_line(report, node->line, node->column,
			"\"%s\" is missing; add it under \"%s:\"", key, parent);
	else
		report_line(
			report, 0, 0, "\"%s:\" is missing; add it as in engarde.example.yaml", key);
}

/* Writes to `text` which values the schema allows at the path. */
static void describe_value(
	const char *path, const cyaml_schema_value_t *value, char *text, size_t size)
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

static void report_wrong_value(const char *path, struct report *report)
{
	const cyaml_schema_value_t *value = cfg_schema_at(path);
	const struct node *node = document_find(report->document, path);
	enum node_kind kind = node ? node->kind : report->document->top;
	const char *text = node && node->text ? node->text : "";
	char wanted[SCHEMA_FAULT_SIZE] = "another value";

	if (value)
		describe_value(path, value, wanted, sizeof(wanted));
	if (!node)
		report_line(report, 0, 0,
			"expected keys with their values, found a %s; see "
			"engarde.example.yaml",
			kind == NODE_LIST ? "list" : "text");
	else if (kind != NODE_SCALAR)
		report_value(report, path, "expected %s, found a %s", wanted,
			kind == NODE_LIST ? "list" : "mapping");
	else if (!text[0])
		report_value(report, path, "has no value; expected %s (or remove the key)", wanted);
	else
		report_value(report, path, "expected %s, found \"%s\"", wanted, text);
}

/* Reports any other fault, with the message of libcyaml. */
static void report_other_fault(const struct schema_fault *fault, const char *path,
	cyaml_err_t error, struct report *report)
{
	const char *text = after(fault, fault_head);

	if (!text)
		text = cyaml_strerror(error);
	if (path[0])
		report_value(report, path, "%s", text);
	else
		report_node(report, path, "%s", text);
}

static void report_wrong_size(const char *path, const cyaml_schema_value_t *value,
	cyaml_err_t error, struct report *report)
{
	if (error == CYAML_ERR_STRING_LENGTH_MIN)
		report_value(report, path, "is empty; give it a value, or remove it");
	else if (error == CYAML_ERR_STRING_LENGTH_MAX)
		report_value(
			report, path, "is longer than %u bytes; shorten it", value->string.max);
	else if (error == CYAML_ERR_SEQUENCE_ENTRIES_MIN)
		report_value(report, path,
			"has too few entries; write at least %u, or remove the key",
			value->sequence.min);
	else
		report_value(
			report, path, "has more than %u entries; remove some", value->sequence.max);
}

void schema_fault_report(const struct schema_fault *fault, cyaml_err_t error, struct report *report)
{
	char path[SCHEMA_FAULT_SIZE];
	const char *key;

	path_of(fault, 0, path);
	switch ((int)error) {
	case CYAML_ERR_INVALID_VALUE:
		report_wrong_value(path, report);
		return;
	case CYAML_ERR_SEQUENCE_ENTRIES_MIN:
	case CYAML_ERR_SEQUENCE_ENTRIES_MAX:
		/*
		 * libcyaml's path ends with a list item such as "[3]". But the number of items is
		 * wrong, so cut the path after the name of the list.
		 */
		path[strcspn(path, "[")] = '\0';
		report_wrong_size(path, cfg_schema_at(path), error, report);
		return;
	case CYAML_ERR_STRING_LENGTH_MIN:
	case CYAML_ERR_STRING_LENGTH_MAX:
		report_wrong_size(path, cfg_schema_at(path), error, report);
		return;
	default:
		break;
	}

	if ((key = after(fault, key_head)))
		report_unknown_key(fault, key, report);
	else if ((key = after(fault, missing_head)))
		report_missing_key(fault, key, report);
	else if ((key = after(fault, twice_head)))
		report_node(report, path, "\"%s\" is given twice; keep one of them", key);
	else
		report_other_fault(fault, path, error, report);
}
