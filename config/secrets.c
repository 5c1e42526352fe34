#include "config/secrets.h"

#include "config/environment.h"
#include "config/registration.h"
#include "config/secret_file.h"

#include <sodium.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define PASSWORD_VARIABLE "ENGARDE_PASSWORD"
#define TOKEN_VARIABLE    "ENGARDE_ACCESS_TOKEN"

static const char *const variables[] = {PASSWORD_VARIABLE, TOKEN_VARIABLE};
#define VARIABLES (sizeof(variables) / sizeof(*variables))

/* A secret, and the places from which it may come. */
struct source {
	const char *name;     /* what the secret is called in messages */
	const char *variable; /* the environment variable that may have the secret */
	const char *key;      /* the key of the configuration that names the file */
	const char *file;     /* the value of `key`, or NULL */
	char **secret;        /* where to store the secret */
	bool is_token;        /* the secret is sent in a field of an HTTP header */
};

static size_t without_newline(const char *text, size_t size)
{
	if (size && text[size - 1] == '\n')
		size--;
	if (size && text[size - 1] == '\r')
		size--;
	return size;
}

/* Some editors write this mark, the U+FEFF of UTF-8, before the text. */
static const char byte_order_mark[] = {'\xEF', '\xBB', '\xBF'};

/* Returns how many bytes the byte order mark at the beginning of a text has; 0 if there is none. */
static size_t mark_size(const char *text, size_t size)
{
	bool has = size >= sizeof(byte_order_mark) &&
		   memcmp(text, byte_order_mark, sizeof(byte_order_mark)) == 0;

	return has ? sizeof(byte_order_mark) : 0;
}

static bool is_utf16(const char *text, size_t size)
{
	return size >= 2 && (memcmp(text, "\xFF\xFE", 2) == 0 || memcmp(text, "\xFE\xFF", 2) == 0);
}

/*
 * Spaces and invisible characters that people copy together with a password without noticing, as
 * the first and the last code point of ranges. All of them take the same number of bytes in UTF-8
 * as the other end of their range.
 */
static const char *const blanks[][2] = {
	{"\x01", " "},                    /* control characters and the space */
	{"\x7F", "\x7F"},                 /* DEL */
	{"\xC2\x80", "\xC2\xA0"},         /* control characters, and the no-break space */
	{"\xC2\xAD", "\xC2\xAD"},         /* the soft hyphen */
	{"\xE1\x9A\x80", "\xE1\x9A\x80"}, /* the Ogham space */
	{"\xE2\x80\x80", "\xE2\x80\x8F"}, /* spaces, zero-width characters, marks of direction */
	{"\xE2\x80\xA8", "\xE2\x80\xAF"}, /* separators, marks of direction, a narrow space */
	{"\xE2\x81\x9F", "\xE2\x81\xAF"}, /* a space of mathematics, the word joiner and others */
	{"\xE3\x80\x80", "\xE3\x80\x80"}, /* the ideographic space */
	{"\xEF\xBB\xBF", "\xEF\xBB\xBF"}, /* the byte order mark */
};

/* Whether the text begins or ends with a blank. The bytes of UTF-8 sort as the code points do. */
static bool has_blank_end(const char *text, size_t size)
{
	for (size_t i = 0; i < sizeof(blanks) / sizeof(*blanks); i++) {
		const char *first = blanks[i][0], *last = blanks[i][1];
		size_t length = strlen(first);
		const char *ends[] = {text, text + size - length};

		for (size_t j = 0; size >= length && j < 2; j++)
			if (memcmp(ends[j], first, length) >= 0 &&
				memcmp(ends[j], last, length) <= 0)
				return true;
	}
	return false;
}

/* Stores the secret. `where` names the source of the bytes in messages. */
static enum cfg_error use_bytes(const struct source *source, const char *bytes, size_t size,
	const char *where, FILE *errors)
{
	const char *fault = NULL;
	size_t mark = mark_size(bytes, size);

	bytes += mark;
	size -= mark;
	if (size > SECRET_MAX)
		fault = "is too long";
	else if (is_utf16(bytes, size))
		fault = "is in UTF-16; save it as UTF-8";
	else if (!(size = without_newline(bytes, size)))
		fault = "is empty";
	else if (memchr(bytes, '\n', size) || memchr(bytes, '\0', size))
		fault = "has more than one line";
	else if (source->is_token && !secret_is_token(bytes, size))
		fault = "has a space or another character that no access token has";
	if (fault) {
		fprintf(errors, "%s: %s; it must contain the %s and nothing else\n", where, fault,
			source->name);
		return CFG_NO_SECRET;
	}
	if (has_blank_end(bytes, size))
		fprintf(errors,
			"%s: begins or ends with a space or an invisible character, which counts "
			"as a part of the %s\n",
			where, source->name);
	*source->secret = secret_copy(bytes, size);
	return CFG_OK;
}

static enum cfg_error use_file(const struct source *source, FILE *errors)
{
	struct secret_file file = {.size = 0};
	char hint[256], name[VARIABLE_SIZE];
	enum cfg_error error;

	snprintf(hint, sizeof(hint), "write the %s into this file, which %s names, or set %s",
		source->name, environment_name(source->key, name), source->variable);
	error = secret_file_read(source->file, hint, errors, &file);
	if (!error)
		error = use_bytes(source, file.bytes, file.size, file.path, errors);
	sodium_memzero(&file, sizeof(file));
	return error;
}

/*
 * Uses the first of these sources that exists: the environment, the file with the password, the
 * file with the access token.
 */
static enum cfg_error choose(
	const struct source *password, const struct source *token, FILE *errors)
{
	const char *password_set = getenv(password->variable);
	const char *token_set = getenv(token->variable);

	if (password_set && token_set) {
		fprintf(errors, "%s and %s are both set; unset one of them\n", password->variable,
			token->variable);
		return CFG_NO_SECRET;
	}
	if (password_set)
		return use_bytes(
			password, password_set, strlen(password_set), password->variable, errors);
	if (token_set)
		return use_bytes(token, token_set, strlen(token_set), token->variable, errors);
	if (password->file)
		return use_file(password, errors);
	if (token->file)
		return use_file(token, errors);
	fprintf(errors,
		"neither a password nor an access token is given; name a file that contains one "
		"with %s or %s, or set %s or %s\n",
		password->key, token->key, password->variable, token->variable);
	return CFG_NO_SECRET;
}

/* An application service logs in with its registration alone. */
static enum cfg_error use_registration(
	const struct cfg *config, struct cfg_secrets *secrets, FILE *errors)
{
	for (size_t i = 0; i < VARIABLES; i++)
		if (getenv(variables[i])) {
			fprintf(errors,
				"%s is set, but an application service uses only its registration; "
				"unset it\n",
				variables[i]);
			return CFG_NO_SECRET;
		}
	return cfg_registration_read(config, secrets, errors);
}

enum cfg_error cfg_secrets_init(struct cfg_secrets *secrets, const struct cfg *config, FILE *errors)
{
	struct cfg_secrets found = {0};
	const struct source password = {"password", PASSWORD_VARIABLE, "matrix.password_file",
		config->matrix.password_file, &found.password, false};
	const struct source token = {"access token", TOKEN_VARIABLE, "matrix.access_token_file",
		config->matrix.access_token_file, &found.access_token, true};
	enum cfg_error error = CFG_OK;

	if (sodium_init() < 0) {
		fprintf(errors, "the cryptographic library (libsodium) can't be started\n");
		return CFG_NO_SECRET;
	}
	if (config->service.registration_file)
		error = use_registration(config, &found, errors);
	else if (config->matrix.login == CFG_LOGIN_SECRET)
		error = choose(&password, &token, errors);
	if (error)
		cfg_secrets_finish(&found);
	else
		*secrets = found;
	return error;
}

void cfg_secrets_finish(struct cfg_secrets *secrets)
{
	sodium_free(secrets->password);
	sodium_free(secrets->access_token);
	sodium_free(secrets->hs_token);
	sodium_free(secrets->service);
	*secrets = (struct cfg_secrets){0};
}

void cfg_secrets_clear_environment(void)
{
	for (size_t i = 0; i < VARIABLES; i++) {
		char *value = getenv(variables[i]);

		if (value)
			sodium_memzero(value, strlen(value));
		unsetenv(variables[i]);
	}
}
