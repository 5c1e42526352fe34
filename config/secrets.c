#include "config/secrets.h"

#include <errno.h>
#include <sodium.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* One of the two secrets, and the places it may come from. */
struct source {
	const char *name;     /* for messages */
	const char *variable; /* in the environment */
	const char *key;      /* of the file that holds it */
	const char *file;     /* NULL: none is named */
	char **secret;
};

/* sodium_malloc keeps the pages out of the swap where it may, and sodium_free wipes them. */
enum cfg_error secret_keep(const char *text, size_t size, char **secret)
{
	char *kept = sodium_malloc(size + 1);

	if (!kept)
		return CFG_NO_MEMORY;
	memcpy(kept, text, size);
	kept[size] = '\0';
	*secret = kept;
	return CFG_OK;
}

static size_t without_newline(const char *text, size_t size)
{
	if (size && text[size - 1] == '\n')
		size--;
	if (size && text[size - 1] == '\r')
		size--;
	return size;
}

/* Why the open file can't be trusted with a secret; NULL when it can. */
static const char *distrust(FILE *file)
{
	struct stat status;

	if (fstat(fileno(file), &status))
		return "can't be examined";
	if (S_ISDIR(status.st_mode))
		return "is a folder; name a file that holds nothing else";
	/* The group may: that is how a service's user reads a file of root's. */
	if (status.st_mode & S_IRWXO)
		return "can be read by everybody on this machine; run: chmod 600";
	return NULL;
}

/* Reads at most `size` bytes without a copy left in a buffer of stdio's. */
static size_t read_unbuffered(FILE *file, char *bytes, size_t size)
{
	setvbuf(file, NULL, _IONBF, 0);
	return fread(bytes, 1, size, file);
}

static enum cfg_error use_bytes(const struct source *source, const char *bytes, size_t size,
	const char *where, FILE *errors)
{
	const char *fault = NULL;

	if (size > SECRET_MAX)
		fault = "is too long";
	else if (!(size = without_newline(bytes, size)))
		fault = "is empty";
	else if (memchr(bytes, '\n', size) || memchr(bytes, '\0', size))
		fault = "has more than one line";
	if (fault) {
		fprintf(errors, "%s: %s; it must hold the %s, and nothing else\n", where, fault,
			source->name);
		return CFG_NO_SECRET;
	}
	return secret_keep(bytes, size, source->secret);
}

/*
 * systemd hands a service copies of files that it may not read itself, in a folder of its own
 * (systemd.exec(5), LoadCredential=). One that holds no more than a newline stands for none: the
 * unit is the same for a password and for an access token.
 */
static bool is_handed_over(const char *file, char *path, size_t size)
{
	const char *folder = getenv("CREDENTIALS_DIRECTORY");
	const char *slash = strrchr(file, '/');
	struct stat status;
	int length;

	if (!folder)
		return false;
	length = snprintf(path, size, "%s/%s", folder, slash ? slash + 1 : file);
	return length > 0 && (size_t)length < size && !stat(path, &status) && status.st_size > 1;
}

enum cfg_error secret_read(
	const char *named, const char *hint, FILE *errors, struct secret_file *secret)
{
	const char *path = secret->path, *fault;
	FILE *file;

	if (!is_handed_over(named, secret->path, sizeof(secret->path)))
		snprintf(secret->path, sizeof(secret->path), "%s", named);
	file = fopen(path, "r");
	if (!file) {
		fprintf(errors, "%s: can't be opened: %s; %s\n", named, strerror(errno), hint);
		return CFG_NO_SECRET;
	}
	fault = distrust(file);
	if (fault)
		fprintf(errors, "%s: %s%s%s\n", path, fault, strstr(fault, "chmod") ? " " : "",
			strstr(fault, "chmod") ? path : "");
	else
		secret->size = read_unbuffered(file, secret->bytes, sizeof(secret->bytes));
	fclose(file);
	return fault ? CFG_NO_SECRET : CFG_OK;
}

static enum cfg_error use_file(const struct source *source, FILE *errors)
{
	struct secret_file file = {.size = 0};
	char hint[128];
	enum cfg_error error;

	snprintf(hint, sizeof(hint), "matrix.%s names it: write the %s into it, or set %s",
		source->key, source->name, source->variable);
	error = secret_read(source->file, hint, errors, &file);
	if (!error)
		error = use_bytes(source, file.bytes, file.size, file.path, errors);
	sodium_memzero(&file, sizeof(file));
	return error;
}

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
		"neither a password nor an access token is given; name a file that holds one with "
		"matrix.%s or matrix.%s, or set %s or %s\n",
		password->key, token->key, password->variable, token->variable);
	return CFG_NO_SECRET;
}

enum cfg_error cfg_secrets_init(struct cfg_secrets *secrets, const struct cfg *config, FILE *errors)
{
	struct cfg_secrets found = {0};
	const struct source password = {"password", "ENGARDE_PASSWORD", "password_file",
		config->matrix.password_file, &found.password};
	const struct source token = {"access token", "ENGARDE_ACCESS_TOKEN", "access_token_file",
		config->matrix.access_token_file, &found.access_token};

	if (sodium_init() < 0) {
		fprintf(errors, "the cryptographic library (libsodium) can't be started\n");
		return CFG_NO_SECRET;
	}
	enum cfg_error error = CFG_OK;
	if (config->service.registration_file)
		error = registration_read(config, &found, errors);
	else if (config->matrix.login == CFG_LOGIN_SECRET)
		error = choose(&password, &token, errors);
	if (error == CFG_NO_MEMORY)
		fputs("there is not enough memory for the password or the access token\n", errors);
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
