#include "config/read.h"

#include "bot/base/memory.h"
#include "config/address.h"
#include "config/environment.h"
#include "config/keys.h"
#include "config/values.h"

#include <stdlib.h>
#include <string.h>

#define WANTED_SIZE 128 /* bytes of a text that says which values a key may have */

/* What is read, and to where. */
struct reading {
	struct cfg *config;
	const struct document *document;
	struct report *report;
};

/* Writes which values the key may have. */
static const char *describe(const struct cfg_key *key, char wanted[WANTED_SIZE])
{
	size_t length = 0;

	switch (key->kind) {
	case CFG_NUMBER:
		snprintf(wanted, WANTED_SIZE,
			"a whole number from %u to %u (decimal digits only, no leading zero)",
			key->least, key->most);
		return wanted;
	case CFG_TEXT:
		return "a text";
	case CFG_LIST:
		return "a list, as in [a, b]";
	case CFG_SECTION:
		return "keys with their values, indented below it";
	case CFG_WORD:
		break;
	}
	for (size_t i = 0; key->words[i]; i++)
		length += (size_t)snprintf(wanted + length, WANTED_SIZE - length, "%s%s",
			i ? ", " : "one of ", key->words[i]);
	return wanted;
}

static void report_wrong(struct report *report, const struct cfg_key *key, struct node *node)
{
	char buffer[WANTED_SIZE];
	const char *wanted = describe(key, buffer);
	struct quote quote;

	if (!node->text)
		document_report(report, node, "expected %s, found a %s", wanted,
			node->kind == NODE_LIST ? "list" : "mapping");
	else if (node->kind == NODE_NOTHING || !node->text[0])
		document_report(report, node, "has no value; give it %s%s", wanted,
			key->is_required ? ""
			: node->variable ? ", or unset it"
					 : ", or remove the key");
	else
		document_report(report, node, "expected %s, found \"%s\"%s", wanted,
			report_quote(&quote, node->text),
			key->kind == CFG_LIST && node->text[0] == '-'
				? "; write a space behind the dash of each item"
				: "");
}

/*
 * Whether a text is a URL that may have a password, as in https://name:password@example.org. The
 * URL of a database can have one in several places.
 */
static bool may_have_password(const char *text)
{
	const char *user = strstr(text, "://");
	const char *host = user ? strchr(user, '@') : NULL;

	return cfg_is_server_url(text) ||
	       (host && memchr(user + 3, ':', (size_t)(host - user - 3)));
}

/* Reports what is wrong with a text. Does not quote a password. */
static void report_fault(struct report *report, struct node *node, const char *fault)
{
	struct quote quote;

	if (may_have_password(node->text))
		document_report(report, node, "this URL %s", fault);
	else
		document_report(report, node, "\"%s\" %s", report_quote(&quote, node->text), fault);
}

/* Replaces *text by a copy of the node's text. Reports the fault of a text that is wrong. */
static void take_text(
	const struct cfg_key *key, struct node *node, struct report *report, char **text)
{
	const char *fault = key->find_fault ? key->find_fault(node->text) : NULL;

	if (strlen(node->text) > key->longest) {
		document_report(report, node, "is longer than %zu bytes; shorten it", key->longest);
	} else if (fault) {
		report_fault(report, node, fault);
	} else {
		free(*text);
		*text = bot_strdup(node->text);
	}
}

static void read_text(const struct reading *reading, const struct cfg_key *key, struct node *node)
{
	if (node->kind != NODE_TEXT || !node->text[0])
		report_wrong(reading->report, key, node);
	else
		take_text(key, node, reading->report, cfg_value_at(reading->config, key->offset));
}

static void read_word(const struct reading *reading, const struct cfg_key *key, struct node *node)
{
	/* the member is an enum, which is an unsigned int */
	uint32_t *value = cfg_value_at(reading->config, key->offset), word = 0;

	while (key->words[word] && !(node->text && strcmp(key->words[word], node->text) == 0))
		word++;
	if (key->words[word])
		*value = word;
	else
		report_wrong(reading->report, key, node);
}

/* Whether the text is a decimal number, and not one such as "30d", "010" or "0x10". */
static bool is_decimal(const char *text)
{
	size_t digits = strspn(text, "0123456789");

	return digits && !text[digits] && (text[0] != '0' || digits == 1);
}

static void read_number(const struct reading *reading, const struct cfg_key *key, struct node *node)
{
	uint32_t number;
	unsigned long long value;
	struct quote quote;

	if (!node->text || !is_decimal(node->text)) {
		report_wrong(reading->report, key, node);
		return;
	}
	value = strtoull(node->text, NULL, 10); /* ULLONG_MAX if the number is larger */
	if (value < key->least || value > key->most) {
		document_report(reading->report, node,
			"%s is out of range; write a number from %u to %u",
			report_quote(&quote, node->text), key->least, key->most);
		return;
	}
	number = (uint32_t)value;
	memcpy(cfg_value_at(reading->config, key->offset), &number, sizeof(number));
}

static void read_item(
	const struct reading *reading, const struct cfg_key *key, struct node *node, char **item)
{
	if (!node->text)
		document_report(reading->report, node, "expected a text, found a %s",
			node->kind == NODE_LIST ? "list" : "mapping");
	else if (node->kind == NODE_NOTHING || !node->text[0])
		document_report(reading->report, node, "is empty; give it a value, or remove it");
	else
		take_text(key, node, reading->report, item);
}

/* Returns the item of the list behind the node `after`, or the first item if that is the list. */
static struct node *next_item(
	const struct document *document, const struct node *list, const struct node *after)
{
	const size_t parent = (size_t)(list - document->nodes) + 1;

	for (size_t i = (size_t)(after - document->nodes) + 1; i < document->count; i++) {
		if (document->nodes[i].parent == parent)
			return &document->nodes[i];
		if (document->nodes[i].depth <= list->depth)
			return NULL;
	}
	return NULL;
}

static unsigned count_items(const struct document *document, const struct node *list)
{
	unsigned count = 0;

	for (const struct node *item = list; (item = next_item(document, list, item));)
		count++;
	return count;
}

/* Reads the items into the list, which has enough space. */
static void read_items(
	const struct reading *reading, const struct cfg_key *key, struct node *list, char **items)
{
	for (struct node *item = list; (item = next_item(reading->document, list, item)); items++)
		if (!item->is_faulty)
			read_item(reading, key, item, items);
}

static void read_list(const struct reading *reading, const struct cfg_key *key, struct node *node)
{
	unsigned count = count_items(reading->document, node);

	if (node->kind != NODE_LIST)
		report_wrong(reading->report, key, node);
	else if (count < key->least)
		document_report(reading->report, node,
			"has too few entries; write at least %u, or %s", key->least,
			node->variable ? "unset it" : "remove the key");
	else if (count > key->most)
		document_report(reading->report, node,
			"has %u entries, but at most %u are allowed; remove some", count,
			key->most);
	if (node->is_faulty)
		return;
	cfg_list_make(reading->config, key, count);
	read_items(reading, key, node, *(char ***)cfg_value_at(reading->config, key->offset));
}

static void read_value(const struct reading *reading, const struct cfg_key *key, struct node *node)
{
	switch (key->kind) {
	case CFG_SECTION:
		if (node->kind != NODE_MAPPING)
			report_wrong(reading->report, key, node);
		break;
	case CFG_TEXT:
		read_text(reading, key, node);
		break;
	case CFG_LIST:
		read_list(reading, key, node);
		break;
	case CFG_WORD:
		read_word(reading, key, node);
		break;
	case CFG_NUMBER:
		read_number(reading, key, node);
		break;
	}
}

static void report_missing(const struct reading *reading, const struct cfg_key *key)
{
	const struct cfg_key *section = cfg_key_section(key);
	const struct node *node =
		section ? document_find(reading->document, section->path, NULL) : NULL;
	char variable[VARIABLE_SIZE];

	if (!section)
		report_add(reading->report, 0, 0,
			"\"%s:\" is missing; add it as in engarde.example.yaml%s", key->path,
			environment_has_values() ? ", or set ENGARDE_MATRIX__HOMESERVER and "
						   "ENGARDE_MATRIX__USER"
						 : "");
	else if (node && node->kind == NODE_MAPPING && !node->line)
		report_add(reading->report, 0, 0,
			"\"%s\" is missing; set %s, or add \"%s\" under \"%s:\"", key->path,
			environment_variable(key, variable), cfg_key_name(key), section->path);
	else if (node && node->kind == NODE_MAPPING)
		report_add(reading->report, node->line, node->column,
			"\"%s\" is missing; add it under \"%s:\"", cfg_key_name(key),
			section->path);
}

/* Reads the value of one key, and reports each further place where the key is given. */
static void read_key(const struct reading *reading, const struct cfg_key *key)
{
	struct node *node = document_find(reading->document, key->path, NULL);
	struct node *again = node;

	if (!node) {
		if (key->is_required)
			report_missing(reading, key);
		return;
	}
	while ((again = document_find(reading->document, key->path, again)))
		report_add(reading->report, again->line, again->column,
			"\"%s\" is given twice, first in line %u; keep one of them", key->path,
			node->line);
	if (!node->is_faulty)
		read_value(reading, key, node);
}

void cfg_read(struct cfg *config, const struct document *document, struct report *report)
{
	const struct reading reading = {config, document, report};

	if (document->top == NODE_NOTHING) {
		report_add(report, 0, 0, "is empty; begin with a copy of engarde.example.yaml");
		return;
	}
	if (document->top != NODE_MAPPING) {
		report_add(report, 0, 0,
			"expected keys with their values, found a %s; see engarde.example.yaml",
			document->top == NODE_LIST ? "list" : "text");
		return;
	}
	for (const struct cfg_key *key = cfg_keys; key->path; key++)
		read_key(&reading, key);
	unknown_keys_report(document, report);
}
