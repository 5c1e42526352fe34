#include "config/config.h"

#include "config/check.h"
#include "config/schema_fault.h"
#include "config/schema.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define FILE_MAX 0x100000 /* bytes; a real configuration has less than a hundredth of it */

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
		report_line(
			report, 0, 0, "is too long to be a configuration; is it the right file?");
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
			"there is no such file; copy engarde.example.yaml there, or name another "
			"with --config");
	else if (!file)
		report_line(report, 0, 0, "can't be opened: %s", strerror(errno));
	if (!file)
		return CFG_UNREADABLE;
	enum cfg_error error = read_all(file, text, report);
	fclose(file);
	return error;
}

/* libyaml has parsed the same text before, so here it fails only if memory is short. */
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

/* The bot appends paths that begin with a slash. */
static void cut_final_slashes(char *url)
{
	for (size_t length = strlen(url); length && url[length - 1] == '/'; length--)
		url[length - 1] = '\0';
}

static enum cfg_error complete(struct cfg *config, struct report *report)
{
	enum cfg_error error = cfg_fill_defaults(config, report->index);

	if (error)
		return error;
	cfg_check(config, report);
	if (report->faults)
		return CFG_INVALID;
	cut_final_slashes(config->matrix.homeserver);
	return CFG_OK;
}

static enum cfg_error load(const struct text *text, struct report *report, struct cfg **config)
{
	struct node_index index;
	struct node_fault fault = {0};
	struct cfg *loaded = NULL;

	enum cfg_error error = node_index_init(&index, text->bytes, text->size, &fault);
	if (error == CFG_INVALID)
		report_line(report, fault.line, fault.column, "no valid YAML: %s", fault.what);
	if (error)
		return error;

	report->index = &index;
	error = parse(text, report, &loaded);
	if (!error)
		error = complete(loaded, report);
	if (error)
		cfg_destroy(loaded);
	else
		*config = loaded;
	report->index = NULL;
	node_index_finish(&index);
	return error;
}

enum cfg_error cfg_load(const char *path, FILE *errors, struct cfg **config)
{
	struct report report = {.errors = errors, .file = path};
	struct text text;

	enum cfg_error error = read_file(path, &text, &report);
	if (!error) {
		error = load(&text, &report, config);
		free(text.bytes);
	}
	if (error == CFG_NO_MEMORY)
		report_line(&report, 0, 0, "there is not enough memory to read it");
	return error;
}

enum cfg_error cfg_defaults(struct cfg **config)
{
	static const struct node_index nothing = {0};
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
