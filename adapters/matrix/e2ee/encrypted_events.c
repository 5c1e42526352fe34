#include "adapters/matrix/e2ee/encrypted_events.h"

#include "adapters/matrix/client/clock.h"
#include "adapters/matrix/client/id.h"
#include "adapters/matrix/client/json.h"
#include "adapters/matrix/e2ee/crypto_state.h"
#include "adapters/matrix/e2ee/verification.h"
#include "adapters/matrix/e2ee/waiting_events.h"
#include "adapters/matrix/login/session.h"
#include "adapters/matrix/room/event.h"
#include "adapters/matrix/room/room_state.h"
#include "bot/base/log.h"

#include <stdlib.h>
#include <string.h>

/*
 * The bot adds this key to an event that it has decrypted. If an event of the homeserver has the
 * key, the bot removes the key.
 */
#define OPENED   "engarde.opened"
#define KEY_WAIT (INT64_C(2) * 60 * 1000) /* how long an event waits for its key */

/* Plans the next try to open the waiting events. The exact time does not matter. */
static void plan_retry(struct mx_crypto *crypto, const struct mx_waiting_events *waiting)
{
	bool some = json_array_size(waiting->events) > 0;

	crypto->retry_at = some ? mx_clock_steady() + KEY_WAIT / 4 : 0;
}

/* The result of a try to open an event. */
struct reading {
	/* the event inside, a new reference, or NULL if the bot can't open the event */
	json_t *clear;
	/*
	 * the bot must ignore the event, because it is a copy of an event that the bot has read
	 * before
	 */
	bool is_copy;
};

/*
 * Drops an event that is a copy of an older message. Such a copy has another event id, but has the
 * number of the older message in the same Megolm session.
 */
static enum bot_error refuse_copy(struct mx_crypto *crypto, const json_t *event,
	const json_t *answer, struct reading *reading)
{
	const char *session = mx_json_text(answer, "session"),
		   *sender = mx_json_text(event, "sender");
	enum bot_error error = BOT_OK;

	if (strcmp(sender, crypto->account->user) != 0)
		error = bot_store_numbered(crypto->account->store, sender, session ? session : "",
			(uint32_t)json_integer_value(json_object_get(answer, "index")),
			&reading->is_copy);
	if (error || reading->is_copy) {
		json_decref(reading->clear);
		reading->clear = NULL;
	}
	if (!error && reading->is_copy)
		bot_log_write(BOT_LOG_INFO, "event_copied",
			BOT_LOG_FIELDS({"event", .text = mx_json_text(event, "event_id")},
				{"user", .text = sender}));
	return error;
}

/* Opens an event. Call it in a transaction. */
static enum bot_error read_event(
	struct mx_crypto *crypto, const char *room, const json_t *event, struct reading *reading)
{
	bool own = strcmp(mx_json_text(event, "sender"), crypto->account->user) == 0;
	bool signed_only =
		crypto->account->config->encryption.devices == CFG_DEVICES_SIGNED && !own;
	char *text, *encrypted = mx_json_print(event);
	enum bot_error error = BOT_OK;
	enum mx_olm_status status =
		mx_olm_decrypt(crypto->olm, room, encrypted, signed_only, &text);
	json_t *answer = mx_crypto_result(status, text, "reading");

	free(encrypted);
	*reading = (struct reading){.clear = json_incref(json_object_get(answer, "event"))};
	if (reading->clear)
		error = refuse_copy(crypto, event, answer, reading);
	else if (answer)
		bot_log_write(BOT_LOG_DEBUG, "event_unreadable",
			BOT_LOG_FIELDS({"event", .text = mx_json_text(event, "event_id")},
				{"why", .text = mx_json_text(answer, "why")}));
	json_decref(answer);
	if (reading->clear) {
		/*
		 * Clients never encrypt state events, so the opened event must not look like one.
		 */
		(void)json_object_del(reading->clear, "state_key");
		(void)json_object_set_new(reading->clear, OPENED, json_true());
	}
	crypto->may_have_requests = true; /* the machine asks for the devices of new senders */
	return error;
}

bool mx_encrypted_events_was_encrypted(const json_t *event)
{
	return json_is_true(json_object_get(event, OPENED));
}

/*
 * Returns whether the bot must open the event. The bot opens its own events only while it must find
 * out what an earlier device has sent (mx_device_is_in_doubt).
 */
static bool must_open(const struct mx_crypto *crypto, const json_t *event)
{
	const char *type = mx_json_text(event, "type"), *sender = mx_json_text(event, "sender");

	return type && strcmp(type, "m.room.encrypted") == 0 && mx_id_is_user(sender) &&
	       (strcmp(sender, crypto->account->user) != 0 ||
		       mx_device_is_in_doubt(crypto->session)) &&
	       mx_id_is_event(mx_json_text(event, "event_id")) &&
	       !json_object_get(event, "state_key");
}

/*
 * Opens a list of events in place. If `waiting` is not NULL, an event that the bot can't open yet
 * waits for its key, and the machine gets the events of verifications.
 */
static enum bot_error open_events(struct mx_crypto *crypto, const char *room, json_t *events,
	struct mx_waiting_events *waiting)
{
	json_t *event;
	size_t i;

	json_array_foreach (events, i, event) {
		struct reading reading = {0};
		bool opens = must_open(crypto, event), ignored = false;
		enum bot_error error = BOT_OK;

		(void)json_object_del(event, OPENED);
		if (opens)
			error = bot_host_ignores(
				crypto->account->host, mx_json_text(event, "sender"), &ignored);
		if (!error && opens && !ignored)
			error = read_event(crypto, room, event, &reading);
		if (error)
			return error;
		if (reading.clear)
			(void)json_array_set_new(events, i, reading.clear);
		else if (waiting && !reading.is_copy && opens && !ignored &&
			 !mx_event_is_own(event, crypto->account->user))
			mx_waiting_events_add(waiting, room, event);
		if (waiting)
			mx_verification_take_event(crypto, room, json_array_get(events, i));
	}
	return BOT_OK;
}

static enum bot_error take_sync(struct mx_crypto *crypto, const json_t *batch, bool live)
{
	static const char *const parts[] = {"to_device", "device_lists",
		"device_one_time_keys_count", "device_unused_fallback_key_types", "next_batch"};
	json_t *changes = json_object(), *answer;
	char *text, *question;
	enum mx_olm_status status;
	json_int_t dropped;

	for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
		if (json_object_get(batch, parts[i]))
			(void)json_object_set(changes, parts[i], json_object_get(batch, parts[i]));
	if (live)
		(void)json_object_set_new(changes, "since", json_true());
	question = mx_json_print(changes);
	json_decref(changes);
	status = mx_olm_take_sync(crypto->olm, question, &text);
	free(question);
	answer = mx_crypto_result(status, text, "sync");
	if (!answer)
		return BOT_STORE_FAILED; /* the bot handles the batch again, so no key is lost */
	if (json_integer_value(json_object_get(answer, "keys")) > 0)
		crypto->has_new_keys = true;
	dropped = json_integer_value(json_object_get(answer, "dropped"));
	if (dropped > 0)
		bot_log_write(BOT_LOG_INFO, "to_device_dropped",
			BOT_LOG_FIELDS({"count", .number = dropped}));
	crypto->may_have_requests = true;
	json_decref(answer);
	return BOT_OK;
}

/*
 * Decrypts the events of `rooms`. If `waiting` is NULL, no event waits for its key. The caller
 * passes NULL for the rooms that the bot has left, and for the very first batch.
 */
static enum bot_error open_rooms(
	struct mx_crypto *crypto, json_t *rooms, struct mx_waiting_events *waiting)
{
	enum bot_error error = BOT_OK;
	const char *room;
	json_t *body;

	json_object_foreach (rooms, room, body) {
		json_t *line = json_object_get(json_object_get(body, "timeline"), "events");

		if (!error && mx_id_is_room(room) &&
			!crypto->hooks.has_gap(crypto->hooks.self, room))
			error = open_events(crypto, room, line, waiting);
	}
	return error;
}

/* Stores the list of waiting events if it has changed, plans the next try, and frees `waiting`. */
static enum bot_error finish_waiting(
	struct mx_crypto *crypto, struct mx_waiting_events *waiting, enum bot_error error)
{
	if (!error)
		error = mx_waiting_events_save(crypto->account->store, waiting);
	if (waiting->changed)
		plan_retry(crypto, waiting);
	mx_waiting_events_finish(waiting);
	return error;
}

enum bot_error mx_encrypted_events_receive(struct mx_crypto *crypto, json_t *batch, bool live)
{
	json_t *rooms = json_object_get(batch, "rooms");
	struct mx_waiting_events waiting;
	enum bot_error error = take_sync(crypto, batch, live);

	if (!error)
		error = mx_waiting_events_load(crypto->account->store, &waiting);
	if (error)
		return error;
	error = open_rooms(crypto, json_object_get(rooms, "leave"), NULL);
	if (!error)
		error = open_rooms(crypto, json_object_get(rooms, "join"), live ? &waiting : NULL);
	return finish_waiting(crypto, &waiting, error);
}

enum bot_error mx_encrypted_events_open_page(
	struct mx_crypto *crypto, const char *room, json_t *events, bool waits)
{
	struct mx_waiting_events waiting;
	enum bot_error error = mx_waiting_events_load(crypto->account->store, &waiting);

	if (error)
		return error;
	error = open_events(crypto, room, events, waits ? &waiting : NULL);
	return finish_waiting(crypto, &waiting, error);
}

static enum bot_error is_inside(struct mx_crypto *crypto, const char *room, bool *inside)
{
	struct mx_room known;
	enum bot_error error = mx_room_init(&known, crypto->account->store, room);

	if (error)
		return error;
	*inside = known.standing == MX_INSIDE;
	mx_room_finish(&known);
	return BOT_OK;
}

/* Handles an event that the bot could open only later, as if it had come with a batch. */
static enum bot_error handle_opened(struct mx_crypto *crypto, const char *room, json_t *clear)
{
	json_t *batch = json_pack(
		"{s:{s:{s:{s:{s:[O]}}}}}", "rooms", "join", room, "timeline", "events", clear);
	bool inside = false;
	enum bot_error error = is_inside(crypto, room, &inside);

	if (!error && inside) {
		mx_verification_take_event(crypto, room, clear);
		error = crypto->hooks.handle(crypto->hooks.self, batch);
	}
	json_decref(batch);
	return error;
}

/*
 * Writes to *tell whether the bot must tell the sender that their event does not count. The bot
 * tells each sender only once, tells only a few senders of a room, and tells nobody in rooms that
 * it is not in.
 */
static enum bot_error must_tell(struct mx_crypto *crypto, struct mx_waiting_events *waiting,
	const char *room, const char *sender, bool *tell)
{
	enum bot_error error = is_inside(crypto, room, tell);

	if (!error && *tell)
		*tell = mx_waiting_events_mark_told(waiting, room, sender);
	return error;
}

/* Gives up an event that has waited too long for its key, and tells its sender. */
static enum bot_error give_up(struct mx_crypto *crypto, struct mx_waiting_events *waiting,
	const char *room, const json_t *event)
{
	const char *sender = mx_json_text(event, "sender");
	bool tell = false;
	enum bot_error error = must_tell(crypto, waiting, room, sender, &tell);

	if (error || !tell)
		return error;
	bot_log_write(BOT_LOG_INFO, "event_given_up",
		BOT_LOG_FIELDS({"room", .text = room}, {"user", .text = sender}));
	return bot_host_message_unreadable(crypto->account->host, room, sender);
}

enum bot_error mx_encrypted_events_take_unencrypted(
	struct mx_crypto *crypto, const char *room, const char *sender)
{
	struct mx_waiting_events waiting;
	bool tell = false;
	enum bot_error error = mx_waiting_events_load(crypto->account->store, &waiting);

	if (error)
		return error;
	error = must_tell(crypto, &waiting, room, sender, &tell);
	if (!error)
		error = mx_waiting_events_save(crypto->account->store, &waiting);
	mx_waiting_events_finish(&waiting);
	return error || !tell ? error
			      : bot_host_message_unprotected(crypto->account->host, room, sender);
}

static enum bot_error retry_events(struct mx_crypto *crypto, struct mx_waiting_events *waiting)
{
	json_t *events = waiting->events;
	enum bot_error error = BOT_OK;

	for (size_t i = 0; i < json_array_size(events) && !error;) {
		const json_t *entry = json_array_get(events, i);
		const char *room = mx_json_text(entry, "room");
		const json_t *event = json_object_get(entry, "event");
		int64_t age = mx_clock_wall() - json_integer_value(json_object_get(entry, "since"));
		struct reading reading;

		error = read_event(crypto, room, event, &reading);
		if (error)
			break;
		if (!reading.clear && !reading.is_copy && age >= 0 && age < KEY_WAIT) {
			i++;
			continue;
		}
		if (reading.clear)
			error = handle_opened(crypto, room, reading.clear);
		else if (!reading.is_copy)
			error = give_up(crypto, waiting, room, event);
		json_decref(reading.clear);
		json_array_remove(events, i);
		waiting->changed = true;
	}
	return error;
}

void mx_encrypted_events_retry(struct mx_crypto *crypto)
{
	struct mx_waiting_events waiting = {0};
	enum bot_error error;

	if (!mx_backoff_is_over(&crypto->account->store_backoff))
		return;
	error = bot_store_begin(crypto->account->store);
	if (!error)
		error = mx_waiting_events_load(crypto->account->store, &waiting);
	if (!error && json_array_size(waiting.events) > 0) {
		error = retry_events(crypto, &waiting);
		if (!error)
			error = mx_waiting_events_save(crypto->account->store, &waiting);
		crypto->account->timers_due = 0;
	}
	if (mx_account_commit(crypto->account, error, "late events")) {
		crypto->has_new_keys = false;
		plan_retry(crypto, &waiting);
	}
	mx_waiting_events_finish(&waiting);
}
