#include "bot/daemon/log_in.h"

#include "adapters/matrix/e2ee/crypto.h"
#include "adapters/matrix/e2ee/key_files.h"
#include "adapters/matrix/login/log_in.h"
#include "bot/base/log.h"
#include "bot/daemon/configuration.h"
#include "bot/daemon/prompt.h"
#include "bot/daemon/store_access.h"
#include "bot/store/device_keys.h"
#include "bot/store/files.h"

#include <curl/curl.h>
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

/*
 * Returns whether the bot can't use the identity that the account has: there is neither the file of
 * the recovery key, nor are there keys of the bot's device.
 */
static bool is_identity_lost(const struct cfg *config, struct bot_store *store)
{
	char key[MX_KEY_PATH_SIZE];

	return mx_crypto_is_built_in() &&
	       access(mx_key_files_configured_key(config, key), F_OK) != 0 &&
	       !has_device_keys(config, store);
}

/* Writes to standard error that the identity is lost, and where its recovery key would help. */
static void explain_identity(const struct cfg *config)
{
	char key[MX_KEY_PATH_SIZE];

	fprintf(stderr,
		"%s already has an encryption identity, from an earlier bot or from another "
		"client. The bot needs its recovery key in the file %s (chmod 600). If the key is "
		"lost, the bot can make a new identity. Other clients then tell people once that "
		"the identity of the account has changed.\n",
		config->matrix.user, mx_key_files_configured_key(config, key));
}

/*
 * Returns whether the bot may replace the identity: homeservers want the account's password for it,
 * except from application services. Otherwise says so on standard error.
 */
static bool may_replace_identity(const struct cfg *config, const struct cfg_secrets *secrets)
{
	if (!mx_crypto_is_built_in())
		return complain("--new-identity", "this build has no encryption");
	return secrets->password || secrets->hs_token ||
	       complain(config->matrix.user, "the homeserver replaces an identity only for the "
					     "account's password; log in with the password, or "
					     "reset the identity in another client and give the "
					     "bot the new recovery key");
}

/*
 * Lets the bot replace the identity when it starts. On failure writes the reason to standard error
 * and returns false.
 */
static bool replace_identity(const struct cfg *config, struct bot_store *store)
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

static void show_uri(const void *self, const char *uri, const char *code, bool complete)
{
	const struct cfg *config = self;

	fprintf(stderr,
		"Open this link in a browser, on any machine:\n"
		"    %s\n"
		"Log in there as %s, not as anybody else, and allow the bot to log in.\n"
		"%s: %s\n"
		"Waiting for you. Press ^C to stop.\n",
		uri, config->matrix.user,
		complete ? "The page must show this code" : "The page asks for this code", code);
}

/* The account has an identity that the bot can't use. Asks whether to replace it. */
static bool ask_for_new_identity(
	const struct cfg *config, const struct cfg_secrets *secrets, int stop)
{
	explain_identity(config);
	if (!may_replace_identity(config, secrets))
		return false;
	if (!prompt_is_interactive())
		return complain("setup",
			"nothing was written; --new-identity lets the bot make a new identity");
	return prompt_confirm("Make a new identity? (yes or no)", stop);
}

/* Logs in, and makes sure that the bot will be able to sign its device. */
static bool log_in_to(const struct cfg *config, const struct cfg_secrets *secrets,
	struct bot_store *store, bool new_identity, int stop, bool *refused)
{
	bool has_identity = false;
	enum mx_error error;

	if (new_identity && !may_replace_identity(config, secrets))
		return false;
	error = mx_log_in(config, secrets, store, (struct mx_device_code_display){show_uri, config},
		stop, &has_identity);
	*refused = error == MX_LOGIN_REFUSED || error == MX_LOGGED_OUT || error == MX_BAD_CONFIG;
	if (error)
		return complain(config->matrix.user, mx_error_text(error));
	if (!new_identity && has_identity && is_identity_lost(config, store)) {
		if (!ask_for_new_identity(config, secrets, stop))
			return false;
		new_identity = true;
	}
	return !new_identity || replace_identity(config, store);
}

bool log_in(const struct cfg *config, const struct cfg_secrets *secrets, bool new_identity,
	int stop, bool *refused)
{
	struct bot_store *store = NULL;
	bool new, fine;

	if (!store_access_make_folder(config) || !store_access_drop_privileges(config))
		return false;
	new = !cfg_store_is_on_server(config) && access(config->store, F_OK) != 0;
	if (!store_access_open(config->store, config->matrix.user, &store))
		return false;
	fine = log_in_to(config, secrets, store, new_identity, stop, refused);
	bot_store_close(store);
	if (!fine && new)
		bot_store_remove(config->store);
	if (fine)
		fprintf(stderr, "%s is logged in.\n", config->matrix.user);
	return fine;
}

bool log_in_begin(void)
{
	bot_log_set_level(BOT_LOG_ERROR);
	return mx_init() || complain("can't start", "libcurl or libsodium does not work");
}

enum exit_status log_in_again(const struct cfg *config, bool new_identity, int stop)
{
	struct cfg_secrets secrets;
	bool refused;
	enum exit_status status = configuration_load_secrets(config, &secrets);

	if (status)
		return status;
	status = STATUS_FAILED;
	if (log_in_begin()) {
		if (log_in(config, &secrets, new_identity, stop, &refused))
			status = STATUS_FINE;
		curl_global_cleanup();
	}
	cfg_secrets_finish(&secrets);
	return status;
}
