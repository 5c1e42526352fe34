#include "adapters/matrix/e2ee/device_keys.h"

#include "adapters/matrix/client/json.h"
#include "adapters/matrix/e2ee/cross_signing.h"
#include "adapters/matrix/e2ee/crypto_state.h"
#include "adapters/matrix/e2ee/key_files.h"
#include "adapters/matrix/e2ee/key_queue.h"
#include "adapters/matrix/e2ee/older_keys.h"
#include "adapters/matrix/e2ee/verification.h"
#include "adapters/matrix/login/device.h"
#include "adapters/matrix/login/session_store.h"
#include "bot/base/log.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define OLD         "-old" /* the end of the name of a replaced device's folder */
#define FOLDER_SIZE (MX_KEY_PATH_SIZE + sizeof(OLD))
#define OLDER       "the encryption keys are as old as the store: the bot "

static void name_folders(
	const struct mx_crypto *crypto, char folder[FOLDER_SIZE], char old[FOLDER_SIZE])
{
	mx_key_files_device_keys(crypto->account->config->store, folder);
	snprintf(old, FOLDER_SIZE, "%s" OLD, folder);
}

/*
 * Removes a folder with its files. If a file stays because of a failure, the next call removes it.
 */
static void remove_folder(const char *folder)
{
	DIR *files = opendir(folder);
	const struct dirent *file;

	if (!files)
		return;
	while ((file = readdir(files)))
		unlinkat(dirfd(files), file->d_name, 0);
	closedir(files);
	rmdir(folder);
}

/*
 * Makes the folder, unless it exists. Returns false if this fails or other users have access to the
 * folder. Then errno says why.
 */
static bool make_folder(const char *folder)
{
	struct stat status;

	if (mkdir(folder, 0700) == 0)
		return true;
	if (errno != EEXIST || stat(folder, &status))
		return false;
	if (S_ISDIR(status.st_mode) && !(status.st_mode & (S_IRWXG | S_IRWXO)))
		return true;
	errno = S_ISDIR(status.st_mode) ? EPERM : ENOTDIR;
	return false;
}

static enum bot_error store_first_fingerprint(struct bot_store *store, const char *fingerprint)
{
	enum bot_error error = mx_older_keys_forget(store);

	return error ? error : bot_store_set(store, MX_FINGERPRINT_KEY, fingerprint);
}

/*
 * Checks whether the keys are the ones that this device has always used. For a new device, stores
 * the fingerprint of the keys. If the check fails, ends the run and returns false.
 */
static bool check_fingerprint(struct mx_crypto *crypto, const char *fingerprint)
{
	char *known = NULL;
	enum bot_error error = bot_store_begin(crypto->account->store);
	bool same;

	if (!error)
		error = bot_store_get(crypto->account->store, MX_FINGERPRINT_KEY, &known);
	same = error == BOT_NOT_FOUND || (known && strcmp(known, fingerprint) == 0);
	if (error == BOT_NOT_FOUND)
		error = store_first_fingerprint(crypto->account->store, fingerprint);
	free(known);
	if (!mx_account_commit(crypto->account, error, "encryption")) {
		crypto->account->fatal = MX_STORE_FAILED;
		return false;
	}
	if (!same)
		mx_account_give_up(crypto->account, MX_BAD_KEYS, "keys_lost",
			"the folder of the encryption keys beside the store is not the one that "
			"belongs to it: move it away to begin as a new device");
	return same;
}

/*
 * Lets the bot begin as a new device, since the folder with the keys is gone. The bot can't get the
 * old keys back, and other clients would refuse new keys under the old device id.
 */
static void replace_device(struct mx_crypto *crypto)
{
	if (!mx_device_replace(crypto->session))
		return;
	bot_log_write(BOT_LOG_WARNING, "keys_gone",
		BOT_LOG_FIELDS({"user", .text = crypto->account->user}));
	if (crypto->account->secrets->access_token)
		mx_account_give_up(crypto->account, MX_BAD_KEYS, "keys_gone",
			crypto->account->secrets->hs_token
				? "the folder of the encryption keys is gone: start the bot again, "
				  "to begin as a new device"
				: "the folder of the encryption keys is gone: make a new access "
				  "token, for a new device");
	crypto->session->state = MX_LOGGED_OFF;
}

static bool device_had_keys(const struct mx_crypto *crypto)
{
	char *known = NULL;
	bool had = bot_store_get(crypto->account->store, MX_FINGERPRINT_KEY, &known) == BOT_OK;

	free(known);
	return had;
}

static void refuse_keys(struct mx_crypto *crypto, const char *folder, enum mx_machine_status status,
	const char *text)
{
	bot_log_write(BOT_LOG_ERROR, "keys_unusable",
		BOT_LOG_FIELDS({"folder", .text = folder}, {"detail", .text = text}));
	mx_account_give_up(crypto->account, MX_BAD_KEYS, "keys_unusable",
		status == MX_MACHINE_OTHER_DEVICE
			? "the folder holds the encryption keys of another device: move it away "
			  "to begin as a new device"
			: "the encryption keys can't be opened: the folder must belong to the "
			  "bot's user, be readable for nobody else, and not be damaged");
}

/* Closes the keys, and forgets the requests and what the bot knows of rooms. */
static void close_keys(struct mx_crypto *crypto)
{
	mx_machine_close(crypto->machine);
	crypto->machine = NULL;
	mx_key_queue_clear(crypto);
	json_array_clear(crypto->messages);
	json_object_clear(crypto->members);
	crypto->unlisted_answers = 0;
	mx_backoff_reset(&crypto->unlisted_backoff);
	mx_cross_signing_restart(crypto);
}

bool mx_device_keys_set_aside(struct mx_crypto *crypto)
{
	char folder[FOLDER_SIZE], old[FOLDER_SIZE];

	close_keys(crypto);
	name_folders(crypto, folder, old);
	if (access(folder, F_OK) != 0 && errno == ENOENT)
		return true;
	remove_folder(old);
	if (rename(folder, old) == 0)
		return true;
	refuse_keys(crypto, folder, MX_MACHINE_FAILED, strerror(errno));
	return false;
}

/*
 * Call this after the machine has tried to copy the room keys from the old device's folder. Removes
 * that folder. `text` is the machine's result. If the machine could not copy the keys, logs why.
 */
static void remove_old(const char *old, char *text)
{
	json_t *answer = mx_json_parse(text, strlen(text));
	const char *why = mx_json_text(answer, "not_inherited");

	if (why)
		bot_log_write(BOT_LOG_WARNING, "old_keys_lost",
			BOT_LOG_FIELDS({"folder", .text = old}, {"why", .text = why}));
	json_decref(answer);
	remove_folder(old);
}

static bool check_keys(struct mx_crypto *crypto, const char *device)
{
	char *text;
	enum mx_machine_status status = mx_machine_identity(crypto->machine, &text);
	json_t *identity = mx_crypto_result(status, text, "start");
	const char *fingerprint = mx_json_text(identity, "ed25519");
	bool fine = fingerprint && check_fingerprint(crypto, fingerprint);

	if (!identity)
		mx_account_give_up(crypto->account, MX_BAD_KEYS, "keys_unusable",
			"the encryption keys can't be read");
	/* the account's owner can compare the fingerprint with the one that another client shows */
	if (fine)
		bot_log_write(BOT_LOG_INFO, "encryption_ready",
			BOT_LOG_FIELDS(
				{"device", .text = device}, {"fingerprint", .text = fingerprint}));
	json_decref(identity);
	return fine;
}

void mx_device_keys_open(struct mx_crypto *crypto)
{
	char folder[FOLDER_SIZE], old[FOLDER_SIZE], *device = NULL, *text = NULL;
	bool has_old;
	enum mx_machine_status status;

	if (crypto->session->deviceless) {
		mx_account_give_up(crypto->account, MX_BAD_KEYS, "no_device",
			"encryption needs a device, and the homeserver lets this application "
			"service have none: renew the homeserver (Matrix 1.17) and the "
			"registration, give the bot an account, or run a build without encryption");
		return;
	}
	name_folders(crypto, folder, old);
	if (access(folder, F_OK) != 0 && errno == ENOENT && device_had_keys(crypto)) {
		replace_device(crypto);
		return;
	}
	if (bot_store_get(crypto->account->store, "matrix.device", &device) != BOT_OK) {
		crypto->account->fatal = MX_STORE_FAILED;
		return;
	}
	if (!make_folder(folder)) {
		refuse_keys(crypto, folder, MX_MACHINE_FAILED, strerror(errno));
		goto out;
	}
	has_old = access(old, F_OK) == 0;
	status = mx_machine_open(folder, has_old ? old : NULL, crypto->account->user, device,
		&crypto->machine, &text);
	if (status)
		refuse_keys(crypto, folder, status, text);
	else
		crypto->may_have_requests = crypto->has_new_keys =
			check_keys(crypto, device) && mx_verification_start(crypto);
	crypto->keys_are_older = mx_older_keys_are_noted(crypto->account->store);
	mx_crypto_note_changed_lists(crypto);
	if (!status && has_old)
		remove_old(old, text);
	mx_machine_free(text);
out:
	free(device);
}

/*
 * Makes the bot forget all sessions with which its device encrypts. The caller opens the keys
 * again.
 */
static void forget_sessions(struct mx_crypto *crypto)
{
	char folder[FOLDER_SIZE], old[FOLDER_SIZE], *text;
	enum mx_machine_status status;
	enum bot_error error;

	close_keys(crypto);
	name_folders(crypto, folder, old);
	status = mx_machine_forget_sessions(folder, &text);
	if (status)
		refuse_keys(crypto, folder, status, text);
	mx_machine_free(text);
	if (status)
		return;
	error = bot_store_begin(crypto->account->store);
	if (!error)
		error = mx_older_keys_forget(crypto->account->store);
	if (mx_account_commit(crypto->account, error, "encryption"))
		bot_log_write(BOT_LOG_ERROR, "keys_older",
			BOT_LOG_FIELDS({"user", .text = crypto->account->user},
				{"why", .text = OLDER "makes new sessions with everybody, but "
						      "can't read some messages until you give it "
						      "a new access token (or run engarde-bot "
						      "login again), so that it begins as a new "
						      "device"}));
}

void mx_device_keys_replace_older(struct mx_crypto *crypto)
{
	if (mx_session_can_replace_device(crypto->session))
		mx_session_abandon_device(
			crypto->session, "keys_older", OLDER "begins as a new device");
	else
		forget_sessions(crypto);
}
