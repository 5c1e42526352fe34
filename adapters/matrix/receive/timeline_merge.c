#include "adapters/matrix/receive/timeline_merge.h"

#include "adapters/matrix/client/id.h"
#include "bot/base/memory.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

/* A room of the batch, and how much of its timeline was visited. */
struct room {
	const char *id;
	json_t *body;
	const json_t *events; /* the timeline, or NULL */
	size_t next, count;   /* the next event, and the number of events */
	json_int_t time;      /* of the next event, but never less than that of an earlier event */
	size_t first;         /* how many events at least the first piece has */
	bool done;
};

/* Returns the time of an event, or the time before it if the event has none or an earlier one. */
static json_int_t time_of(const struct room *room, size_t event, json_int_t before)
{
	const json_t *time =
		json_object_get(json_array_get(room->events, event), "origin_server_ts");

	return json_is_integer(time) && json_integer_value(time) > before ? json_integer_value(time)
									  : before;
}

static void init(struct room *room, const char *id, json_t *body, const struct mx_merge *merge)
{
	*room = (struct room){.id = id, .body = body};
	room->first = merge->first_piece(merge->self, id, body);
	room->events = json_object_get(json_object_get(body, "timeline"), "events");
	room->count = json_array_size(room->events);
	room->done = merge->find_done(merge->self, id, &room->next) && room->next >= room->count;
	for (size_t i = 0; i <= room->next && i < room->count; i++)
		room->time = time_of(room, i, room->time);
}

/*
 * Finds the room whose next event is the oldest, or NULL if all rooms are done. Sets *until to the
 * time of the oldest event of the other rooms.
 */
static struct room *find_next(struct room *rooms, size_t count, json_int_t *until)
{
	struct room *found = NULL;

	*until = INT64_MAX;
	for (size_t i = 0; i < count; i++) {
		if (rooms[i].done)
			continue;
		if (!found || rooms[i].time < found->time) {
			*until = found ? found->time : *until;
			found = &rooms[i];
		} else if (rooms[i].time < *until) {
			*until = rooms[i].time;
		}
	}
	return found;
}

/* Returns the end of the room's next piece, whose events are not newer than `until`. */
static size_t find_end(struct room *room, json_int_t until)
{
	size_t end = room->next;

	while (end < room->count && (end == room->next || end < room->first || room->time <= until))
		room->time = time_of(room, ++end, room->time);
	return end;
}

/* Makes a copy of the room's part of the batch, with these events only. */
static json_t *cut(const struct room *room, size_t end)
{
	json_t *piece = json_copy(room->body);
	json_t *events = json_array();

	for (size_t i = room->next; i < end; i++)
		(void)json_array_append(events, json_array_get(room->events, i));
	if (room->next > 0)
		(void)json_object_del(piece, "state");
	(void)json_object_set_new(piece, "timeline", json_pack("{s:o}", "events", events));
	return piece;
}

static enum bot_error visit_piece(struct room *room, json_int_t until, const struct mx_merge *merge)
{
	size_t end = find_end(room, until);
	bool whole = room->next == 0 && end == room->count;
	json_t *piece = whole ? NULL : cut(room, end);
	enum bot_error error = merge->visit(merge->self, room->id, piece ? piece : room->body, end);

	json_decref(piece);
	room->next = end;
	room->done = end == room->count;
	return error;
}

enum bot_error mx_timeline_merge(const json_t *batch, const struct mx_merge *merge)
{
	json_t *joined = json_object_get(json_object_get(batch, "rooms"), "join");
	struct room *rooms = bot_calloc(json_object_size(joined) + 1, sizeof(*rooms)), *next;
	enum bot_error error = BOT_OK;
	size_t count = 0;
	json_int_t until;
	const char *id;
	json_t *body;

	json_object_foreach (joined, id, body)
		if (mx_id_is_room(id))
			init(&rooms[count++], id, body, merge);
	while (!error && (next = find_next(rooms, count, &until)) != NULL &&
		!merge->is_over(merge->self))
		error = visit_piece(next, until, merge);
	free(rooms);
	return error;
}
