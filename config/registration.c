#include "config/registration.h"

#include "config/document.h"
#include "config/environment.h"
#include "config/secret_file.h"

#include <errno.h>
#include <fcntl.h>
#include <sodium.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define TOKEN_BYTES    ((size_t)32)
#define NAME_MAX_BYTES 255 /* the most bytes of an id or a localpart, by the specification */

/*
 * The values of the registration file that the bot reads. Only the homeserver reads the other keys.
 * The texts live as long as the document.
 */
struct registration {
	const char *id, *as_token, *hs_token, *sender_localpart;
};

/* Finds the localpart in @localpart:server. Returns its length. */
static size_t find_localpart(const char *user, const char **start)
{
	*start = user + 1;
	return strcspn(user + 1, ":");
}

/* Returns what is wrong with the registration, or NULL. */
static const char *fault_of(const struct registration *registration, const struct cfg *config)
{
	const char *name;
	size_t length = find_localpart(config->matrix.user, &name);

	if (!secret_is_token(registration->as_token, strlen(registration->as_token)) ||
		!secret_is_token(registration->hs_token, strlen(registration->hs_token)))
		return "as_token or hs_token contains a character that tokens can't have";
	if (strcmp(registration->as_token, registration->hs_token) == 0)
		return "as_token and hs_token are the same";
	if (strlen(registration->sender_localpart) == length &&
		strncmp(registration->sender_localpart, name, length) == 0)
		return "sender_localpart is the bot's own user, to which homeservers give fewer "
		       "rights than to other users of the service";
	return NULL;
}

/* Returns the text of this key, or NULL if the key is missing, given twice, empty or no text. */
static const char *find_text(const struct document *document, const char *key, size_t longest)
{
	const struct node *node = document_find(document, key, NULL);
	size_t length = node && node->kind == NODE_TEXT ? strlen(node->text) : 0;

	return length && length <= longest && !document_find(document, key, node) ? node->text
										  : NULL;
}

static bool find_texts(const struct document *document, struct registration *registration)
{
	*registration = (struct registration){
		.id = find_text(document, "id", NAME_MAX_BYTES),
		.as_token = find_text(document, "as_token", SECRET_MAX),
		.hs_token = find_text(document, "hs_token", SECRET_MAX),
		.sender_localpart = find_text(document, "sender_localpart", NAME_MAX_BYTES),
	};
	return registration->id && registration->as_token && registration->hs_token &&
	       registration->sender_localpart;
}

/* Copies the tokens, or returns what is wrong with the file. */
static const char *use_document(
	const struct document *document, const struct cfg *config, struct cfg_secrets *secrets)
{
	struct registration registration;
	const char *fault;

	if (!find_texts(document, &registration))
		return "is not the registration of an application service";
	fault = fault_of(&registration, config);
	if (fault)
		return fault;
	secrets->access_token = secret_copy(registration.as_token, strlen(registration.as_token));
	secrets->hs_token = secret_copy(registration.hs_token, strlen(registration.hs_token));
	secrets->service = secret_copy(registration.id, strlen(registration.id));
	return NULL;
}

static enum cfg_error parse(const struct secret_file *file, const struct cfg *config,
	struct cfg_secrets *secrets, FILE *errors)
{
	/* Never printed, because its messages would quote the secrets of the file. */
	struct report report = {.count = 0};
	struct document document = {0};
	const char *fault = "is not YAML without anchors, aliases and tags";

	if (!document_init(&document, file->bytes, file->size, &report) && !report.count)
		fault = use_document(&document, config, secrets);
	if (fault)
		fprintf(errors, "%s: %s; remove it and run engarde-bot registration\n", file->path,
			fault);
	document_finish(&document);
	sodium_memzero(&report, sizeof(report));
	return fault ? CFG_NO_SECRET : CFG_OK;
}

enum cfg_error cfg_registration_read(
	const struct cfg *config, struct cfg_secrets *secrets, FILE *errors)
{
	struct secret_file file = {.size = 0};
	char hint[256], name[VARIABLE_SIZE];

	snprintf(hint, sizeof(hint),
		"run engarde-bot registration to write this file, which %s names",
		environment_name("application_service.registration_file", name));
	enum cfg_error error =
		secret_file_read(config->service.registration_file, hint, errors, &file);

	if (!error)
		error = parse(&file, config, secrets, errors);
	sodium_memzero(&file, sizeof(file));
	return error;
}

static void make_token(char token[2 * TOKEN_BYTES + 1])
{
	unsigned char random[TOKEN_BYTES];

	randombytes_buf(random, sizeof(random));
	sodium_bin2hex(token, 2 * TOKEN_BYTES + 1, random, sizeof(random));
	sodium_memzero(random, sizeof(random));
}

/*
 * Prints a regular expression that matches only this user ID, for a YAML text in single quotes.
 * Escapes only the characters . [ and ], because config/check.c allows no user ID with another
 * special character or with a single quote.
 */
static void print_expression(FILE *out, const char *user)
{
	for (; *user; user++)
		fprintf(out, strchr(".[]", *user) ? "\\%c" : "%c", *user);
}

static void print(FILE *out, const struct cfg *config)
{
	char as_token[2 * TOKEN_BYTES + 1], hs_token[2 * TOKEN_BYTES + 1];
	const char *name, *url = config->service.url;
	int length = (int)find_localpart(config->matrix.user, &name);

	make_token(as_token);
	make_token(hs_token);
	fprintf(out,
		"# The registration of engarde-bot at its homeserver, written by the command\n"
		"# engarde-bot registration. It contains secrets: a person who knows them can act\n"
		"# as the bot.\n"
		"id: \"engarde-bot-%.*s\"\n"
		"url: \"%s%s\"\n"
		"as_token: \"%s\"\n"
		"hs_token: \"%s\"\n"
		"# The bot does not use this user. The bot is the user below.\n"
		"sender_localpart: \"%.*s-service\"\n"
		"rate_limited: false\n"
		"# The bot makes its own device, so that a repeated request sends nothing twice.\n"
		"io.element.msc4190: true\n"
		"namespaces:\n"
		"  users:\n"
		"    - exclusive: true\n"
		"      regex: '",
		length, name, url ? "" : "http://", url ? url : config->service.listen, as_token,
		hs_token, length, name);
	print_expression(out, config->matrix.user);
	fputs("'\n", out);
	sodium_memzero(as_token, sizeof(as_token));
	sodium_memzero(hs_token, sizeof(hs_token));
}

/* Writes a new file. On failure returns false, sets errno, and leaves no file. */
static bool write_new(const char *path, const struct cfg *config)
{
	int descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	FILE *file = descriptor < 0 ? NULL : fdopen(descriptor, "w");
	bool done;
	int why;

	if (descriptor < 0)
		return false;
	if (file)
		print(file, config);
	done = file && fflush(file) == 0 && !ferror(file) && fsync(descriptor) == 0;
	why = errno;
	if (file)
		fclose(file);
	else
		close(descriptor);
	if (!done)
		unlink(path);
	errno = why;
	return done;
}

enum cfg_error cfg_registration_write(const struct cfg *config, FILE *errors)
{
	const char *path = config->service.registration_file;

	if (!path) {
		fputs("the configuration names no registration file; name one with "
		      "application_service.registration_file\n",
			errors);
		return CFG_INVALID;
	}
	if (write_new(path, config))
		return CFG_OK;
	fprintf(errors, "%s: %s%s\n", path, strerror(errno),
		errno == EEXIST
			? "; the homeserver may use its tokens. To replace them, remove the file "
			  "first"
			: "");
	return CFG_UNREADABLE;
}
