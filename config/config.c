#include "config/config.h"

#include "config/check.h"
#include "config/document.h"
#include "config/schema.h"
#include "config/schema_fault.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define FILE_MAX  0x100000 /* bytes of a file; a real file has less than 1 % of this */
#define PATH_SIZE 64       /* bytes of the path of a key */

struct text {
	char *bytes;
	size_t size;
};

static enum cfg_error read_all(FILE *file, struct text *text, struct report *report)
{
	char *bytes = malloc(FILE_MAX);

	if (!bytes)
		return CFG_NO_MEMORY;
	errno = 0;
	size_t size = fread(bytes, 1, FILE_MAX, file);
	if (ferror(file)) {
		report_line(report, 0, 0, "can't be read: %s; is it a file?", strerror(errno));
		free(bytes);
		return CFG_UNREADABLE;
	}
	if (size == FILE_MAX) {
		report_line(report, 0, 0, "is too long to be a configuration; name another file");
		free(bytes);
		return CFG_INVALID;
	}
	text->bytes = bytes;
	text->size = size;
	return CFG_OK;
}

static enum cfg_error read_file(const char *path, struct text *text, struct report *report)
{
	FILE *file = fopen(path, "r");

	if (!file && errno == ENOENT)
		report_line(report, 0, 0,
			"there is no such file; engarde-bot setup writes it, or --config names "
			"another file");
	else if (!file)
		report_line(report, 0, 0, "can't be opened: %s", strerror(errno));
	if (!file)
		return CFG_UNREADABLE;
	enum cfg_error error = read_all(file, text, report);
	fclose(file);
	return error;
}

/*
 * Whether libcyaml failed because memory ran out. A failure of libyaml inside libcyaml has the same
 * cause: libyaml has parsed the same text before without an error.
 */
static bool is_no_memory(cyaml_err_t error)
{
	return error == CYAML_ERR_OOM || error == CYAML_ERR_LIBYAML_PARSER_INIT ||
	       error == CYAML_ERR_LIBYAML_PARSER;
}

/* Parses the text by the schema. */
static enum cfg_error parse(const struct text *text, struct report *report, struct cfg **config)
{
	struct schema_fault fault = {.depth = 0};
	cyaml_config_t cyaml = cfg_cyaml;
	cyaml_data_t *data = NULL;

	cyaml.log_fn = schema_fault_log;
	cyaml.log_ctx = &fault;
	cyaml_err_t error = cyaml_load_data(
		(const uint8_t *)text->bytes, text->size, &cyaml, &cfg_schema, &data, NULL);
	if (is_no_memory(error))
		return CFG_NO_MEMORY;
	if (error) {
		schema_fault_report(&fault, error, report);
		return CFG_INVALID;
	}
	if (!data) {
		report_line(report, 0, 0, "is empty; begin with a copy of engarde.example.yaml");
		return CFG_INVALID;
	}
	*config = data;
	return CFG_OK;
}

/* Cuts the slashes at the end of a URL, because the bot appends paths that begin with a slash. */
static void cut_final_slashes(char *url)
{
	for (size_t length = strlen(url); length && url[length - 1] == '/'; length--)
		url[length - 1] = '\0';
}

/* Ends the URL of the web page with one slash, because the paths below the page follow it. */
static enum cfg_error end_with_slash(char **url)
{
	cut_final_slashes(*url);
	size_t length = strlen(*url);
	char *longer = realloc(*url, length + 2);
	if (!longer)
		return CFG_NO_MEMORY;
	memcpy(longer + length, "/", 2);
	*url = longer;
	return CFG_OK;
}

static enum cfg_error complete(struct cfg *config, bool can_encrypt, struct report *report)
{
	enum cfg_error error = cfg_fill_defaults(config, report->document);

	if (error)
		return error;
	cfg_check(config, can_encrypt, report);
	if (report->faults)
		return CFG_INVALID;
	cut_final_slashes(config->matrix.homeserver);
	return config->web.url ? end_with_slash(&config->web.url) : CFG_OK;
}

static enum cfg_error load(
	const struct text *text, bool can_encrypt, struct report *report, struct cfg **config)
{
	struct document document;
	struct cfg *loaded = NULL;
	enum cfg_error error = document_init(&document, text->bytes, text->size, report);

	if (error)
		return error;
	report->document = &document;
	error = parse(text, report, &loaded);
	if (!error)
		error = complete(loaded, can_encrypt, report);
	if (error)
		cfg_destroy(loaded);
	else
		*config = loaded;
	report->document = NULL;
	document_finish(&document);
	return error;
}

enum cfg_error cfg_load(const char *path, bool can_encrypt, FILE *errors, struct cfg **config)
{
	struct report report = {.errors = errors, .file = path};
	struct text text;

	enum cfg_error error = read_file(path, &text, &report);
	if (!error) {
		error = load(&text, can_encrypt, &report, config);
		free(text.bytes);
	}
	if (error == CFG_NO_MEMORY)
		report_line(&report, 0, 0, "there is not enough memory to read it");
	return error;
}

enum cfg_error cfg_defaults(struct cfg **config)
{
	static const struct document nothing = {0};
	struct cfg *made = calloc(1, sizeof(*made));

	if (!made)
		return CFG_NO_MEMORY;
	if (cfg_fill_defaults(made, &nothing)) {
		cfg_destroy(made);
		return CFG_NO_MEMORY;
	}
	*config = made;
	return CFG_OK;
}

void cfg_destroy(struct cfg *config)
{
	cyaml_free(&cfg_cyaml, &cfg_schema, config, 0);
}

/*
 * The keys that may change while the bot runs, because the bot reads them each time it needs them.
 * It uses all other keys only when it starts.
 */
static const char *const live[] = {
	"language", "privacy_notice", "admins", "invites", "matches", "limits", "log"};

static bool is_live(const char *key)
{
	for (size_t i = 0; i < sizeof live / sizeof *live; i++)
		if (strcmp(live[i], key) == 0)
			return true;
	return false;
}

/*
 * Returns the address of a field's value. The mapping that contains the field begins at `base` in
 * struct cfg.
 */
static const void *value_at(
	const struct cfg *config, size_t base, const cyaml_schema_field_t *field)
{
	return (const char *)config + base + field->data_offset;
}

static bool same_text(const char *a, const char *b)
{
	return a && b ? strcmp(a, b) == 0 : a == b;
}

static unsigned count_items(
	const struct cfg *config, size_t base, const cyaml_schema_field_t *field)
{
	unsigned count = 0;

	memcpy(&count, (const char *)config + base + field->count_offset, sizeof count);
	return count;
}

/* Compares two lists. The items of all lists in the configuration are texts. */
static bool same_list(
	const struct cfg *a, const struct cfg *b, size_t base, const cyaml_schema_field_t *field)
{
	unsigned count = count_items(a, base, field);
	char *const *left = *(char *const *const *)value_at(a, base, field);
	char *const *right = *(char *const *const *)value_at(b, base, field);

	if (count_items(b, base, field) != count)
		return false;
	for (unsigned i = 0; i < count; i++)
		if (!same_text(left[i], right[i]))
			return false;
	return true;
}

static bool same(
	const struct cfg *a, const struct cfg *b, size_t base, const cyaml_schema_field_t *field)
{
	if (field->value.type == CYAML_SEQUENCE)
		return same_list(a, b, base, field);
	if (field->value.type == CYAML_STRING)
		return same_text(*(char *const *)value_at(a, base, field),
			*(char *const *)value_at(b, base, field));
	return memcmp(value_at(a, base, field), value_at(b, base, field), field->value.data_size) ==
	       0;
}

struct listener {
	void (*fixed)(void *self, const char *path);
	void *self;
};

/*
 * Reports each key of one mapping whose values in `a` and `b` differ. The mapping's structure
 * begins at `base` in struct cfg. `path` is the path of the mapping, or empty.
 */
static void compare(const struct cfg *a, const struct cfg *b, size_t base, const char *path,
	const cyaml_schema_field_t *fields, const struct listener *listener)
{
	char name[PATH_SIZE];

	for (const cyaml_schema_field_t *field = fields; field->key; field++) {
		snprintf(name, sizeof name, "%s%s%s", path, *path ? "." : "", field->key);
		if (is_live(name))
			continue;
		if (field->value.type == CYAML_MAPPING) /* the schema is two levels deep */
			compare(a, b, base + field->data_offset, name, field->value.mapping.fields,
				listener);
		else if (!same(a, b, base, field))
			listener->fixed(listener->self, name);
	}
}

/* Swaps the bytes of a top-level field between two configurations. */
static void swap(struct cfg *a, struct cfg *b, const cyaml_schema_field_t *field)
{
	/* The field of a text is a pointer. */
	size_t size = field->value.type == CYAML_STRING ? sizeof(char *) : field->value.data_size;
	char *left = (char *)a + field->data_offset, *right = (char *)b + field->data_offset;

	for (size_t i = 0; i < size; i++) {
		char byte = left[i];

		left[i] = right[i];
		right[i] = byte;
	}
}

void cfg_reload(struct cfg *config, struct cfg *fresh, void (*fixed)(void *self, const char *path),
	void *self)
{
	const cyaml_schema_field_t *fields = cfg_schema.mapping.fields;

	compare(config, fresh, 0, "", fields, &(struct listener){fixed, self});
	for (const cyaml_schema_field_t *field = fields; field->key; field++)
		if (is_live(field->key))
			swap(config, fresh, field);
}
