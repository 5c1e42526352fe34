#include "adapters/matrix/e2ee/device_keys.h"

#include "adapters/matrix/client/json.h"
#include "adapters/matrix/client/wait.h"
#include "adapters/matrix/e2ee/cross_signing.h"
#include "adapters/matrix/e2ee/crypto_state.h"
#include "adapters/matrix/e2ee/key_files.h"
#include "adapters/matrix/e2ee/key_place.h"
#include "adapters/matrix/e2ee/verification.h"
#include "adapters/matrix/login/session.h"
#include "adapters/matrix/login/session_store.h"
#include "bot/base/log.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define OLDER "the encryption keys are as old as the store: the bot "

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
 * Lets the bot begin as a new device, since its keys are gone. The bot can't get the old keys back,
 * and other clients would refuse new keys under the old device id.
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
				? "the encryption keys are gone: start the bot again, "
				  "to begin as a new device"
				: "the encryption keys are gone: make a new access "
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

static void refuse_keys(struct mx_crypto *crypto, enum mx_machine_status status, const char *text)
{
	bot_log_write(BOT_LOG_ERROR, "keys_unusable",
		BOT_LOG_FIELDS({"folder", .text = crypto->place.keys[BOT_KEYS_OF_DEVICE].folder},
			{"detail", .text = text}));
	if (!crypto->place.is_folder)
		mx_account_give_up(crypto->account, MX_BAD_KEYS, "keys_unusable",
			status == MX_MACHINE_OTHER_DEVICE
				? "the encryption keys in the store are those of another device"
				: "the encryption keys in the store can't be read");
	else
		mx_account_give_up(crypto->account, MX_BAD_KEYS, "keys_unusable",
			status == MX_MACHINE_OTHER_DEVICE
				? "the folder holds the encryption keys of another device: move it "
				  "away to begin as a new device"
				: "the encryption keys can't be opened: the folder must belong to "
				  "the bot's user, be readable for nobody else, and not be "
				  "damaged");
}

/*
 * Call this after a failure of key_place.h: the bot tries again if the store is the reason, and
 * ends the run if the folder is.
 */
static void note_failure(struct mx_crypto *crypto, enum bot_error error)
{
	if (error == BOT_INVALID)
		refuse_keys(crypto, MX_MACHINE_FAILED, strerror(errno));
	else
		mx_account_store_failed(crypto->account, error, "encryption");
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
	enum bot_error error;

	close_keys(crypto);
	mx_key_place_init(&crypto->place, crypto->account->store, crypto->account->config->store);
	error = mx_key_place_set_aside(&crypto->place);
	if (error)
		note_failure(crypto, error);
	return !error;
}

/*
 * Call this after the machine has tried to copy the room keys of the old device. Deletes the keys
 * of the old device. `text` is the machine's result. If the machine could not copy the room keys,
 * logs why.
 */
static void remove_old(struct mx_crypto *crypto, char *text)
{
	json_t *answer = mx_json_parse(text, strlen(text));
	const char *why = mx_json_text(answer, "not_inherited");
	enum bot_error error;

	if (why)
		bot_log_write(BOT_LOG_WARNING, "old_keys_lost",
			BOT_LOG_FIELDS(
				{"folder",
					.text = crypto->place.keys[BOT_KEYS_OF_OLD_DEVICE].folder},
				{"why", .text = why}));
	json_decref(answer);
	error = mx_key_place_remove_old(&crypto->place);
	if (error)
		note_failure(crypto, error);
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

/*
 * Opens the machine, and copies the room keys of an old device. In the store, this is one
 * transaction, so that a new device never has only a part of its keys. Returns whether the machine
 * is open. Otherwise the function has ended the run, or the caller tries again when the store
 * works.
 */
static bool open_machine(struct mx_crypto *crypto, const char *device, bool has_old, char **text)
{
	struct mx_key_place *place = &crypto->place;
	enum bot_error error = place->is_folder ? BOT_OK : bot_store_begin(crypto->account->store);
	enum mx_machine_status status;

	if (error) {
		note_failure(crypto, error);
		return false;
	}
	status = mx_machine_open(&place->keys[BOT_KEYS_OF_DEVICE],
		has_old ? &place->keys[BOT_KEYS_OF_OLD_DEVICE] : NULL, crypto->account->user,
		device, &crypto->machine, text);
	error = mx_key_place_error(place);
	if (!place->is_folder && (!status || error) &&
		!mx_account_commit(crypto->account, error, "encryption")) {
		mx_machine_close(crypto->machine);
		crypto->machine = NULL;
		return false;
	}
	if (status) {
		bot_store_rollback(crypto->account->store);
		refuse_keys(crypto, status, *text);
	}
	return !status;
}

/* Finds out which keys there are, and makes the place for the keys of a new device. */
static bool prepare_place(struct mx_crypto *crypto, bool *has_keys, bool *has_old)
{
	struct mx_key_place *place = &crypto->place;
	enum bot_error error;

	mx_key_place_init(place, crypto->account->store, crypto->account->config->store);
	error = mx_key_place_has(place, BOT_KEYS_OF_DEVICE, has_keys);
	if (!error)
		error = mx_key_place_has(place, BOT_KEYS_OF_OLD_DEVICE, has_old);
	if (!error && (*has_keys || !device_had_keys(crypto)))
		error = mx_key_place_make(place);
	if (error)
		note_failure(crypto, error);
	return !error;
}

/* Opens the keys of the device with the id `device`. */
static void open_keys(struct mx_crypto *crypto, const char *device, bool has_old)
{
	char *text = NULL;

	if (open_machine(crypto, device, has_old, &text)) {
		crypto->may_have_requests = crypto->has_new_keys =
			check_keys(crypto, device) && mx_verification_start(crypto);
		if (has_old)
			remove_old(crypto, text);
	}
	crypto->keys_are_older = mx_older_keys_are_noted(crypto->account->store);
	mx_crypto_note_changed_lists(crypto);
	mx_wake_at(0); /* a batch may wait for the keys */
	mx_machine_free(text);
}

void mx_device_keys_open(struct mx_crypto *crypto)
{
	char *device = NULL;
	bool has_keys = false, has_old = false;

	if (crypto->session->deviceless) {
		mx_account_give_up(crypto->account, MX_BAD_KEYS, "no_device",
			"encryption needs a device, and the homeserver lets this application "
			"service have none: renew the homeserver (Matrix 1.17) and the "
			"registration, give the bot an account, or run a build without encryption");
		return;
	}
	if (!mx_backoff_is_over(&crypto->account->store_backoff) ||
		!prepare_place(crypto, &has_keys, &has_old))
		return;
	if (!has_keys && device_had_keys(crypto)) {
		replace_device(crypto);
		return;
	}
	if (bot_store_get(crypto->account->store, "matrix.device", &device) != BOT_OK) {
		crypto->account->fatal = MX_STORE_FAILED;
		return;
	}
	open_keys(crypto, device, has_old);
	free(device);
}

void mx_device_keys_reopen(struct mx_crypto *crypto)
{
	bot_log_write(BOT_LOG_WARNING, "keys_undone",
		BOT_LOG_FIELDS({"user", .text = crypto->account->user}));
	close_keys(crypto);
}

/*
 * Makes the bot forget all sessions with which its device encrypts. The caller opens the keys
 * again.
 */
static void forget_sessions(struct mx_crypto *crypto)
{
	struct mx_key_place *place = &crypto->place;
	char *text;
	enum mx_machine_status status;
	enum bot_error error;

	close_keys(crypto);
	mx_key_place_init(place, crypto->account->store, crypto->account->config->store);
	status = mx_machine_forget_sessions(&place->keys[BOT_KEYS_OF_DEVICE], &text);
	error = mx_key_place_error(place);
	if (error)
		note_failure(crypto, error);
	else if (status)
		refuse_keys(crypto, status, text);
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
