#include "adapters/matrix/e2ee/waiting_events.h"

#include "adapters/matrix/client/json.h"
#include "adapters/matrix/client/json_print.h"
#include "adapters/matrix/room/person.h"
#include "bot/base/attempt.h"
#include "bot/base/clock.h"
#include "bot/base/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/*
 * The most events that may wait for their key: of one sender, of one room, of one server, and of
 * all servers.
 */
#define WAIT_SENDER 20
#define WAIT_ROOM   100
#define WAIT_SERVER 100
#define WAIT_MOST   300
#define WAIT_SIZE   8192 /* the most bytes of such an event; an encrypted command is shorter */
/*
 * The most users, in one room and in all rooms, whom the bot tells that an event does not count.
 * TOLD_AGE is how many milliseconds the bot remembers that it told them. After TOLD_AGAIN it may
 * tell them again.
 */
#define TOLD_ROOM  10
#define TOLD_MOST  500
#define TOLD_AGE   (INT64_C(30) * 24 * 3600 * 1000)
#define TOLD_AGAIN (INT64_C(24) * 3600 * 1000)

#define EVENT_KEY_SIZE (sizeof(MX_SEALED_EVENT_KEY) + 24)

static const char *event_key(const json_t *entry, char key[EVENT_KEY_SIZE])
{
	snprintf(key, EVENT_KEY_SIZE, MX_SEALED_EVENT_KEY "%" JSON_INTEGER_FORMAT,
		json_integer_value(json_object_get(entry, "number")));
	return key;
}

/* Appends an entry to the list, and stores its event. */
static void append(
	struct mx_waiting_events *waiting, const char *room, const json_t *event, int64_t since)
{
	char key[EVENT_KEY_SIZE], *text = mx_json_print(event);
	json_int_t number = json_integer_value(json_object_get(waiting->json, "next"));
	json_t *entry = json_pack("{s:s, s:s*, s:I, s:I}", "room", room, "sender",
		mx_json_text(event, "sender"), "number", number, "since", since);

	bot_scratch_own(text, free);
	(void)json_object_set_new(waiting->json, "next", json_integer(number + 1));
	(void)json_array_append_new(waiting->events, entry);
	waiting->changed = true;
	bot_must(bot_store_set(waiting->store, event_key(entry, key), text));
}

/*
 * Earlier versions of the bot kept the events in the list. Gives each of them a value of its own.
 */
static void take_events_out(struct mx_waiting_events *waiting)
{
	for (size_t i = json_array_size(waiting->events); i > 0; i--) {
		json_t *entry = mx_json_scratch(json_incref(json_array_get(waiting->events, 0)));
		const json_t *event = json_object_get(entry, "event");
		const char *room = mx_json_text(entry, "room");

		json_array_remove(waiting->events, 0);
		if (event && room)
			append(waiting, room, event,
				json_integer_value(json_object_get(entry, "since")));
		else
			(void)json_array_append(waiting->events, entry);
	}
}

struct mx_waiting_events *mx_waiting_events_load(struct bot_store *store)
{
	struct mx_waiting_events *waiting = bot_scratch(sizeof(*waiting));
	char *value = NULL;
	json_t *json;

	json = bot_found(bot_store_get(store, MX_SEALED_KEY, &value))
		       ? json_loads(value, 0, NULL)
		       : json_pack("{s:[], s:[]}", "events", "told");
	free(value);
	if (!json)
		bot_fail(BOT_STORE_CORRUPT);
	*waiting = (struct mx_waiting_events){store, mx_json_scratch(json),
		json_object_get(json, "events"), json_object_get(json, "told"), false};
	if (json_object_get(json_array_get(waiting->events, 0), "event"))
		take_events_out(waiting);
	return waiting;
}

void mx_waiting_events_save(const struct mx_waiting_events *waiting)
{
	char *value;

	if (!waiting->changed)
		return;
	value = mx_json_print(waiting->json);
	bot_scratch_own(value, free);
	bot_must(bot_store_set(waiting->store, MX_SEALED_KEY, value));
}

json_t *mx_waiting_events_get(const struct mx_waiting_events *waiting, const json_t *entry)
{
	char key[EVENT_KEY_SIZE], *text = NULL;
	json_t *event;

	if (!bot_found(bot_store_get(waiting->store, event_key(entry, key), &text)))
		return NULL;
	event = mx_json_scratch(mx_json_parse(text, strlen(text)));
	free(text);
	return event;
}

void mx_waiting_events_remove(struct mx_waiting_events *waiting, size_t place)
{
	char key[EVENT_KEY_SIZE];

	event_key(json_array_get(waiting->events, place), key);
	json_array_remove(waiting->events, place);
	waiting->changed = true;
	bot_must(bot_store_set(waiting->store, key, NULL));
}

int64_t mx_waiting_events_next_try(const struct mx_waiting_events *waiting)
{
	return json_array_size(waiting->events) > 0 ? bot_clock_steady() + MX_KEY_LATE : 0;
}

/* What an entry may have in common with others. */
enum trait { ROOM, SENDER, SERVER };

static bool has(const json_t *entry, enum trait trait, const char *value)
{
	const char *sender = mx_json_text(entry, "sender");

	if (trait == ROOM)
		return mx_json_text_is(entry, "room", value);
	if (!sender || trait == SENDER)
		return sender && strcmp(sender, value) == 0;
	const char *server = strchr(sender, ':'), *other = strchr(value, ':');
	size_t size = server ? strcspn(server + 1, ":") : 0;

	return server && other && strcspn(other + 1, ":") == size &&
	       strncmp(server + 1, other + 1, size) == 0;
}

/*
 * Removes the oldest waiting events that have this trait, until fewer than `most` of them wait. To
 * compare servers, `value` is a user of the server.
 */
static void drop_oldest(
	struct mx_waiting_events *waiting, enum trait trait, const char *value, size_t most)
{
	json_t *events = waiting->events;
	size_t i, count = 0;
	const json_t *entry;

	json_array_foreach (events, i, entry)
		count += has(entry, trait, value);
	for (i = 0; i < json_array_size(events) && count >= most;) {
		if (!has(json_array_get(events, i), trait, value)) {
			i++;
			continue;
		}
		mx_waiting_events_remove(waiting, i);
		count--;
	}
}

/* Removes the oldest event of the server with the most waiting events. */
static void drop_of_fullest(struct mx_waiting_events *waiting)
{
	size_t i, j, most = 0;
	const json_t *entry, *other, *fullest = NULL;

	json_array_foreach (waiting->events, i, entry) {
		const char *sender = mx_json_text(entry, "sender");
		size_t count = 0;

		json_array_foreach (waiting->events, j, other)
			count += sender && has(other, SERVER, sender);
		if (count > most) {
			most = count;
			fullest = entry;
		}
	}
	if (!fullest) {
		mx_waiting_events_remove(waiting, 0);
		return;
	}
	char *sender = bot_strdup(mx_json_text(fullest, "sender")); /* its entry may go */
	bot_scratch_own(sender, free);
	drop_oldest(waiting, SERVER, sender, most);
}

void mx_waiting_events_add(struct mx_waiting_events *waiting, const char *room, const json_t *event)
{
	const char *sender = mx_json_text(event, "sender");

	if (json_dumpb(event, NULL, 0, JSON_COMPACT) > WAIT_SIZE)
		return;
	drop_oldest(waiting, SENDER, sender, WAIT_SENDER);
	drop_oldest(waiting, ROOM, room, WAIT_ROOM);
	drop_oldest(waiting, SERVER, sender, WAIT_SERVER);
	if (json_array_size(waiting->events) >= WAIT_MOST)
		drop_of_fullest(waiting);
	append(waiting, room, event, bot_clock_wall());
}

/* Removes the marks that are too old, and those that can't be read. */
static void drop_old_marks(json_t *told, int64_t now)
{
	for (size_t i = 0; i < json_array_size(told);) {
		const json_t *mark = json_array_get(told, i);
		int64_t age = now - json_integer_value(json_object_get(mark, "at"));

		if (!mx_json_text(mark, "user") || age < 0 || age > TOLD_AGE)
			json_array_remove(told, i);
		else
			i++;
	}
}

bool mx_waiting_events_mark_told(
	struct mx_waiting_events *waiting, const char *room, const char *user, bool again)
{
	json_t *told = waiting->told, *mark, *known = NULL;
	int64_t now = bot_clock_wall();
	size_t i, there = 0;

	drop_old_marks(told, now);
	json_array_foreach (told, i, mark) {
		if (strcmp(mx_json_text(mark, "room"), room) != 0)
			continue;
		there++;
		if (strcmp(mx_json_text(mark, "user"), user) == 0)
			known = mark;
	}
	if (known) {
		int64_t age = now - json_integer_value(json_object_get(known, "at"));

		if (!again || age < TOLD_AGAIN)
			return false;
		(void)json_object_set_new(known, "at", json_integer(now));
		waiting->changed = true;
		return true;
	}
	if (there >= TOLD_ROOM || json_array_size(told) >= TOLD_MOST)
		return false;
	(void)json_array_append_new(
		told, json_pack("{s:s, s:s, s:I}", "room", room, "user", user, "at", now));
	waiting->changed = true;
	return true;
}
