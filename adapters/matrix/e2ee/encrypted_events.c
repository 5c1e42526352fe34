#include "adapters/matrix/e2ee/encrypted_events.h"

#include "adapters/matrix/client/id.h"
#include "adapters/matrix/client/json.h"
#include "adapters/matrix/client/json_print.h"
#include "adapters/matrix/e2ee/crypto_state.h"
#include "adapters/matrix/e2ee/verification.h"
#include "adapters/matrix/e2ee/waiting_events.h"
#include "adapters/matrix/login/session.h"
#include "adapters/matrix/room/room_state.h"
#include "bot/base/attempt.h"
#include "bot/base/clock.h"
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
		copy = bot_store_numbered(crypto->account->store, sender, session ? session : "",
			(uint32_t)json_integer_value(json_object_get(answer, "index")));
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

static struct mx_opened_event open_event(
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

/*
 * Opens an event of a device that its owner has not signed. Returns the event inside; its `json`
 * is NULL if the bot can't open the event. The bot must believe it no more than an event that was
 * never encrypted: a homeserver can add a device to its users' accounts.
 */
static struct mx_event open_unsigned(struct mx_crypto *crypto, const char *room, const json_t *json)
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
	const struct mx_opened_event opened = open_event(crypto, room, event->json);
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

#define KEY_WAIT (INT64_C(2) * 60 * 1000) /* how long an event waits for its key */

static bool is_inside(struct mx_crypto *crypto, const char *room)
{
	return mx_room_load(crypto->account->store, room)->standing == MX_INSIDE;
}

/* Handles an event that the bot could open only later, as if it had come with a batch. */
static void handle_opened(struct mx_crypto *crypto, const char *room, const struct mx_event *event)
{
	if (!is_inside(crypto, room))
		return;
	if (event->writer == MX_WRITER_TRUSTED)
		mx_verification_take_event(crypto, room, event);
	bot_must(crypto->hooks.handle(crypto->hooks.self, room, event));
}

static void tell(struct mx_crypto *crypto, struct mx_waiting_events *waiting, const char *room,
	const char *user, enum bot_encryption_fault why)
{
	char owner[BOT_ID_SIZE] = "";

	if (!is_inside(crypto, room))
		return;
	mx_room_private_with(crypto->account->store, room, owner);
	/*
	 * Outside private rooms, an event without its key may be no command. So there the bot does
	 * not tell the user again.
	 */
	bool again = why != BOT_FAULT_NO_KEY || *owner;
	if (!mx_waiting_events_mark_told(waiting, room, user, again))
		return;
	bot_log_write(BOT_LOG_INFO, "unreadable_told",
		BOT_LOG_FIELDS({"room", .text = room}, {"user", .text = user}));
	bot_must(bot_host_explain_encryption_fault(crypto->account->host, room, user, why));
}

void mx_encrypted_events_tell(
	struct mx_crypto *crypto, const char *room, const char *user, enum bot_encryption_fault why)
{
	struct mx_waiting_events *waiting;

	if (crypto->waiting) {
		tell(crypto, crypto->waiting, room, user, why);
		return;
	}
	waiting = mx_waiting_events_load(crypto->account->store);
	tell(crypto, waiting, room, user, why);
	mx_waiting_events_save(waiting);
}

void mx_encrypted_events_refuse(
	struct mx_crypto *crypto, const char *room, const char *sender, enum mx_writer writer)
{
	mx_encrypted_events_tell(crypto, room, sender,
		writer == MX_WRITER_UNSIGNED ? BOT_FAULT_UNSIGNED_DEVICE : BOT_FAULT_NOT_ENCRYPTED);
}

/*
 * Handles an event of an unsigned device. If the event is a command, the handler calls
 * mx_encrypted_events_refuse. The event keeps waiting, since its sender may sign the device now.
 */
static void answer_unsigned(struct mx_crypto *crypto, const char *room, const json_t *event)
{
	const struct mx_event inside = open_unsigned(crypto, room, event);

	if (inside.json)
		handle_opened(crypto, room, &inside);
}

/*
 * Tells the sender of an event that can't be opened yet what is wrong, if the bot knows that now.
 */
static void answer_early(struct mx_crypto *crypto, struct mx_waiting_events *waiting, json_t *entry,
	const json_t *event, const struct mx_opened_event *opened)
{
	const char *room = mx_json_text(entry, "room");
	int64_t age = bot_clock_wall() - json_integer_value(json_object_get(entry, "since"));
	bool is_unsigned = opened->is_unsigned && !opened->is_pending;

	if (json_is_true(json_object_get(entry, "answered")) || (!is_unsigned && age < MX_KEY_LATE))
		return;
	(void)json_object_set_new(entry, "answered", json_true());
	waiting->changed = true;
	if (is_unsigned)
		answer_unsigned(crypto, room, event);
	else
		tell(crypto, waiting, room, mx_json_text(event, "sender"), BOT_FAULT_NO_KEY);
}

/*
 * Tries to open a waiting event, and handles it if that works. Returns whether the event must wait
 * longer.
 */
static bool retry_event(struct mx_crypto *crypto, struct mx_waiting_events *waiting, json_t *entry)
{
	const char *room = mx_json_text(entry, "room");
	int64_t age = bot_clock_wall() - json_integer_value(json_object_get(entry, "since"));
	const json_t *event = mx_waiting_events_get(waiting, entry);

	if (!event)
		return false;
	const struct mx_opened_event opened = open_event(crypto, room, event);
	if (opened.event.json) {
		handle_opened(crypto, room, &opened.event);
		return false;
	}
	if (opened.is_copy)
		return false;
	answer_early(crypto, waiting, entry, event, &opened);
	return age >= 0 && age < KEY_WAIT;
}

static void retry_events(struct mx_crypto *crypto, struct mx_waiting_events *waiting)
{
	for (size_t i = 0; i < json_array_size(waiting->events);) {
		if (retry_event(crypto, waiting, json_array_get(waiting->events, i)))
			i++;
		else
			mx_waiting_events_remove(waiting, i);
	}
}

struct retry {
	struct mx_crypto *crypto;
	int64_t next; /* as mx_waiting_events_next_try returns it */
};

static void retry(void *self)
{
	struct retry *retry = self;
	struct mx_crypto *crypto = retry->crypto;
	struct mx_waiting_events *waiting = mx_waiting_events_load(crypto->account->store);

	if (json_array_size(waiting->events) > 0) {
		crypto->waiting = waiting;
		retry_events(crypto, waiting);
		mx_waiting_events_save(waiting);
		crypto->account->timers_due = 0;
	}
	retry->next = mx_waiting_events_next_try(waiting);
}

void mx_encrypted_events_retry(struct mx_crypto *crypto)
{
	struct retry work = {.crypto = crypto};
	bool done;

	if (!crypto->has_new_keys || !mx_backoff_is_over(&crypto->account->store_backoff))
		return;
	done = mx_account_attempt(crypto->account, "late events", retry, &work);
	crypto->waiting = NULL; /* it has ended with the attempt */
	if (!done)
		return;
	crypto->has_new_keys = false;
	crypto->retry_at = work.next;
}
