#include "adapters/matrix/e2ee/cross_signing.h"

#include "adapters/matrix/client/json.h"
#include "adapters/matrix/client/json_print.h"
#include "adapters/matrix/client/url.h"
#include "adapters/matrix/e2ee/crypto_state.h"
#include "adapters/matrix/e2ee/key_files.h"
#include "bot/base/clock.h"
#include "bot/base/error.h"
#include "bot/base/log.h"

#include <errno.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ATTEMPTS_MOST    4
#define RESTART_INTERVAL (INT64_C(10) * 60 * 1000)
#define UNLISTED_MOST    2
#define ACCOUNT_DATA     "/_matrix/client/v3/user/%/account_data/%"
#define DEFAULT_KEY      "m.secret_storage.default_key"
#define KEY_TYPE_SIZE    512

static const char *const signing_keys[] = {
	"m.cross_signing.master", "m.cross_signing.self_signing", "m.cross_signing.user_signing"};

static void settle(struct mx_crypto *crypto)
{
	crypto->trust.stage = MX_TRUST_SETTLED;
	json_object_clear(crypto->trust.secrets);
}

void mx_cross_signing_restart(struct mx_crypto *crypto)
{
	struct mx_trust *trust = &crypto->trust;

	free(trust->auth_session);
	json_object_clear(trust->secrets);
	*trust = (struct mx_trust){.stage = MX_TRUST_QUERY, .secrets = trust->secrets};
}

void mx_cross_signing_fail(struct mx_crypto *crypto, const char *why)
{
	bot_log_write(BOT_LOG_ERROR, "device_not_signed", BOT_LOG_FIELDS({"why", .text = why}));
	settle(crypto);
	if (crypto->account->config->encryption.devices == CFG_DEVICES_SIGNED)
		mx_account_give_up(crypto->account, MX_NOT_SIGNED, "device_not_signed",
			"encrypted messages go from signed devices to signed devices only: repair "
			"what is said above, or make a new identity with engarde-bot login "
			"--new-identity, or set encryption.devices to all");
}

void mx_cross_signing_refused(struct mx_crypto *crypto)
{
	struct mx_trust *trust = &crypto->trust;

	if (trust->stage == MX_TRUST_SETTLED)
		return;
	if (crypto->account->config->encryption.devices != CFG_DEVICES_SIGNED) {
		mx_cross_signing_fail(crypto, "the homeserver does not allow it");
		return;
	}
	if (!trust->is_refused)
		bot_log_write(BOT_LOG_ERROR, "device_not_signed",
			BOT_LOG_FIELDS({"why",
				.text = "the homeserver refuses the bot's signing keys, and its "
					"log may say why: encrypted rooms wait until it accepts "
					"them. The bot asks again, ever more rarely. If the "
					"homeserver has no cross-signing, set encryption.devices "
					"to all"}));
	trust->is_refused = true;
	trust->stage = MX_TRUST_QUERY;
	trust->attempts = 0;
}

/*
 * Queues the requests that a call of the machine returned. Returns false if the call failed; then
 * the bot tries again later.
 */
static bool queue_requests(struct mx_crypto *crypto, enum mx_machine_status status, char *text)
{
	if (mx_key_queue_add(
		    crypto, MX_KEY_QUEUE_OWN, mx_crypto_result(status, text, "cross-signing")))
		return true;
	mx_backoff_fail(&crypto->queues[MX_KEY_QUEUE_OWN].backoff);
	return false;
}

/* Says why the recovery key could not be written, and where. */
static void refuse_file(struct mx_crypto *crypto, int why)
{
	const struct cfg *config = crypto->account->config;
	char path[MX_KEY_PATH_SIZE];

	bot_log_write(BOT_LOG_ERROR, "recovery_key_failed",
		BOT_LOG_FIELDS({"key", .text = "encryption.recovery_key_file"},
			{"file", .text = mx_key_files_configured_key(config, path)},
			{"why", .text = why ? bot_errno_text(why) : "the store can't be used"}));
	mx_cross_signing_fail(crypto, "the file of the recovery key can't be written");
}

static void bootstrap(struct mx_crypto *crypto)
{
	char *text;
	enum mx_machine_status status = mx_machine_bootstrap(crypto->machine, &text);
	json_t *made = mx_crypto_result(status, text, "cross-signing");
	const char *key = mx_json_text(made, "recovery_key");

	if (key && !mx_recovery_key_write(crypto->account->config, crypto->account->store, key))
		refuse_file(crypto, errno);
	else if (mx_key_queue_add(
			 crypto, MX_KEY_QUEUE_OWN, json_incref(json_object_get(made, "requests"))))
		crypto->trust.stage = MX_TRUST_QUERY;
	else
		mx_backoff_fail(&crypto->queues[MX_KEY_QUEUE_OWN].backoff);
	json_decref(made);
}

static void get_secret(struct mx_crypto *crypto, const char *type)
{
	(void)mx_key_queue_add_get(crypto, MX_KEY_QUEUE_OWN, "secret", type,
		mx_url_format(ACCOUNT_DATA, crypto->account->user, type));
}

static const char *storage_key(const struct mx_trust *trust)
{
	return mx_json_text(json_object_get(trust->secrets, DEFAULT_KEY), "key");
}

/* Starts to look for the private keys of the account's identity in the secret storage. */
static void begin_recovery(struct mx_crypto *crypto)
{
	char key[MX_RECOVERY_KEY_SIZE];

	if (mx_new_identity_is_wanted(crypto->account->store)) {
		bot_log_write(BOT_LOG_WARNING, "new_identity",
			BOT_LOG_FIELDS({"user", .text = crypto->account->user}));
		bootstrap(crypto);
		return;
	}
	if (!mx_recovery_key_read(crypto->account->config, key)) {
		mx_cross_signing_fail(crypto,
			"the account has a cross-signing identity that is not the bot's: put its "
			"recovery key into the file STORE.recovery-key (chmod 600), STORE being "
			"what the key store names; if the key is lost, engarde-bot login "
			"--new-identity makes a new identity");
		return;
	}
	sodium_memzero(key, sizeof(key));
	get_secret(crypto, DEFAULT_KEY);
	crypto->trust.stage = MX_TRUST_STORAGE_KEY;
}

static void get_secrets(struct mx_crypto *crypto)
{
	const char *id = storage_key(&crypto->trust);
	char type[KEY_TYPE_SIZE];

	if (!id || (size_t)snprintf(type, sizeof(type), "m.secret_storage.key.%s", id) >=
			   sizeof(type)) {
		mx_cross_signing_fail(crypto, "the account has no secret storage to recover from");
		return;
	}
	get_secret(crypto, type);
	for (size_t i = 0; i < sizeof(signing_keys) / sizeof(*signing_keys); i++)
		get_secret(crypto, signing_keys[i]);
	crypto->trust.stage = MX_TRUST_SECRETS;
}

static void recover(struct mx_crypto *crypto)
{
	struct mx_trust *trust = &crypto->trust;
	const char *id = storage_key(trust);
	char key[MX_RECOVERY_KEY_SIZE] = "", type[KEY_TYPE_SIZE], *question_text, *text;
	enum mx_machine_status status = MX_MACHINE_FAILED;
	json_t *question;

	(void)mx_recovery_key_read(crypto->account->config, key);
	snprintf(type, sizeof(type), "m.secret_storage.key.%s", id);
	question = json_pack("{s:s, s:s, s:O?, s:O}", "recovery_key", key, "key_id", id, "key",
		json_object_get(trust->secrets, type), "secrets", trust->secrets);
	sodium_memzero(key, sizeof(key));
	if (question) { /* `question` is NULL if the recovery key in the file is not UTF-8 */
		question_text = mx_json_print(question);
		status = mx_machine_recover(crypto->machine, question_text, &text);
		sodium_memzero(question_text, strlen(question_text));
		free(question_text);
		json_decref(question);
		json_decref(mx_crypto_result(status, text, "recovery"));
	}
	if (status)
		mx_cross_signing_fail(crypto, "the recovery key does not open the secret storage");
	else
		trust->stage = MX_TRUST_QUERY;
}

/* Forgets that a person wanted a new identity, because the account has one now. */
static bool forget_wish(struct mx_crypto *crypto)
{
	struct bot_store *store = crypto->account->store;
	enum bot_error error;

	if (!mx_new_identity_is_wanted(store))
		return true;
	error = bot_store_begin(store);
	if (!error)
		error = mx_new_identity_set(store, false);
	return mx_account_commit(crypto->account, error, "new identity");
}

/*
 * Takes the next step after the answer to the query. An answer that says nothing about the account
 * does not prove that it has no identity, so the bot asks again.
 */
static void decide(struct mx_crypto *crypto)
{
	char *text;
	enum mx_machine_status status = mx_machine_identity(crypto->machine, &text);
	json_t *identity = mx_crypto_result(status, text, "cross-signing");
	bool private = json_is_true(json_object_get(identity, "private"));
	bool is_ours = json_is_true(json_object_get(identity, "signed"));

	json_decref(identity);
	if (!identity)
		mx_backoff_fail(&crypto->queues[MX_KEY_QUEUE_OWN].backoff);
	else if (!crypto->trust.is_answered) {
		mx_backoff_fail(&crypto->queues[MX_KEY_QUEUE_OWN].backoff);
		crypto->trust.stage = MX_TRUST_QUERY;
	} else if (crypto->trust.identity_is_published && private && is_ours) {
		if (!forget_wish(crypto))
			return;
		settle(crypto);
		crypto->trust.is_signed = true;
	} else if (crypto->trust.attempts++ == ATTEMPTS_MOST)
		mx_cross_signing_fail(crypto, "the homeserver does not keep the signatures");
	else if (!crypto->trust.identity_is_published)
		bootstrap(crypto);
	else if (!private)
		begin_recovery(crypto);
	else {
		status = mx_machine_sign_self(crypto->machine, &text);
		if (queue_requests(crypto, status, text))
			crypto->trust.stage = MX_TRUST_QUERY;
	}
}

void mx_cross_signing_advance(struct mx_crypto *crypto)
{
	struct mx_trust *trust = &crypto->trust;
	char *text;
	enum mx_machine_status status;

	switch (trust->stage) {
	case MX_TRUST_QUERY:
		status = mx_machine_query_self(crypto->machine, &text);
		trust->is_answered = false;
		if (queue_requests(crypto, status, text))
			trust->stage = MX_TRUST_DECIDE;
		break;
	case MX_TRUST_DECIDE:
		decide(crypto);
		break;
	case MX_TRUST_STORAGE_KEY:
		get_secrets(crypto);
		break;
	case MX_TRUST_SECRETS:
		recover(crypto);
		break;
	case MX_TRUST_SETTLED:
		break;
	}
}

static bool is_signed(struct mx_crypto *crypto)
{
	char *text;
	enum mx_machine_status status = mx_machine_identity(crypto->machine, &text);
	json_t *identity = mx_crypto_result(status, text, "cross-signing");
	bool fine = json_is_true(json_object_get(identity, "private")) &&
		    json_is_true(json_object_get(identity, "signed"));

	json_decref(identity);
	return fine;
}

/*
 * If somebody has reset the account's identity, for example in another client, starts the
 * cross-signing over.
 */
static void check_identity(struct mx_crypto *crypto)
{
	struct mx_trust *trust = &crypto->trust;
	int64_t now = bot_clock_steady();

	if (trust->stage != MX_TRUST_SETTLED || !trust->is_signed ||
		(trust->identity_is_published && is_signed(crypto)))
		return;
	if (trust->restarted_at != 0 && now - trust->restarted_at < RESTART_INTERVAL)
		return;
	bot_log_write(BOT_LOG_WARNING, "identity_changed",
		BOT_LOG_FIELDS({"user", .text = crypto->account->user}));
	mx_cross_signing_restart(crypto);
	trust->restarted_at = now;
}

void mx_cross_signing_check_listed(struct mx_crypto *crypto)
{
	char *text;
	enum mx_machine_status status;

	if (crypto->unlisted_answers == 0 || !mx_backoff_is_over(&crypto->unlisted_backoff) ||
		!mx_key_queue_is_idle(crypto, MX_KEY_QUEUE_OWN) ||
		crypto->session->state != MX_LOGGED_IN)
		return;
	status = mx_machine_query_self(crypto->machine, &text);
	(void)queue_requests(crypto, status, text);
}

/*
 * Notes whether the homeserver has the device's keys. An answer without the device does not prove
 * that it has lost them: the homeserver may have written the answer before it got the keys, or may
 * not work properly for a while. So the bot asks again, ever more rarely. If the homeserver still
 * does not list the device, the bot begins as a new device, if it can. Otherwise, the access token
 * decides: the bot ends only if whoami refuses it.
 */
static void check_device(struct mx_crypto *crypto, const json_t *listed)
{
	/* until the homeserver has taken the keys, it can't list them */
	bool is_waiting = crypto->queues[MX_KEY_QUEUE_UPLOAD].is_refused ||
			  !mx_key_queue_is_idle(crypto, MX_KEY_QUEUE_UPLOAD);

	if (json_is_true(listed)) {
		crypto->unlisted_answers = 0;
		mx_backoff_reset(&crypto->unlisted_backoff);
	}
	if (!json_is_false(listed) || crypto->session->state != MX_LOGGED_IN)
		return;
	if (crypto->unlisted_answers == 0 || !is_waiting)
		crypto->unlisted_answers++;
	mx_backoff_fail(&crypto->unlisted_backoff);
	if (crypto->unlisted_answers <= UNLISTED_MOST || is_waiting)
		return;
	if (mx_session_can_replace_device(crypto->session)) {
		crypto->unlisted_answers = 0;
		mx_session_abandon_device(crypto->session, "keys_deleted",
			"the homeserver does not hold the keys of this device any more");
		return;
	}
	crypto->session->must_check = true;
	if (crypto->unlisted_answers == UNLISTED_MOST + 1)
		bot_log_write(BOT_LOG_ERROR, "keys_deleted",
			BOT_LOG_FIELDS({"user", .text = crypto->account->user},
				{"why", .text = "the homeserver does not list the keys of this "
						"device: the bot asks again, ever more rarely. If "
						"this goes on, give the bot a new access token"}));
}

void mx_cross_signing_take_published(
	struct mx_crypto *crypto, const json_t *answer, const json_t *listed)
{
	/* The answer is about other users, and not about the bot's account. */
	if (!listed || json_is_null(listed))
		return;
	crypto->trust.is_answered = true;
	crypto->trust.identity_is_published =
		json_object_get(json_object_get(answer, "master_keys"), crypto->account->user) !=
		NULL;
	check_device(crypto, listed);
	check_identity(crypto);
}

void mx_cross_signing_take_secret(struct mx_crypto *crypto, const char *type, json_t *content)
{
	/* A copy, so that this value does not keep a chunk of json_memory.h. */
	if (content)
		(void)json_object_set_new(crypto->trust.secrets, type, json_deep_copy(content));
}
