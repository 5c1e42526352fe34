#include "adapters/matrix/e2ee/encrypted_events.h"

#include "adapters/matrix/client/id.h"
#include "adapters/matrix/client/json.h"
#include "adapters/matrix/client/json_print.h"
#include "adapters/matrix/e2ee/crypto_state.h"
#include "adapters/matrix/e2ee/verification.h"
#include "adapters/matrix/e2ee/waiting_events.h"
#include "adapters/matrix/login/session.h"
#include "bot/base/attempt.h"
#include "bot/base/log.h"

#include <stdlib.h>
#include <string.h>

/*
 * Returns whether an event is a copy of an older message, so that the bot drops it. Such a copy has
 * another event id, but has the number of the older message in the same Megolm session.
 */
static bool is_copy(struct mx_crypto *crypto, const json_t *event, const json_t *answer)
{
	const char *session = mx_json_text(answer, "session"),
		   *sender = mx_json_text(event, "sender");
	bool copy = false;

	if (strcmp(sender, crypto->account->user) != 0)
		bot_must(bot_store_numbered(crypto->account->store, sender, session ? session : "",
			(uint32_t)json_integer_value(json_object_get(answer, "index")), &copy));
	if (copy)
		bot_log_write(BOT_LOG_INFO, "event_copied",
			BOT_LOG_FIELDS({"event", .text = mx_json_text(event, "event_id")},
				{"user", .text = sender}));
	return copy;
}

/*
 * Decrypts an event. With `signed_only`, the machine refuses events of devices that their owners
 * have not signed. Returns the machine's answer, which ends with the attempt, or NULL on failure.
 */
static json_t *decrypt(
	struct mx_crypto *crypto, const char *room, const json_t *event, bool signed_only)
{
	char *text, *encrypted = mx_json_print(event);
	enum mx_machine_status status =
		mx_machine_decrypt(crypto->machine, room, encrypted, signed_only, &text);

	free(encrypted);
	return mx_json_scratch(mx_crypto_result(status, text, "reading"));
}

/*
 * Returns the event inside, which ends with the attempt, or an empty struct. Clients never encrypt
 * state events, so the result must not look like one.
 */
static struct mx_event take_inside(
	const json_t *answer, const json_t *encrypted, enum mx_writer writer)
{
	json_t *clear = json_object_get(answer, "event");
	const json_t *content = json_object_get(encrypted, "content");

	if (!clear)
		return (struct mx_event){0};
	(void)json_object_del(clear, "state_key");
	struct mx_event event = mx_event_read(clear);
	event.decrypted = clear;
	event.writer = writer;
	event.clear_relation = json_object_get(content, "m.relates_to");
	return event;
}

struct mx_opened_event mx_encrypted_events_open(
	struct mx_crypto *crypto, const char *room, const json_t *json)
{
	bool own = strcmp(mx_json_text(json, "sender"), crypto->account->user) == 0;
	bool signed_only =
		crypto->account->config->encryption.devices == CFG_DEVICES_SIGNED && !own;
	const json_t *answer = decrypt(crypto, room, json, signed_only);
	struct mx_opened_event opened = {.event = take_inside(answer, json, MX_WRITER_TRUSTED),
		.is_unsigned = json_is_true(json_object_get(answer, "unsigned")),
		.is_pending = json_is_true(json_object_get(answer, "pending"))};

	opened.is_copy = opened.event.json && is_copy(crypto, json, answer);
	if (answer && !opened.event.json)
		bot_log_write(BOT_LOG_DEBUG, "event_unreadable",
			BOT_LOG_FIELDS({"event", .text = mx_json_text(json, "event_id")},
				{"why", .text = mx_json_text(answer, "why")}));
	if (opened.is_copy)
		opened.event = (struct mx_event){0};
	if (!opened.event.json)
		mx_crypto_note_changed_lists(crypto); /* the sender may be new */
	return opened;
}

struct mx_event mx_encrypted_events_open_unsigned(
	struct mx_crypto *crypto, const char *room, const json_t *json)
{
	return take_inside(decrypt(crypto, room, json, false), json, MX_WRITER_UNSIGNED);
}

/*
 * Returns whether the bot must open the event. The bot opens its own events only while it must find
 * out what an earlier device has sent (mx_device_is_in_doubt).
 */
static bool must_open(const struct mx_crypto *crypto, const struct mx_event *event)
{
	return mx_event_is_encrypted(event) && mx_id_is_user(event->sender) &&
	       (strcmp(event->sender, crypto->account->user) != 0 ||
		       mx_device_is_in_doubt(crypto->session)) &&
	       mx_id_is_event(event->id) && !event->is_state;
}

/* Lets an event wait for its key, and plans the next try to open it. */
static void await_key(struct mx_crypto *crypto, const char *room, const json_t *json)
{
	struct mx_waiting_events *waiting = mx_waiting_events_load(crypto->account->store);

	mx_waiting_events_add(waiting, room, json);
	mx_waiting_events_save(waiting);
	if (waiting->changed)
		crypto->retry_at = mx_waiting_events_next_try(waiting);
}

/*
 * Opens an encrypted event as mx_encrypted_events_read does, unless the host ignores its sender.
 * Returns it as it is if it can't be opened.
 */
static struct mx_event read_encrypted(
	struct mx_crypto *crypto, const char *room, const struct mx_event *event, bool live)
{
	bool ignored = false;

	bot_must(bot_host_ignores(crypto->account->host, event->sender, &ignored));
	if (ignored)
		return *event;
	const struct mx_opened_event opened = mx_encrypted_events_open(crypto, room, event->json);
	if (opened.event.json)
		return opened.event;
	if (live && !opened.is_copy && !mx_event_is_own(event, crypto->account->user)) {
		crypto->has_new_keys |= opened.is_unsigned && !opened.is_pending;
		await_key(crypto, room, event->json);
	}
	return *event;
}

struct mx_event mx_encrypted_events_read(
	struct mx_crypto *crypto, const char *room, const struct mx_event *in_clear, bool live)
{
	struct mx_event event = must_open(crypto, in_clear)
					? read_encrypted(crypto, room, in_clear, live)
					: *in_clear;

	if (live)
		mx_verification_take_event(crypto, room, &event);
	return event;
}

void mx_encrypted_events_take_keys(struct mx_crypto *crypto, const json_t *batch, bool live)
{
	static const char *const parts[] = {"to_device", "device_lists",
		"device_one_time_keys_count", "device_unused_fallback_key_types", "next_batch"};
	json_t *changes = json_object(), *answer;
	char *text, *question;
	enum mx_machine_status status;
	json_int_t dropped;

	for (size_t i = 0; i < sizeof(parts) / sizeof(*parts); i++)
		if (json_object_get(batch, parts[i]))
			(void)json_object_set(changes, parts[i], json_object_get(batch, parts[i]));
	if (live)
		(void)json_object_set_new(changes, "since", json_true());
	question = mx_json_print(changes);
	json_decref(changes);
	status = mx_machine_take_sync(crypto->machine, question, &text);
	free(question);
	answer = mx_crypto_result(status, text, "sync");
	if (!answer)
		bot_fail(BOT_STORE_FAILED); /* it handles the batch again, so no key is lost */
	if (json_integer_value(json_object_get(answer, "keys")) > 0)
		crypto->has_new_keys = true;
	dropped = json_integer_value(json_object_get(answer, "dropped"));
	if (dropped > 0)
		bot_log_write(BOT_LOG_INFO, "to_device_dropped",
			BOT_LOG_FIELDS({"count", .number = dropped}));
	crypto->may_have_requests = true;
	mx_crypto_note_changed_lists(crypto);
	json_decref(answer);
}
