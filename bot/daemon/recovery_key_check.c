#include "bot/daemon/recovery_key_check.h"

#include "adapters/matrix/e2ee/crypto.h"
#include "adapters/matrix/e2ee/recovery_key.h"
#include "bot/store/database.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#define KEY "encryption.recovery_key_file"

static bool is_same_file(const struct stat *a, const char *path)
{
	struct stat b;

	return path && stat(path, &b) == 0 && a->st_dev == b.st_dev && a->st_ino == b.st_ino;
}

static bool complain_of(const char *file, const char *why)
{
	fprintf(stderr, KEY ": %s: %s\n", file, why);
	return false;
}

bool recovery_key_check_name(const struct cfg *config, const char *path)
{
	const struct {
		const char *key, *file;
	} others[] = {
		{"the configuration", path},
		{"matrix.password_file", config->matrix.password_file},
		{"matrix.access_token_file", config->matrix.access_token_file},
		{"matrix.ca_file", config->matrix.ca_file},
		{"application_service.registration_file", config->service.registration_file},
		{"store", config->store},
	};
	char file[MX_KEY_PATH_SIZE], why[128];
	struct stat status;

	if (!mx_crypto_is_built_in() || stat(mx_key_files_configured_key(config, file), &status))
		return true;
	for (size_t i = 0; i < sizeof(others) / sizeof(*others); i++)
		if (is_same_file(&status, others[i].file)) {
			snprintf(why, sizeof(why), "is also the file of %s; name a file of its own",
				others[i].key);
			return complain_of(file, why);
		}
	return true;
}

/* Whether the text, which ends with NUL, has a key or a passphrase: one line. */
static bool has_one_line(const char *text)
{
	size_t line = strcspn(text, "\n");

	return line > 0 && text[line + strspn(text + line, " \t\r\n")] == '\0';
}

bool recovery_key_check_content(const struct cfg *config)
{
	char path[MX_KEY_PATH_SIZE], text[MX_RECOVERY_KEY_SIZE] = "";
	size_t size = 0;
	bool fine;

	if (!mx_crypto_is_built_in() ||
		!mx_recovery_key_read_file(mx_key_files_configured_key(config, path), text, &size))
		return true;
	fine = size < sizeof(text) && strlen(text) == size && has_one_line(text);
	sodium_memzero(text, sizeof(text));
	if (!fine)
		return complain_of(path,
			"this file exists, and is no recovery key; the bot replaces no file that "
			"it has not written, so name a file that does not exist yet");
	if (bot_store_probe(config->store) == BOT_NOT_FOUND)
		printf(KEY ": %s: this file exists, so the bot takes it for the account's "
			   "recovery key, and never replaces it; if it is another one, name a "
			   "file that does not exist yet\n",
			path);
	return true;
}
