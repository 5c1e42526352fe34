#include "adapters/matrix/e2ee/waiting_events.h"

#include "adapters/matrix/client/clock.h"
#include "adapters/matrix/client/json.h"
#include "adapters/matrix/client/json_print.h"
#include "adapters/matrix/room/person.h"
#include "bot/base/memory.h"

#include <stdlib.h>
#include <string.h>

/*
 * The most events that may wait for their key: of one sender in one room, of one room, and of all
 * rooms.
 */
#define WAIT_SENDER 20
#define WAIT_ROOM   100
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

enum bot_error mx_waiting_events_load(struct bot_store *store, struct mx_waiting_events *waiting)
{
	char *value = NULL;
	enum bot_error error = bot_store_get(store, MX_SEALED_KEY, &value);
	json_t *json;

	if (error && error != BOT_NOT_FOUND)
		return error;
	json = value ? json_loads(value, 0, NULL) : json_pack("{s:[], s:[]}", "events", "told");
	free(value);
	if (!json)
		return BOT_STORE_CORRUPT;
	*waiting = (struct mx_waiting_events){
		json, json_object_get(json, "events"), json_object_get(json, "told"), false};
	return BOT_OK;
}

enum bot_error mx_waiting_events_save(
	struct bot_store *store, const struct mx_waiting_events *waiting)
{
	char *value;
	enum bot_error error;

	if (!waiting->changed)
		return BOT_OK;
	value = mx_json_print(waiting->json);
	error = bot_store_set(store, MX_SEALED_KEY, value);
	free(value);
	return error;
}

void mx_waiting_events_finish(struct mx_waiting_events *waiting)
{
	json_decref(waiting->json);
}

static bool is_of(const json_t *entry, const char *room, const char *sender)
{
	const char *user = mx_json_text(json_object_get(entry, "event"), "sender");

	return strcmp(mx_json_text(entry, "room"), room) == 0 &&
	       (!sender || (user && strcmp(user, sender) == 0));
}

/*
 * Removes the oldest waiting events of a room, until fewer than `most` events of the room wait. If
 * `sender` is not NULL, counts and removes only the events of this sender.
 */
static void drop_oldest(json_t *events, const char *room, const char *sender, size_t most)
{
	size_t i, count = 0;
	const json_t *entry;

	json_array_foreach (events, i, entry)
		count += is_of(entry, room, sender);
	for (i = 0; i < json_array_size(events) && count >= most;) {
		if (!is_of(json_array_get(events, i), room, sender)) {
			i++;
			continue;
		}
		json_array_remove(events, i);
		count--;
	}
}

/*
 * Returns the room with the most waiting events. The result is borrowed from the room's first
 * event.
 */
static const char *fullest_room(const json_t *events)
{
	const char *found = NULL;
	size_t i, j, most = 0;
	const json_t *entry, *other;

	json_array_foreach (events, i, entry) {
		const char *room = mx_json_text(entry, "room");
		size_t count = 0;

		json_array_foreach (events, j, other)
			count += is_of(other, room, NULL);
		if (count > most) {
			most = count;
			found = room;
		}
	}
	return found;
}

void mx_waiting_events_add(struct mx_waiting_events *waiting, const char *room, const json_t *event)
{
	json_t *events = waiting->events;

	if (json_dumpb(event, NULL, 0, JSON_COMPACT) > WAIT_SIZE)
		return;
	drop_oldest(events, room, mx_json_text(event, "sender"), WAIT_SENDER);
	drop_oldest(events, room, NULL, WAIT_ROOM);
	if (json_array_size(events) >= WAIT_MOST) {
		char *fullest = bot_strdup(fullest_room(events));

		for (size_t i = 0; i < json_array_size(events); i++)
			if (is_of(json_array_get(events, i), fullest, NULL)) {
				json_array_remove(events, i);
				break;
			}
		free(fullest);
	}
	waiting->changed = true;
	(void)json_array_append_new(events, json_pack("{s:s, s:O, s:I}", "room", room, "event",
						    event, "since", mx_clock_wall()));
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
	int64_t now = mx_clock_wall();
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
