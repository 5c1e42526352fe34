#include "adapters/matrix/e2ee/encrypted_events.h"

#include "adapters/matrix/client/id.h"
#include "adapters/matrix/client/json.h"
#include "adapters/matrix/client/json_print.h"
#include "adapters/matrix/e2ee/crypto_state.h"
#include "adapters/matrix/e2ee/late_events.h"
#include "adapters/matrix/e2ee/verification.h"
#include "adapters/matrix/e2ee/waiting_events.h"
#include "adapters/matrix/login/session.h"
#include "adapters/matrix/room/event.h"
#include "bot/base/log.h"

#include <stdlib.h>
#include <string.h>

/*
 * The bot adds this key to an event that it has decrypted. If an event of the homeserver has the
 * key, the bot removes the key.
 */
#define OPENED "engarde.opened"
/* The bot adds this key to an event of an unsigned device. It removes the key as it does OPENED. */
#define UNSIGNED "engarde.unsigned"

/*
 * Drops an event that is a copy of an older message. Such a copy has another event id, but has the
 * number of the older message in the same Megolm session.
 */
static enum bot_error refuse_copy(struct mx_crypto *crypto, const json_t *event,
	const json_t *answer, struct mx_opened_event *opened)
{
	const char *session = mx_json_text(answer, "session"),
		   *sender = mx_json_text(event, "sender");
	enum bot_error error = BOT_OK;

	if (strcmp(sender, crypto->account->user) != 0)
		error = bot_store_numbered(crypto->account->store, sender, session ? session : "",
			(uint32_t)json_integer_value(json_object_get(answer, "index")),
			&opened->is_copy);
	if (error || opened->is_copy) {
		json_decref(opened->clear);
		opened->clear = NULL;
	}
	if (!error && opened->is_copy)
		bot_log_write(BOT_LOG_INFO, "event_copied",
			BOT_LOG_FIELDS({"event", .text = mx_json_text(event, "event_id")},
				{"user", .text = sender}));
	return error;
}

/*
 * Decrypts an event. With `signed_only`, the machine refuses events of devices that their owners
 * have not signed. Returns the machine's answer, a new reference, or NULL on failure.
 */
static json_t *decrypt(
	struct mx_crypto *crypto, const char *room, const json_t *event, bool signed_only)
{
	char *text, *encrypted = mx_json_print(event);
	enum mx_olm_status status =
		mx_olm_decrypt(crypto->olm, room, encrypted, signed_only, &text);

	free(encrypted);
	return mx_crypto_result(status, text, "reading");
}

/*
 * Returns the event inside, a new reference, or NULL. Marks the event with `mark`. Clients never
 * encrypt state events, so the result must not look like one.
 */
static json_t *take_inside(const json_t *answer, const char *mark)
{
	json_t *clear = json_incref(json_object_get(answer, "event"));

	if (clear) {
		(void)json_object_del(clear, "state_key");
		(void)json_object_del(clear, OPENED);
		(void)json_object_del(clear, UNSIGNED);
		(void)json_object_set_new(clear, mark, json_true());
	}
	return clear;
}

enum bot_error mx_encrypted_events_open(struct mx_crypto *crypto, const char *room,
	const json_t *event, struct mx_opened_event *opened)
{
	bool own = strcmp(mx_json_text(event, "sender"), crypto->account->user) == 0;
	bool signed_only =
		crypto->account->config->encryption.devices == CFG_DEVICES_SIGNED && !own;
	enum bot_error error = BOT_OK;
	json_t *answer = decrypt(crypto, room, event, signed_only);

	*opened = (struct mx_opened_event){.clear = take_inside(answer, OPENED),
		.is_unsigned = json_is_true(json_object_get(answer, "unsigned"))};
	if (opened->clear)
		error = refuse_copy(crypto, event, answer, opened);
	else if (answer)
		bot_log_write(BOT_LOG_DEBUG, "event_unreadable",
			BOT_LOG_FIELDS({"event", .text = mx_json_text(event, "event_id")},
				{"why", .text = mx_json_text(answer, "why")}));
	json_decref(answer);
	crypto->has_unsigned = crypto->has_unsigned || opened->is_unsigned;
	crypto->may_have_requests = true; /* the machine asks for the devices of new senders */
	return error;
}

json_t *mx_encrypted_events_open_unsigned(
	struct mx_crypto *crypto, const char *room, const json_t *event)
{
	json_t *answer = decrypt(crypto, room, event, false);
	json_t *clear = take_inside(answer, UNSIGNED);

	json_decref(answer);
	return clear;
}

bool mx_encrypted_events_was_encrypted(const json_t *event)
{
	return json_is_true(json_object_get(event, OPENED));
}

bool mx_encrypted_events_is_unsigned(const json_t *event)
{
	return json_is_true(json_object_get(event, UNSIGNED));
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
		struct mx_opened_event opened = {0};
		bool opens = must_open(crypto, event), ignored = false;
		enum bot_error error = BOT_OK;

		(void)json_object_del(event, OPENED);
		(void)json_object_del(event, UNSIGNED);
		if (opens)
			error = bot_host_ignores(
				crypto->account->host, mx_json_text(event, "sender"), &ignored);
		if (!error && opens && !ignored)
			error = mx_encrypted_events_open(crypto, room, event, &opened);
		if (error)
			return error;
		if (opened.clear)
			(void)json_array_set_new(events, i, opened.clear);
		else if (waiting && !opened.is_copy && opens && !ignored &&
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
		mx_late_events_plan(crypto, waiting);
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
