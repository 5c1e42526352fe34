#include "config/unknown_key.h"

#include "config/edit_distance.h"
#include "config/keys.h"

#include <string.h>

/* Returns the key of the section that is most similar to the word, or NULL if no key is similar. */
static const char *find_similar(const struct cfg_key *section, const char *word)
{
	const char *best = NULL;
	/*
	 * A key is similar if it differs by at most one letter, plus one letter for each three
	 * letters of the word.
	 */
	size_t best_distance = strlen(word) / 3 + 2;

	for (const struct cfg_key *key = cfg_keys; key->path; key++) {
		const char *name = cfg_key_name(key);

		if (!cfg_key_is_in(key, section))
			continue;
		size_t distance = cfg_edit_distance(word, name);
		if (distance < best_distance) {
			best = name;
			best_distance = distance;
		}
	}
	return best;
}

/*
 * Returns a key with this name that is in a section, or NULL. The name may begin with the section,
 * as in "matrix.user".
 */
static const struct cfg_key *find_in_sections(const char *name)
{
	for (const struct cfg_key *key = cfg_keys; key->path; key++)
		if (cfg_key_section(key) &&
			(!strcmp(cfg_key_name(key), name) || !strcmp(key->path, name)))
			return key;
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

static void report_unknown(
	const struct node *node, const struct cfg_key *section, struct report *report)
{
	unsigned line = node->line, column = node->column;
	const char *similar = find_similar(section, node->key);
	const struct cfg_key *other = find_in_sections(node->key);
	struct quote quote;
	const char *key = report_quote(&quote, node->key);

	if (!strcmp(key, "<<"))
		report_add(report, line, column,
			"the merge key \"<<\" is not allowed; write each key and its value here");
	else if (find_file_key(key))
		report_add(report, line, column,
			"unknown key \"%s\": write the secret into a file of its own, which only "
			"the bot can read, and name this file with \"%s\" under \"matrix:\"",
			key, find_file_key(key));
	else if (similar)
		report_add(report, line, column, "unknown key \"%s\"; did you mean \"%s\"?", key,
			similar);
	else if (other)
		report_add(report, line, column,
			"unknown key \"%s\" here; write \"%s:\" under \"%s:\", indented", key,
			cfg_key_name(other), cfg_key_section(other)->path);
	else if (section)
		report_add(report, line, column,
			"unknown key \"%s\" under \"%s\"; remove it, or look for the right key in "
			"engarde.example.yaml",
			key, section->path);
	else
		report_add(report, line, column,
			"unknown key \"%s\"; remove it, or look for the right key in "
			"engarde.example.yaml",
			key);
}

void unknown_keys_report(const struct document *document, struct report *report)
{
	for (size_t i = 0; i < document->count; i++) {
		const struct node *node = &document->nodes[i];
		const struct node *parent =
			node->parent ? &document->nodes[node->parent - 1] : NULL;
		const struct cfg_key *section =
			parent && parent->depth == 1 ? cfg_key_find(parent->path) : NULL;
		bool is_known = node->depth < 3 && cfg_key_find(node->path);

		/* A fault of the parent is reported already, so its keys are not looked at. */
		if (!node->key || (parent && (!section || section->kind != CFG_SECTION)))
			continue;
		if (!is_known || (node->depth == 1 && strchr(node->key, '.')))
			report_unknown(node, section, report);
	}
}
