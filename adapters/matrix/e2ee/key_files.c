#include "adapters/matrix/e2ee/key_files.h"

#include "bot/base/durable_file.h"
#include "bot/base/error.h"
#include "bot/base/log.h"

#include <errno.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define OLDER_KEYS   "matrix.older_keys"
#define NEW_IDENTITY "matrix.new_identity"

const char *mx_key_files_configured_key(const struct cfg *config, char path[MX_KEY_PATH_SIZE])
{
	if (!config->encryption.recovery_key_file)
		return cfg_own_file(config, ".recovery-key", path);
	snprintf(path, MX_KEY_PATH_SIZE, "%s", config->encryption.recovery_key_file);
	return path;
}

const char *mx_key_files_recovery_key(const char *store, char path[MX_KEY_PATH_SIZE])
{
	snprintf(path, MX_KEY_PATH_SIZE, "%s.recovery-key", store);
	return path;
}

const char *mx_key_files_device_keys(const char *store, char path[MX_KEY_PATH_SIZE])
{
	snprintf(path, MX_KEY_PATH_SIZE, "%s.crypto", store);
	return path;
}

static bool is_noted(struct bot_store *store, const char *key)
{
	char *value = NULL;
	bool noted = bot_store_get(store, key, &value) == BOT_OK;

	free(value);
	return noted;
}

enum bot_error mx_older_keys_note(struct bot_store *store)
{
	return bot_store_set(store, OLDER_KEYS, "noted");
}

enum bot_error mx_older_keys_forget(struct bot_store *store)
{
	return bot_store_set(store, OLDER_KEYS, NULL);
}

bool mx_older_keys_are_noted(struct bot_store *store)
{
	return is_noted(store, OLDER_KEYS);
}

enum bot_error mx_new_identity_set(struct bot_store *store, bool wanted)
{
	return bot_store_set(store, NEW_IDENTITY, wanted ? "wanted" : NULL);
}

bool mx_new_identity_is_wanted(struct bot_store *store)
{
	return is_noted(store, NEW_IDENTITY);
}

/* The recovery key */

#define WRITTEN   "matrix.recovery_key" /* the key of the hash in the store */
#define HASH_SIZE (2 * crypto_generichash_BYTES + 1)

static void make_hash(const char *bytes, size_t size, char hash[HASH_SIZE])
{
	unsigned char binary[crypto_generichash_BYTES];

	crypto_generichash(binary, sizeof(binary), (const unsigned char *)bytes, size, NULL, 0);
	sodium_bin2hex(hash, HASH_SIZE, binary, sizeof(binary));
}

/* Reads without stdio's buffer, which would keep a copy of the key. */
bool mx_recovery_key_read_file(const char *path, char bytes[MX_RECOVERY_KEY_SIZE], size_t *size)
{
	FILE *file = fopen(path, "re");

	if (!file)
		return false;
	setvbuf(file, NULL, _IONBF, 0);
	*size = fread(bytes, 1, MX_RECOVERY_KEY_SIZE, file);
	fclose(file);
	return true;
}

/* Whether the store remembers that the bot has written exactly this. */
static bool is_written(struct bot_store *store, const char *bytes, size_t size)
{
	char hash[HASH_SIZE], *noted = NULL;
	bool same;

	make_hash(bytes, size, hash);
	same = bot_store_get(store, WRITTEN, &noted) == BOT_OK && strcmp(noted, hash) == 0;
	free(noted);
	return same;
}

bool mx_recovery_key_is_foreign(const struct cfg *config, struct bot_store *store)
{
	char path[MX_KEY_PATH_SIZE], bytes[MX_RECOVERY_KEY_SIZE];
	size_t size = 0;
	bool foreign;

	if (!mx_recovery_key_read_file(mx_key_files_configured_key(config, path), bytes, &size))
		return errno != ENOENT;
	foreign = !is_written(store, bytes, size);
	sodium_memzero(bytes, sizeof(bytes));
	return foreign;
}

static enum bot_error note(struct bot_store *store, const char *line, size_t size)
{
	char hash[HASH_SIZE];
	enum bot_error error = bot_store_begin(store);

	make_hash(line, size, hash);
	if (!error)
		error = bot_store_set(store, WRITTEN, hash);
	if (!error)
		error = bot_store_commit(store);
	if (error)
		bot_store_rollback(store);
	return error;
}

/* Keeps the key of the identity that is replaced, in case that somebody wants it back. */
static bool put_aside(const char *path)
{
	char *kept = bot_durable_file_put_aside(path, ".old");

	if (kept)
		bot_log_write(
			BOT_LOG_INFO, "recovery_key_kept", BOT_LOG_FIELDS({"file", .text = kept}));
	free(kept);
	return kept || errno == ENOENT;
}

/* The store notes the key first, so that a crash never leaves a file that the bot takes for
 * foreign. */
static bool write_line(struct bot_store *store, const char *path, const char *line, size_t size)
{
	if (!put_aside(path))
		return false;
	if (note(store, line, size)) {
		errno = 0;
		return false;
	}
	if (!bot_durable_file_write(path, line, size, 0600, (gid_t)-1))
		return false;
	bot_log_write(BOT_LOG_INFO, "recovery_key_written", BOT_LOG_FIELDS({"file", .text = path}));
	return true;
}

bool mx_recovery_key_write(const struct cfg *config, struct bot_store *store, const char *key)
{
	char path[MX_KEY_PATH_SIZE], line[MX_RECOVERY_KEY_SIZE];
	int size = snprintf(line, sizeof(line), "%s\n", key);
	bool fine = size > 0 && (size_t)size < sizeof(line);

	if (!fine)
		errno = EOVERFLOW;
	if (fine && mx_recovery_key_is_foreign(config, store)) {
		errno = EEXIST;
		fine = false;
	}
	fine = fine &&
	       write_line(store, mx_key_files_configured_key(config, path), line, (size_t)size);
	sodium_memzero(line, sizeof(line));
	return fine;
}

bool mx_recovery_key_read(const struct cfg *config, char key[MX_RECOVERY_KEY_SIZE])
{
	char path[MX_KEY_PATH_SIZE];
	size_t size = 0;

	if (!mx_recovery_key_read_file(mx_key_files_configured_key(config, path), key, &size) ||
		!size)
		return false;
	key[size < MX_RECOVERY_KEY_SIZE ? size : size - 1] = '\0';
	key[strcspn(key, "\r\n")] = '\0';
	return true;
}
