/* The answers to /sync, /messages and /state. */
#include "tests/sim/server.h"

#include "tests/sim/strangers.h"

#include <stdlib.h>
#include <string.h>

static const struct sim_event *at(size_t position)
{
	return &sim->events[position - 1];
}

static const char *text(size_t position, const char *key)
{
	return json_string_value(json_object_get(at(position)->json, key));
}

/*
 * Whether a later event replaces the state event with this index in the room. Ignores events after
 * the stream position `end`.
 */
static bool is_replaced(const struct sim_room *room, size_t index, size_t end)
{
	const char *type = text(room->events[index], "type");
	const char *key = text(room->events[index], "state_key");

	for (size_t i = index + 1; i < room->count && room->events[i] <= end; i++) {
		const char *other = text(room->events[i], "state_key");

		if (other && strcmp(other, key) == 0 &&
			strcmp(text(room->events[i], "type"), type) == 0)
			return true;
	}
	return false;
}

static bool speaks(const json_t *events, const char *user)
{
	const json_t *event;
	size_t i;

	json_array_foreach (events, i, event)
		if (strcmp(json_string_value(json_object_get(event, "sender")), user) == 0)
			return true;
	return false;
}

/*
 * Returns the state events after `since`, up to `end`. `lazy` is a timeline, or NULL. With a
 * timeline, the result has member events only of the bot and of the timeline's senders. The member
 * events of the senders may be older than `since`.
 */
static json_t *state(const struct sim_room *room, size_t since, size_t end, const json_t *lazy)
{
	json_t *list = json_array();

	for (size_t i = 0; i < room->count && room->events[i] <= end; i++) {
		const char *key = text(room->events[i], "state_key");
		bool wanted = room->events[i] > since;

		if (key && lazy && *key == '@' && strcmp(key, sim->users[SIM_BOT].id) != 0)
			wanted = speaks(lazy, key);
		if (key && wanted && !is_replaced(room, i, end))
			json_array_append(list, at(room->events[i])->json);
	}
	return list;
}

json_t *sim_state(size_t room)
{
	return state(&sim->rooms[room], 0, sim->event_count, NULL);
}

json_t *sim_joined(size_t room)
{
	json_t *joined = json_object();

	for (size_t i = 0; i < sim->user_count; i++)
		if (sim->rooms[room].member[i] == SIM_JOINED)
			json_object_set_new(joined, sim->users[i].id, json_object());
	return json_pack("{s:o}", "joined", joined);
}

static size_t most_asked;  /* how many events of a room an answer may have, by the bot's filter */
static size_t asked_since; /* the stream position of the request's token */

/*
 * How many events of a room the answer has. After an older disk has come back, the first answer has
 * all: the bot reads gaps room by room, and would handle the events of different rooms in another
 * order than before.
 */
static size_t limit(void)
{
	if (sim->now < sim->traits.calm && asked_since >= sim->lost_until &&
		sim_random_chance(&sim->random, sim->traits.gap))
		return sim_random_below(&sim->random, 4);
	return most_asked;
}

static bool overlooked(const struct sim_event *event)
{
	return sim->plant == SIM_PLANT_DEAF && event->owed && event->intent.kind == SIM_ACTION &&
	       sim_random_chance(&sim->random, 30);
}

/*
 * Whether the event is a message by somebody other than the bot. The bot's messages are not moved,
 * so a reaction to a message of the bot never comes before this message.
 */
static bool is_message(const json_t *event)
{
	return event && !json_object_get(event, "state_key") && !json_object_get(event, "unsigned");
}

/* Repeats messages and changes their order. */
static void disorder(json_t *events)
{
	size_t count = json_array_size(events);
	size_t i = count > 0 ? sim_random_below(&sim->random, (uint32_t)count) : 0;
	json_t *event = json_array_get(events, i), *next = json_array_get(events, i + 1);

	if (!is_message(event))
		return;
	if (sim_random_chance(&sim->random, 500)) {
		sim_saw(SIM_DUPLICATED);
		json_array_insert(events, i + sim_random_below(&sim->random, 2), event);
	} else if (is_message(next)) {
		sim_saw(SIM_REORDERED);
		json_incref(event);
		json_array_set(events, i, next);
		json_array_set_new(events, i + 1, event);
	}
}

/*
 * Returns the stream position after which the bot may see events of the room. This is `since`, or a
 * later position if the room hides its history from new members.
 */
static size_t visible_from(const struct sim_room *room, size_t since)
{
	size_t came = room->member_since[SIM_BOT] - 1;

	if (!room->hidden || room->member[SIM_BOT] != SIM_JOINED || since >= came)
		return since;
	sim_saw(SIM_HIDDEN);
	return came;
}

/* Builds the room's timeline after `since`, up to `end`, and the state before this timeline. */
static json_t *body(const struct sim_room *room, size_t since, size_t end, bool full)
{
	size_t first = room->count, most = limit();
	json_t *events = json_array(), *answer;
	size_t start = end;
	bool limited;

	since = visible_from(room, since);
	while (first > 0 && room->events[first - 1] > end)
		first--;
	for (size_t last = first; first > 0 && room->events[first - 1] > since; first--) {
		if (last - first == most)
			break;
		start = room->events[first - 1] - 1;
	}
	for (size_t i = first; i < room->count && room->events[i] <= end; i++)
		if (!overlooked(at(room->events[i])))
			json_array_append(events, at(room->events[i])->json);
	sim_tell("server: %s is synced after %zu: %zu events from %zu to %zu", room->id, since,
		json_array_size(events), start + 1, end);
	limited = (first > 0 && room->events[first - 1] > since) || sim_is_hostile(room);
	answer = json_pack("{s:{s:o, s:b, s:o}, s:{s:o}}", "timeline", "events", events, "limited",
		limited, "prev_batch", sim_token(start), "state", "events",
		state(room, full ? 0 : since, start, events));
	if (sim_is_hostile(room))
		sim_add_odd_events(events);
	else if (limited)
		sim_saw(SIM_GAP);
	if (sim->now < sim->traits.calm && sim_random_chance(&sim->random, sim->traits.disorder))
		disorder(events);
	return answer;
}

static json_t *joined(const struct sim_room *room, size_t since)
{
	bool new = room->member_since[SIM_BOT] > since;
	size_t from = new ? 0 : since, people = 0;
	json_t *answer;

	/*
	 * Real servers sometimes send messages again, for example because one of their processes
	 * lags behind.
	 */
	if (!new && sim->now < sim->traits.calm &&
		sim_random_chance(&sim->random, sim->traits.replay)) {
		size_t back = sim_random_below(&sim->random, 12);
		size_t least = room->member_since[SIM_BOT];

		from = since > back ? since - back : 0;
		for (size_t i = 0; i < room->count; i++)
			if (text(room->events[i], "state_key") && room->events[i] <= since)
				least = room->events[i];
		from = from < least ? least : from;
		if (from < since)
			sim_saw(SIM_REPLAYED);
	}
	answer = body(room, from, sim->event_count, new);
	for (size_t i = 0; i < sim->user_count; i++)
		people += room->member[i] == SIM_JOINED;
	json_object_set_new(answer, "summary",
		json_pack("{s:I, s:I}", "m.joined_member_count", (json_int_t)people,
			"m.invited_member_count", (json_int_t)(sim_people(room) - people)));
	return answer;
}

static json_t *invited(const struct sim_room *room)
{
	json_t *list = json_array();

	json_array_append(list, at(room->events[0])->json);
	json_array_append(list, at(room->member_since[SIM_BOT])->json);
	return json_pack("{s:{s:o}}", "invite_state", "events", list);
}

/*
 * A /sync answer after `since` lists the room in one of its sections: "join", "invite" or "leave".
 * Returns this section, or NULL if the answer does not list the room.
 */
static const char *section(const struct sim_room *room, size_t since, bool full)
{
	bool changed = room->member_since[SIM_BOT] > since;

	if (room->count == 0 || room->member_since[SIM_BOT] == 0)
		return NULL;
	if (room->member[SIM_BOT] == SIM_JOINED)
		return full || room->events[room->count - 1] > since ? "join" : NULL;
	if (room->member[SIM_BOT] == SIM_INVITED)
		return changed ? "invite" : NULL;
	return changed && !full ? "leave" : NULL;
}

bool sim_has_news(size_t since)
{
	for (size_t i = 0; i < sim->room_count; i++)
		if (section(&sim->rooms[i], since, false))
			return true;
	return false;
}

/*
 * Builds the answer for a room that the bot has left. If the bot both joined and left the room
 * after `since`, the answer has the room's whole state. The bot needs this state to know which room
 * this room replaced.
 */
static json_t *left(const struct sim_room *room, size_t since)
{
	size_t end = room->member_since[SIM_BOT];
	bool new = false;

	if (!room->bot_was_in)
		return body(room, end - 1, end, false);
	for (size_t i = 0; i < room->count; i++) {
		const char *key = text(room->events[i], "state_key");
		const json_t *content = json_object_get(at(room->events[i])->json, "content");
		const char *membership = json_string_value(json_object_get(content, "membership"));

		new = new || (room->events[i] > since && membership && key &&
				     strcmp(key, sim->users[SIM_BOT].id) == 0 &&
				     strcmp(membership, "join") == 0);
	}
	return body(room, since, end, new);
}

/* Returns the rooms in another order, because a homeserver may send them in any order. */
static json_t *mixed(json_t *rooms)
{
	json_t *other = json_object();
	size_t skip = json_object_size(rooms)
			      ? sim_random_below(&sim->random, (uint32_t)json_object_size(rooms))
			      : 0;

	for (int pass = 0; pass < 2; pass++) {
		size_t i = 0;
		const char *id;
		json_t *room;

		json_object_foreach (rooms, id, room)
			if ((i++ < skip) == pass)
				json_object_set(other, id, room);
	}
	json_decref(rooms);
	return other;
}

json_t *sim_sync(size_t since, bool full, size_t most)
{
	json_t *join = json_object(), *invite = json_object(), *leave = json_object();

	most_asked = most;
	asked_since = since;
	for (size_t i = 0; i < sim->room_count; i++) {
		const struct sim_room *room = &sim->rooms[i];
		const char *where = section(room, since, full);

		if (!where)
			continue;
		if (*where == 'j')
			json_object_set_new(join, room->id, joined(room, full ? 0 : since));
		else if (*where == 'i')
			json_object_set_new(invite, room->id, invited(room));
		else
			json_object_set_new(leave, room->id, left(room, since));
	}
	return json_pack("{s:o, s:{s:o, s:o, s:o}}", "next_batch", sim_token(sim->event_count),
		"rooms", "join", mixed(join), "invite", mixed(invite), "leave", mixed(leave));
}

json_t *sim_messages(size_t index, size_t from, size_t to, size_t most)
{
	const struct sim_room *room = &sim->rooms[index];
	json_t *chunk = json_array(), *answer;
	size_t last = to;

	from = visible_from(room, from);
	for (size_t i = 0; i < room->count && room->events[i] <= to; i++) {
		if (room->events[i] <= from)
			continue;
		if (json_array_size(chunk) == most)
			break;
		json_array_append(chunk, at(room->events[i])->json);
		last = room->events[i];
	}
	answer = json_pack("{s:o, s:o}", "start", sim_token(from), "chunk", chunk);
	if (json_array_size(chunk) == most && last < to)
		json_object_set_new(answer, "end", sim_token(last));
	return answer;
}
