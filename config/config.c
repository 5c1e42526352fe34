#include "config/config.h"

#include "bot/base/memory.h"
#include "config/address.h"
#include "config/check.h"
#include "config/environment.h"
#include "config/read.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define FILE_MAX 0x100000 /* bytes of a file; a real file has less than 1 % of this */

struct text {
	char *bytes;
	size_t size;
};

static enum cfg_error read_all(FILE *file, struct text *text, struct report *report)
{
	char *bytes = bot_malloc(FILE_MAX);

	errno = 0;
	size_t size = fread(bytes, 1, FILE_MAX, file);
	if (ferror(file)) {
		if (errno == EISDIR)
			report_add(report, 0, 0, "is a folder; name the file in it");
		else
			report_add(
				report, 0, 0, "can't be read: %s; is it a file?", strerror(errno));
		free(bytes);
		return CFG_UNREADABLE;
	}
	if (size == FILE_MAX) {
		report_add(report, 0, 0, "is too long to be a configuration; name another file");
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

	/* The environment alone may give all values, so that no file is needed. */
	if (!file && errno == ENOENT && environment_has_values()) {
		*text = (struct text){bot_strdup(""), 0};
		return CFG_OK;
	}
	if (!file && errno == ENOENT)
		report_add(report, 0, 0,
			"there is no such file; engarde-bot setup writes it, or --config names "
			"another file");
	else if (!file)
		report_add(report, 0, 0,
			"can't be opened: %s; the bot's user must be allowed to read it",
			strerror(errno));
	if (!file)
		return CFG_UNREADABLE;
	enum cfg_error error = read_all(file, text, report);
	fclose(file);
	return error;
}

/* Cuts the slashes at the end of a URL, because the bot appends paths that begin with a slash. */
static void cut_final_slashes(char *url)
{
	for (size_t length = strlen(url); length && url[length - 1] == '/'; length--)
		url[length - 1] = '\0';
}

/* Ends the URL of the web page with one slash, because the paths below the page follow it. */
static void end_with_slash(char **url)
{
	cut_final_slashes(*url);
	size_t length = strlen(*url);
	*url = bot_realloc(*url, length + 2);
	memcpy(*url + length, "/", 2);
}

static enum cfg_error load(
	const struct text *text, bool can_encrypt, struct report *report, struct cfg **config)
{
	struct document document;
	enum cfg_error error = document_init(&document, text->bytes, text->size, report);

	if (error)
		return error;
	environment_apply(&document, report);
	struct cfg *loaded = cfg_defaults();
	cfg_read(loaded, &document, report);
	cfg_check(loaded, &document, can_encrypt, report);
	document_finish(&document);
	if (report->count) {
		cfg_destroy(loaded);
		return CFG_INVALID;
	}
	cut_final_slashes(loaded->matrix.homeserver);
	if (loaded->web.url)
		end_with_slash(&loaded->web.url);
	*config = loaded;
	return CFG_OK;
}

bool cfg_store_is_on_server(const struct cfg *config)
{
	return cfg_is_server_url(config->store);
}

const char *cfg_own_file(const struct cfg *config, const char *ending, char path[CFG_PATH_SIZE])
{
	if (cfg_store_is_on_server(config))
		snprintf(path, CFG_PATH_SIZE, "%s/engarde%s", config->folder, ending);
	else
		snprintf(path, CFG_PATH_SIZE, "%s%s", config->store, ending);
	return path;
}

enum cfg_error cfg_load(const char *path, bool can_encrypt, FILE *errors, struct cfg **config)
{
	struct report report = {.count = 0};
	struct text text;
	enum cfg_error error = read_file(path, &text, &report);

	if (!error) {
		error = load(&text, can_encrypt, &report, config);
		free(text.bytes);
	}
	report_print(&report, path, errors);
	return error;
}

/* A file of certificates */

#define FILE_MOST 0x400000 /* bytes; all public authorities together need a tenth of this */

/* Reads the file into `text`, which has one byte more than `size`, the size of the file. */
static bool read_certificates(int file, char *text, size_t size)
{
	size_t length = 0;
	ssize_t got;

	while (length < size && (got = read(file, text + length, size - length)) > 0)
		length += (size_t)got;
	text[length] = '\0';
	return length == size;
}

static const char *find_fault(int file)
{
	struct stat found;
	const char *fault = NULL;
	char *text;

	if (fstat(file, &found) || !S_ISREG(found.st_mode))
		return "is not a file";
	if (found.st_size > FILE_MOST)
		return "is too long for a file of certificates";
	text = malloc((size_t)found.st_size + 1);
	if (!text || !read_certificates(file, text, (size_t)found.st_size))
		fault = "can't be read";
	else if (!strstr(text, "-----BEGIN CERTIFICATE-----"))
		fault = "has no certificate in PEM format, which begins with "
			"\"-----BEGIN CERTIFICATE-----\"";
	free(text);
	return fault;
}

const char *cfg_ca_file_fault(const char *path)
{
	/* With O_NONBLOCK, open(2) does not wait for the writer of a pipe. */
	int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	const char *fault;

	if (file < 0)
		return "can't be opened; it must exist, and the bot's user must be allowed to read "
		       "it";
	fault = find_fault(file);
	close(file);
	return fault;
}
