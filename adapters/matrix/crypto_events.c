/*
 * Reading encrypted events: at once, when their key comes, or never. What comes in the clear into
 * an encrypted room is heard, too: reactions always do, with every client, so that a homeserver
 * could forge a choice; it can neither read one nor see a hand.
 */
#include "adapters/matrix/batch.h"
#include "adapters/matrix/clock.h"
#include "adapters/matrix/context.h"
#include "adapters/matrix/crypto_state.h"
#include "adapters/matrix/event.h"
#include "adapters/matrix/id.h"
#include "adapters/matrix/json.h"
#include "adapters/matrix/room.h"
#include "bot/log.h"

#include <stdlib.h>
#include <string.h>

#define SEALED_KEY  "matrix.sealed"
#define SEALED_MOST 200                      /* events that wait for their key */
#define TOLD_MOST   500                      /* senders who were told */
#define PATIENCE    (INT64_C(2) * 60 * 1000) /* for a key to come */

/*
 * {"events": [{"room", "event", "since"}], "told": [{"room", "user"}]}: what waits for its key, and
 * who has been told that it never came. bot/store/person.c reads it, too.
 */
static enum bot_error load(struct mx *mx, json_t **sealed)
{
	char *value = NULL;
	enum bot_error error = bot_store_get(mx->store, SEALED_KEY, &value);
	json_t *json;

	if (error && error != BOT_NOT_FOUND)
		return error;
	json = value ? json_loads(value, 0, NULL) : json_pack("{s:[], s:[]}", "events", "told");
	free(value);
	if (!json)
		return value ? BOT_STORE_CORRUPT : BOT_NO_MEMORY;
	*sealed = json;
	return BOT_OK;
}

static enum bot_error save(struct mx *mx, const json_t *sealed)
{
	char *value = json_dumps(sealed, JSON_COMPACT);
	enum bot_error error = value ? bot_store_set(mx->store, SEALED_KEY, value) : BOT_NO_MEMORY;

	free(value);
	return error;
}

/* When to look again: nothing depends on how exact that is. */
static void plan(struct mx *mx, const json_t *sealed)
{
	bool some = json_array_size(json_object_get(sealed, "events")) > 0;

	mx->crypto->due = some ? mx_clock_now() + PATIENCE / 4 : 0;
}

/* What an encrypted event stands for; a new reference. NULL: it can't be read, or not yet. */
static json_t *read_event(struct mx *mx, const char *room, const json_t *event)
{
	char *text, *sealed = json_dumps(event, JSON_COMPACT);
	enum mx_olm_status status;
	json_t *answer, *clear;

	if (!sealed)
		return NULL;
	status = mx_olm_decrypt(mx->crypto->olm, room, sealed,
		mx->config->encryption.devices == CFG_DEVICES_SIGNED, &text);
	free(sealed);
	answer = mx_crypto_result(status, text, "reading");
	clear = json_incref(json_object_get(answer, "event"));
	if (answer && !clear)
		bot_log_write(BOT_LOG_DEBUG, "event_unreadable",
			BOT_LOG_FIELDS({"event", .text = mx_json_text(event, "event_id")},
				{"why", .text = mx_json_text(answer, "why")}));
	json_decref(answer);
	/* State is never encrypted: what poses as such is nothing. */
	if (clear)
		(void)json_object_del(clear, "state_key");
	mx->crypto->stale = true; /* a sender heard of for the first time is asked about */
	return clear;
}

static bool concerns_us(const struct mx *mx, const json_t *event)
{
	const char *type = mx_json_text(event, "type"), *sender = mx_json_text(event, "sender");

	return type && strcmp(type, "m.room.encrypted") == 0 && mx_id_is_user(sender) &&
	       strcmp(sender, mx->me) != 0 && mx_id_is_event(mx_json_text(event, "event_id")) &&
	       !json_object_get(event, "state_key");
}

static void wait_for_key(json_t *sealed, const char *room, const json_t *event)
{
	json_t *events = json_object_get(sealed, "events");

	if (json_array_size(events) >= SEALED_MOST)
		json_array_remove(events, 0);
	(void)json_array_append_new(events, json_pack("{s:s, s:O, s:I}", "room", room, "event",
						    event, "since", mx_clock_date()));
}

/* Opens what can be opened of a list of events; what can't be waits, when somebody is to hear it.
 */
static void open_events(struct mx *mx, const char *room, json_t *events, json_t *sealed)
{
	json_t *event;
	size_t i;

	json_array_foreach (events, i, event) {
		json_t *clear = concerns_us(mx, event) ? read_event(mx, room, event) : NULL;

		if (clear)
			(void)json_array_set_new(events, i, clear);
		else if (sealed && concerns_us(mx, event))
			wait_for_key(sealed, room, event);
		if (sealed)
			mx_crypto_hear(mx, room, json_array_get(events, i));
	}
}

static enum bot_error take_keys(struct mx *mx, const json_t *batch, bool live)
{
	static const char *const parts[] = {"to_device", "device_lists",
		"device_one_time_keys_count", "device_unused_fallback_key_types", "next_batch"};
	json_t *changes = json_object(), *answer;
	char *text = NULL, *question;
	enum mx_olm_status status = MX_OLM_FAILED;

	for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
		if (json_object_get(batch, parts[i]))
			(void)json_object_set(changes, parts[i], json_object_get(batch, parts[i]));
	if (live)
		(void)json_object_set_new(changes, "since", json_true());
	question = changes ? json_dumps(changes, JSON_COMPACT) : NULL;
	json_decref(changes);
	if (!question)
		return BOT_NO_MEMORY;
	status = mx_olm_sync(mx->crypto->olm, question, &text);
	free(question);
	answer = mx_crypto_result(status, text, "sync");
	if (!answer)
		return BOT_STORE_FAILED; /* keys would be lost: the same batch again, later */
	if (json_integer_value(json_object_get(answer, "keys")) > 0)
		mx->crypto->news = true;
	mx->crypto->stale = true;
	json_decref(answer);
	return BOT_OK;
}

/* Where no key is waited for, as in rooms that the bot was put out of, there is no `sealed`. */
static void open_rooms(struct mx *mx, json_t *rooms, const struct mx_fill *fill, json_t *sealed)
{
	const char *room;
	json_t *body;

	json_object_foreach (rooms, room, body) {
		json_t *line = json_object_get(json_object_get(body, "timeline"), "events");

		if (!mx_id_is_room(room))
			continue;
		open_events(mx, room, json_object_get(fill->gaps, room), sealed);
		open_events(mx, room, line, sealed);
	}
}

enum bot_error mx_crypto_receive(
	struct mx *mx, json_t *batch, const struct mx_fill *fill, bool live)
{
	json_t *rooms = json_object_get(batch, "rooms"), *sealed = NULL;
	enum bot_error error = take_keys(mx, batch, live);
	size_t before;

	if (!error)
		error = load(mx, &sealed);
	if (error)
		return error;
	before = json_array_size(json_object_get(sealed, "events"));
	open_rooms(mx, json_object_get(rooms, "leave"), fill, NULL);
	open_rooms(mx, json_object_get(rooms, "join"), fill, live ? sealed : NULL);
	if (json_array_size(json_object_get(sealed, "events")) != before) {
		error = save(mx, sealed);
		plan(mx, sealed);
	}
	json_decref(sealed);
	return error;
}

static enum bot_error is_inside(struct mx *mx, const char *room, bool *inside)
{
	struct mx_room known;
	enum bot_error error = mx_room_init(&known, mx->store, room);

	if (error)
		return error;
	*inside = known.standing == MX_INSIDE;
	mx_room_finish(&known);
	return BOT_OK;
}

/* Events that were opened late, as if a batch had brought them. */
static enum bot_error handle_late(struct mx *mx, const char *room, json_t *clear)
{
	json_t *batch = json_pack(
		"{s:{s:{s:{s:{s:[O]}}}}}", "rooms", "join", room, "timeline", "events", clear);
	struct mx_fill none = {.gaps = json_object(), .names = json_object()};
	bool inside = false, fine = batch && none.gaps && none.names;
	enum bot_error error = fine ? is_inside(mx, room, &inside) : BOT_NO_MEMORY;

	if (!error && inside) {
		mx_crypto_hear(mx, room, clear);
		error = mx_batch_handle(mx, batch, &none, MX_SYNCED);
	}
	json_decref(batch);
	mx_fill_finish(&none);
	return error;
}

/* Tells a sender, once, in a room that the bot is in. */
static enum bot_error tell(struct mx *mx, json_t *told, const char *room, const json_t *event)
{
	const char *sender = mx_json_text(event, "sender");
	json_t *mark = json_pack("{s:s, s:s}", "room", room, "user", sender), *other;
	bool inside = false;
	size_t i;
	enum bot_error error = is_inside(mx, room, &inside);

	if (error || !mark) {
		json_decref(mark);
		return error ? error : BOT_NO_MEMORY;
	}
	json_array_foreach (told, i, other)
		inside = inside && !json_equal(other, mark);
	if (json_array_size(told) >= TOLD_MOST)
		json_array_remove(told, 0);
	if (!inside || json_array_append(told, mark)) {
		json_decref(mark);
		return BOT_OK;
	}
	json_decref(mark);
	bot_log_write(BOT_LOG_INFO, "event_given_up",
		BOT_LOG_FIELDS({"room", .text = room}, {"user", .text = sender}));
	return bot_host_unreadable(mx->host, room, sender);
}

static enum bot_error retry(struct mx *mx, json_t *sealed)
{
	json_t *events = json_object_get(sealed, "events");
	json_t *told = json_object_get(sealed, "told");
	enum bot_error error = BOT_OK;

	for (size_t i = 0; i < json_array_size(events) && !error;) {
		const json_t *entry = json_array_get(events, i);
		const char *room = mx_json_text(entry, "room");
		const json_t *event = json_object_get(entry, "event");
		int64_t age = mx_clock_date() - json_integer_value(json_object_get(entry, "since"));
		json_t *clear = read_event(mx, room, event);

		if (!clear && age >= 0 && age < PATIENCE) {
			i++;
			continue;
		}
		error = clear ? handle_late(mx, room, clear) : tell(mx, told, room, event);
		json_decref(clear);
		json_array_remove(events, i);
	}
	return error;
}

void mx_crypto_retry(struct mx *mx)
{
	json_t *sealed = NULL;
	enum bot_error error;

	if (!mx_pause_over(&mx->lull))
		return;
	error = bot_store_begin(mx->store);
	if (!error)
		error = load(mx, &sealed);
	if (!error && json_array_size(json_object_get(sealed, "events")) > 0) {
		error = retry(mx, sealed);
		if (!error)
			error = save(mx, sealed);
		mx->tick = 0;
	}
	if (mx_commit(mx, error, "late events")) {
		mx->crypto->news = false;
		plan(mx, sealed);
	}
	json_decref(sealed);
}
