#include "adapters/matrix/e2ee/key_upload.h"

#include "adapters/matrix/client/answer.h"
#include "adapters/matrix/client/json.h"
#include "adapters/matrix/e2ee/crypto_state.h"
#include "bot/base/clock.h"
#include "bot/base/log.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define WAIT_FIRST (INT64_C(60) * 1000)
#define WAIT_MOST  (INT64_C(3600) * 1000)
/*
 * the store's key for the date when the bot last replaced its device because its keys were too old
 */
#define OUTDATED_KEY "matrix.keys_outdated"
/* how often, in milliseconds, the bot may replace its device for this reason */
#define OUTDATED_INTERVAL (INT64_C(24) * 3600 * 1000)

void mx_key_upload_wait(struct mx_key_queue *queue)
{
	unsigned before = queue->backoff.failures;
	int64_t wait = before < 6 ? WAIT_FIRST << before : WAIT_MOST;

	mx_backoff_fail(&queue->backoff);
	mx_backoff_extend(&queue->backoff, wait);
}

/*
 * Returns whether the homeserver has newer one-time keys of this device than the bot: "One time key
 * signed_curve25519:AAAAAQ already exists". The error has no code of its own.
 */
static bool says_outdated(const struct mx_answer *answer)
{
	static const char sign[] = "already exists";
	const char *text = mx_json_text(answer->json, "error");

	for (; answer->status == 400 && text && *text; text++)
		if (strncasecmp(text, sign, strlen(sign)) == 0)
			return true;
	return false;
}

static const char *explain(const struct mx_key_queue *queue, const struct mx_answer *answer)
{
	if (says_outdated(answer) && mx_session_can_replace_device(queue->crypto->session))
		return "the homeserver has newer one-time keys of this device: an older copy of "
		       "the keys' folder (STORE.crypto) or of the whole disk was put back, so the "
		       "bot begins as a new device, once a day";
	if (says_outdated(answer))
		return "the homeserver has newer one-time keys of this device: an older copy of "
		       "the keys' folder (STORE.crypto) or of the whole disk was put back. Give "
		       "the bot a new access token (or run engarde-bot login again), so that it "
		       "begins as a new device; until then it can't read some encrypted messages";
	if (answer->status == 413)
		return "the request is too big for the homeserver or for a proxy before it: let "
		       "it accept bodies of at least 1 MB";
	if (answer->status == 404)
		return "the homeserver, or a proxy before it, does not know the path "
		       "/_matrix/client/v3/keys/upload";
	return "the homeserver refuses the bot's encryption keys, and its log may say why. The bot "
	       "goes on with the keys that the homeserver has, and asks again ever more rarely";
}

static void log_refusal(struct mx_key_queue *queue, const struct mx_answer *answer)
{
	char code[64];

	if (queue->is_refused)
		return;
	queue->is_refused = true;
	snprintf(code, sizeof(code), "%s", mx_answer_code(answer));
	bot_log_write(BOT_LOG_ERROR, "key_upload_refused",
		BOT_LOG_FIELDS({"status", .number = answer->status}, {"code", .text = code},
			{"why", .text = explain(queue, answer)}));
}

/*
 * Returns whether the bot may replace its device now. If so, stores the date. If homeservers refuse
 * the keys of the new device, too, another device would not help.
 */
static bool may_replace_device(struct mx_crypto *crypto)
{
	char *before = NULL, date[24];
	int64_t now = bot_clock_wall(), age;
	struct bot_store *store = crypto->account->store;
	enum bot_error error;

	if (!mx_session_can_replace_device(crypto->session))
		return false;
	error = bot_store_begin(store);
	if (!error)
		error = bot_store_get(store, OUTDATED_KEY, &before);
	age = before ? now - strtoll(before, NULL, 10) : INT64_MAX;
	free(before);
	snprintf(date, sizeof(date), "%" PRId64, now);
	if (error == BOT_NOT_FOUND)
		error = BOT_OK;
	if (!error && age >= OUTDATED_INTERVAL)
		error = bot_store_set(store, OUTDATED_KEY, date);
	return mx_account_commit(crypto->account, error, "encryption") && age >= OUTDATED_INTERVAL;
}

/*
 * The first upload of a device has its keys and its one-time keys. If the homeserver refuses them,
 * the bot uploads the device's keys alone: without these, nobody can write to the device. Returns
 * false if the request has no such two parts.
 */
static bool split(struct mx_key_queue *queue, const json_t *request, bool outdated)
{
	const json_t *body = json_object_get(request, "body");
	json_t *keys = json_object_get(body, "device_keys");

	if (!keys || json_object_size(body) < 2)
		return false;
	(void)json_array_set_new(queue->requests, 0,
		json_pack("{s:s, s:O, s:s, s:O, s:{s:O}, s:b, s:O}", "kind", MX_DEVICE_UPLOAD, "id",
			json_object_get(request, "id"), "method", "POST", "path",
			json_object_get(request, "path"), "body", "device_keys", keys, "outdated",
			outdated, "whole", request));
	return true;
}

/*
 * Tells the machine that the homeserver has accepted the one-time keys, although it has refused
 * them because it has newer ones. So the next upload has keys with other ids, and a bot that can't
 * replace its device can go on.
 */
static void skip_keys(struct mx_crypto *crypto, const json_t *request)
{
	json_decref(mx_key_queue_pass(crypto, request, "{}"));
}

void mx_key_upload_refused(
	struct mx_key_queue *queue, const json_t *request, const struct mx_answer *answer)
{
	struct mx_crypto *crypto = queue->crypto;
	bool outdated = says_outdated(answer);

	log_refusal(queue, answer);
	if (split(queue, request, outdated))
		return;
	json_array_clear(queue->requests);
	mx_key_upload_wait(queue);
	if (outdated && may_replace_device(crypto)) {
		mx_session_abandon_device(crypto->session, "keys_outdated",
			"the homeserver has newer one-time keys of this device than the bot: the "
			"bot begins as a new device");
		return;
	}
	if (outdated)
		skip_keys(crypto, request);
}

void mx_key_upload_accepted(struct mx_key_queue *queue, const json_t *request)
{
	if (strcmp(mx_json_text(request, "kind"), MX_DEVICE_UPLOAD) != 0) {
		queue->is_refused = false;
		return;
	}
	/* the homeserver has just refused the one-time keys */
	mx_key_upload_wait(queue);
	if (json_is_true(json_object_get(request, "outdated")))
		skip_keys(queue->crypto, json_object_get(request, "whole"));
}
