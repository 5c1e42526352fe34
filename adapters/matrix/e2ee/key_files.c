#include "adapters/matrix/e2ee/key_files.h"

#include <stdio.h>
#include <stdlib.h>

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
