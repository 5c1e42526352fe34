#include "bot/daemon/restored_store.h"

#include "adapters/matrix/login/session_store.h"
#include "adapters/matrix/matrix.h"
#include "bot/base/log.h"
#include "bot/daemon/store_access.h"
#include "bot/store/device_keys.h"

#include <sodium.h>

/*
 * A person who has read the backup knows the key, and could derive the secrets of later challenges
 * from it.
 */
static enum bot_error renew_key(struct bot_store *store)
{
	unsigned char key[BOT_KEY_SIZE];
	enum bot_error error;

	randombytes_buf(key, sizeof(key));
	error = bot_store_replace_key(store, key);
	sodium_memzero(key, sizeof(key));
	return error;
}

enum bot_error restored_store_prepare(
	struct bot_host *host, struct bot_store *store, const void *self)
{
	enum bot_error error = mx_forget_position(store);

	if (!error && self)
		error = mx_stored_session_carry_over(store, self);
	if (!error)
		error = renew_key(store);
	return error ? error : bot_host_restored(host);
}

static enum bot_error settle(struct bot_host *host, struct bot_store *store, const void *self)
{
	enum bot_error error = bot_device_keys_delete(store, BOT_KEYS_OF_DEVICE);

	if (!error)
		error = bot_device_keys_delete(store, BOT_KEYS_OF_OLD_DEVICE);
	if (!error)
		error = restored_store_prepare(host, store, self);
	return error ? error : bot_store_own_copy(store);
}

bool restored_store_settle(struct bot_store *store, const struct cfg *config)
{
	bool is_copy = false;
	enum bot_error error = bot_store_is_copy(store, &is_copy);

	if (!error && is_copy)
		error = store_access_transact(store, config, settle, NULL);
	if (error)
		store_access_explain(config->store, error, 0);
	else if (is_copy)
		bot_log_write(BOT_LOG_WARNING, "store_restored",
			BOT_LOG_FIELDS({"why",
				.text = "the tables come from a dump: the bot ignores what people "
					"said since then, and shows the state of each match"}));
	return !error;
}
