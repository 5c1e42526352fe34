#include "config/environment.h"

#include "bot/base/memory.h"
#include "config/edit_distance.h"

#include <stdlib.h>
#include <string.h>
#include <unicode/ustring.h>

#define PREFIX     "ENGARDE_"
#define PASSWORD   PREFIX "PASSWORD" /* the variables of the secrets: see secrets.c */
#define TOKEN      PREFIX "ACCESS_TOKEN"
#define BLANKS     " \t\r\n"
#define SEPARATORS ", " /* between the items of a list; no item may contain one */

extern char **environ;

/* ASCII only: the locale must not change the names. */
static char capital(char letter)
{
	return (char)(letter >= 'a' && letter <= 'z' ? letter - 'a' + 'A' : letter);
}

const char *environment_variable(const struct cfg_key *key, char variable[VARIABLE_SIZE])
{
	size_t length = strlen(strcpy(variable, PREFIX));

	for (const char *at = key->path; *at && length < VARIABLE_SIZE - 2; at++)
		if (*at == '.')
			length += strlen(strcpy(variable + length, "__"));
		else
			variable[length++] = capital(*at);
	variable[length] = '\0';
	return variable;
}

const char *environment_name(const char *path, char variable[VARIABLE_SIZE])
{
	return getenv(environment_variable(cfg_key_find(path), variable)) ? variable : path;
}

/* Returns the value of the key's variable, or NULL. A section has no variable. */
static const char *value_of(const struct cfg_key *key, char variable[VARIABLE_SIZE])
{
	return key->kind == CFG_SECTION ? NULL : getenv(environment_variable(key, variable));
}

bool environment_has_values(void)
{
	char variable[VARIABLE_SIZE];

	for (const struct cfg_key *key = cfg_keys; key->path; key++)
		if (value_of(key, variable))
			return true;
	return false;
}

/*
 * Returns what is wrong with the form of a value, or NULL. A variable has no quotes around its
 * value, no blanks after a word, and no brackets around a list, as the file has them: all of it is
 * the value. An address may begin with a bracket: [::1].
 */
static const char *form_fault(const struct cfg_key *key, const char *value)
{
	size_t length = strlen(value), word = strcspn(value, BLANKS);
	const char *last = length > 1 ? value + length - 1 : "";

	if ((value[0] == '"' || value[0] == '\'') && *last == value[0])
		return "the quotes are a part of the value; write it without them";
	if (key->kind == CFG_LIST && value[0] == '[' && *last == ']' &&
		(strpbrk(value, "\"'") || !strchr(value, ':')))
		return "write the items of the list without brackets and quotes, and with commas "
		       "between them";
	if (key->kind != CFG_LIST && word < length && word + strspn(value + word, BLANKS) == length)
		return "the blanks or line ends after it are a part of the value; write it "
		       "without them";
	return NULL;
}

/* Takes a key that the file gives, perhaps more than once, out of the document. */
static void remove_all(const struct document *document, const char *path)
{
	struct node *node;

	while ((node = document_find(document, path, NULL)))
		node->is_replaced = true;
}

/* Appends a node with copies of the texts. `text` is NULL if the node is a list or a mapping. */
static void append(struct document *document, struct node node, const char *path,
	const char *variable, const char *text)
{
	const char *dot = strrchr(path, '.');

	node.path = bot_strdup(path);
	node.variable = variable ? bot_strdup(variable) : NULL;
	node.text = text ? bot_strdup(text) : NULL;
	if (path[strlen(path) - 1] != ']')
		node.key = node.path + (dot ? dot + 1 - path : 0);
	document_append(document, node);
}

/* Finds or makes a section. Returns the number of its node, plus 1. */
static size_t enter_section(struct document *document, const char *section)
{
	struct node *node = document_find(document, section, NULL);

	if (node && node->kind == NODE_NOTHING) {
		free(node->text);
		node->text = NULL;
		node->kind = NODE_MAPPING;
	}
	if (node)
		return (size_t)(node - document->nodes) + 1;
	append(document, (struct node){.depth = 1, .kind = NODE_MAPPING}, section, NULL, NULL);
	return document->count;
}

/* Appends an item to the list, which is the key that was put last. */
static void put_item(struct document *document, size_t list, const char *variable, const char *text)
{
	const struct node *node = &document->nodes[list];
	char path[64];

	snprintf(path, sizeof(path), "%s[%zu]", node->path, document->count - list - 1);
	append(document,
		(struct node){
			.depth = node->depth + 1,
			.parent = list + 1,
			.line = REPORT_NO_PLACE,
			.value_line = REPORT_NO_PLACE,
			.kind = NODE_TEXT,
		},
		path, variable, text);
}

/* Adds the items of a list, which stand between separators. */
static void put_items(
	struct document *document, size_t list, const char *variable, const char *value)
{
	char *items = bot_strdup(value), *rest = NULL;

	for (char *item = strtok_r(items, SEPARATORS, &rest); item;
		item = strtok_r(NULL, SEPARATORS, &rest))
		put_item(document, list, variable, item);
	free(items);
}

/* A file is UTF-8 for certain, because libyaml reads it. */
static bool is_utf8(const char *text)
{
	UErrorCode error = U_ZERO_ERROR;

	u_strFromUTF8(NULL, 0, NULL, text, -1, &error); /* only reads: there is room for nothing */
	return error != U_INVALID_CHAR_FOUND;
}

/*
 * Gives a key its value. Removes what the file says of the key, and makes the section that contains
 * the key if the file lacks it. `variable` names the environment variable that gives the value.
 */
static void put(struct document *document, const struct cfg_key *key, const char *variable,
	const char *value)
{
	const struct cfg_key *section = cfg_key_section(key);
	bool is_list = key->kind == CFG_LIST;
	struct node node = {
		.depth = section ? 2 : 1,
		.line = REPORT_NO_PLACE,
		.value_line = REPORT_NO_PLACE,
		.kind = is_list ? NODE_LIST : NODE_TEXT,
	};
	size_t list;

	remove_all(document, key->path);
	if (section)
		node.parent = enter_section(document, section->path);
	list = document->count;
	if (document->top == NODE_NOTHING)
		document->top = NODE_MAPPING;
	append(document, node, key->path, variable, is_list ? NULL : value);
	if (is_list)
		put_items(document, list, variable, value);
}

/* Whether two names differ only in what separates their words and in the case of their letters. */
static bool is_same_but_separators(const char *a, const char *b)
{
	do {
		a += strspn(a, "_-.");
		b += strspn(b, "_-.");
		if (capital(*a) != capital(*b))
			return false;
	} while (*a++ && *b++);
	return true;
}

/*
 * Returns the key for which the variable may be meant, or NULL: the name is that of the key but for
 * what separates its words, or is similar, or lacks its section, such as ENGARDE_HOMESERVER. Other
 * names are none of ours: Kubernetes, for one, sets ENGARDE_PORT in each container if a service has
 * the name "engarde".
 */
static const struct cfg_key *find_meant(const char *name)
{
	const char *rest = name + strlen(PREFIX);
	size_t most = strstr(rest, "__") ? 3 : 1; /* letters by which a similar name may differ */
	size_t most_of_name = strlen(rest) > 5 ? 1 : 0; /* without the section: PORT is no FORM */
	char variable[VARIABLE_SIZE];

	for (const struct cfg_key *key = cfg_keys; key->path; key++)
		if (key->kind != CFG_SECTION &&
			(is_same_but_separators(name, environment_variable(key, variable)) ||
				cfg_edit_distance(rest, variable + strlen(PREFIX)) <= most ||
				cfg_edit_distance(rest, cfg_key_name(key)) <= most_of_name))
			return key;
	return NULL;
}

/* Whether the name is a key's, but for the case of its letters. The prefix is in small letters. */
static bool is_in_small_letters(const char *name)
{
	char variable[VARIABLE_SIZE];

	for (const struct cfg_key *key = cfg_keys; key->path; key++)
		if (key->kind != CFG_SECTION &&
			is_same_but_separators(name, environment_variable(key, variable)))
			return true;
	return false;
}

static bool is_known(const char *name)
{
	char variable[VARIABLE_SIZE];

	for (const struct cfg_key *key = cfg_keys; key->path; key++)
		if (key->kind != CFG_SECTION &&
			strcmp(name, environment_variable(key, variable)) == 0)
			return true;
	return strcmp(name, PASSWORD) == 0 || strcmp(name, TOKEN) == 0;
}

/* Returns the variable of the secret for which the name may be meant, or NULL. */
static const char *find_secret(const char *name)
{
	static const char *const secrets[] = {PASSWORD, TOKEN, PREFIX "TOKEN"};
	const char *section = strstr(name, "MATRIX");
	const char *rest = section ? section + strlen("MATRIX") : name + strlen(PREFIX);

	rest += strspn(rest, "_");
	for (size_t i = 0; i < sizeof(secrets) / sizeof(secrets[0]); i++)
		if (cfg_edit_distance(rest, secrets[i] + strlen(PREFIX)) <= 1)
			return i == 0 ? secrets[0] : secrets[1];
	return NULL;
}

/* Reports a variable that is no key's, but seems to be meant for a key. */
static void report_stray(const char *name, struct report *report)
{
	const struct cfg_key *meant = find_meant(name);
	char variable[VARIABLE_SIZE];
	struct quote quote;

	const char *secret = find_secret(name);

	if (secret)
		report_add(report, REPORT_NO_PLACE, 0,
			"%s: no key has this variable; the variable of this secret is %s",
			report_quote(&quote, name), secret);
	else if (meant)
		report_add(report, REPORT_NO_PLACE, 0,
			"%s: no key has this variable; did you mean %s?",
			report_quote(&quote, name), environment_variable(meant, variable));
	else if (strstr(name, "__"))
		report_add(report, REPORT_NO_PLACE, 0,
			"%s: no key has this variable; unset it, or look for the right key in "
			"engarde.example.yaml",
			report_quote(&quote, name));
}

static void report_strays(struct report *report)
{
	for (char **entry = environ; entry && *entry; entry++) {
		size_t length = strcspn(*entry, "=");
		char name[VARIABLE_SIZE];

		if (length < strlen(PREFIX) || length >= sizeof(name))
			continue;
		memcpy(name, *entry, length);
		name[length] = '\0';
		if (strncmp(name, PREFIX, strlen(PREFIX)) == 0 ? !is_known(name)
							       : is_in_small_letters(name))
			report_stray(name, report);
	}
}

void environment_apply(struct document *document, struct report *report)
{
	char variable[VARIABLE_SIZE];

	for (const struct cfg_key *key = cfg_keys; key->path; key++) {
		const char *value = value_of(key, variable);
		const char *fault = !value           ? NULL
				    : is_utf8(value) ? form_fault(key, value)
						     : "is not UTF-8; write it again";

		if (value)
			put(document, key, variable, fault ? "" : value);
		if (fault)
			document_report(
				report, document_find(document, key->path, NULL), "%s", fault);
	}
	report_strays(report);
}

void cfg_print_variables(FILE *out)
{
	const char *before = "the environment gives ";
	char variable[VARIABLE_SIZE];

	for (const struct cfg_key *key = cfg_keys; key->path; key++)
		if (value_of(key, variable)) {
			fprintf(out, "%s%s", before, key->path);
			before = ", ";
		}
	if (*before == ',')
		fputc('\n', out);
}
