#include "bot/daemon/account_identity.h"

#include "adapters/matrix/e2ee/crypto.h"
#include "adapters/matrix/e2ee/key_files.h"
#include "adapters/matrix/e2ee/new_identity.h"
#include "adapters/matrix/e2ee/recovery_key.h"
#include "bot/daemon/complaint.h"
#include "bot/daemon/store_access.h"
#include "bot/store/device_keys.h"

#include <errno.h>
#include <stdio.h>
#include <unistd.h>

/* Returns whether there are keys of the bot's device, or whether the store can't say. */
static bool has_device_keys(const struct cfg *config, struct bot_store *store)
{
	char folder[MX_KEY_PATH_SIZE];
	bool exist = true;

	if (bot_store_is_file(store))
		return access(mx_key_files_device_keys(config->store, folder), F_OK) == 0;
	return bot_device_keys_exist(store, BOT_KEYS_OF_DEVICE, &exist) != BOT_OK || exist;
}

bool account_identity_is_lost(const struct cfg *config, struct bot_store *store)
{
	char key[MX_KEY_PATH_SIZE];

	return mx_crypto_is_built_in() &&
	       access(mx_key_files_configured_key(config, key), F_OK) != 0 &&
	       !has_device_keys(config, store);
}

void account_identity_explain(const struct cfg *config)
{
	char key[MX_KEY_PATH_SIZE];

	fprintf(stderr,
		"%s already has an encryption identity, from an earlier bot or from another "
		"client. The bot needs its recovery key in the file %s (chmod 600). If the key is "
		"lost, the bot can make a new identity. Other clients then tell people once that "
		"the identity of the account has changed.\n",
		config->matrix.user, mx_key_files_configured_key(config, key));
}

bool account_identity_may_be_replaced(const struct cfg *config, const struct cfg_secrets *secrets)
{
	if (!mx_crypto_is_built_in())
		return complain("--new-identity", "this build has no encryption");
	return secrets->password || secrets->hs_token ||
	       complain(config->matrix.user, "the homeserver replaces an identity only for the "
					     "account's password; log in with the password, or "
					     "reset the identity in another client and give the "
					     "bot the new recovery key");
}

bool account_identity_replace(const struct cfg *config, struct bot_store *store)
{
	char key[MX_KEY_PATH_SIZE];
	enum bot_error error;

	errno = EEXIST;
	if (mx_recovery_key_is_foreign(config, store))
		return complain_errno(mx_key_files_configured_key(config, key));
	error = bot_store_begin(store);
	if (!error)
		error = mx_new_identity_set(store, true);
	if (!error)
		error = bot_store_commit(store);
	if (!error)
		return true;
	bot_store_rollback(store);
	store_access_explain(config->store, error, 0);
	return false;
}
