#include "tests/sim/server.h"

#include "bot/base/clock.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

size_t sim_room_by_id(const char *id)
{
	for (size_t i = 0; id && i < sim->room_count; i++)
		if (strcmp(sim->rooms[i].id, id) == 0)
			return i;
	return SIM_ROOMS;
}

size_t sim_user_by_id(const char *id)
{
	for (size_t i = 0; id && i < sim->user_count; i++)
		if (strcmp(sim->users[i].id, id) == 0)
			return i;
	return SIM_USERS;
}

size_t sim_people(const struct sim_room *room)
{
	size_t people = 0;

	for (size_t i = 0; i < sim->user_count; i++)
		people += room->member[i] != SIM_OUT;
	return people;
}

size_t sim_position(const char *token)
{
	size_t position = token && *token == 's' ? strtoul(token + 1, NULL, 10) : 0;

	return position > sim->event_count ? sim->event_count : position;
}

json_t *sim_token(size_t position)
{
	return json_sprintf("s%zu", position);
}

static void wake(const struct sim_room *room, size_t sender)
{
	for (size_t i = SIM_PLAYER; i < sim->user_count; i++) {
		if (i == sender || sim->users[i].reading || room->member[i] == SIM_OUT)
			continue;
		sim->users[i].reading = true;
		sim_plan(sim_random_between(&sim->random, 200, 4 * SIM_SECOND),
			(struct sim_task){.what = SIM_READ, .user = i});
	}
}

struct sim_event *sim_add(
	size_t index, size_t sender, const char *type, const char *state_key, json_t *content)
{
	struct sim_room *room = &sim->rooms[index];
	struct sim_event *event;

	if (sim->event_count == sim->event_room) {
		sim->event_room = sim->event_room ? 2 * sim->event_room : 256;
		sim->events = realloc(sim->events, sim->event_room * sizeof(*sim->events));
		assert(sim->events);
	}
	if (room->count == room->room) {
		room->room = room->room ? 2 * room->room : 64;
		room->events = realloc(room->events, room->room * sizeof(*room->events));
		assert(room->events);
	}
	event = &sim->events[sim->event_count++];
	room->events[room->count++] = sim->event_count;
	*event = (struct sim_event){.time = sim->now, .room = index, .sender = sender};
	event->json = json_pack("{s:s, s:o, s:s, s:I, s:o, s:s*}", "type", type, "event_id",
		json_sprintf("$e%zu", sim->event_count), "sender", sim->users[sender].id,
		"origin_server_ts", (json_int_t)bot_clock_wall(), "content", content, "state_key",
		state_key);
	assert(event->json);
	sim_note((uint64_t)sim->now);
	sim_note(index << 8 | sender);
	wake(room, sender);
	return event;
}

/*
 * Called when the bot is no longer in the room. Notes that the bot need not handle those events of
 * the room that it has not received yet.
 */
static void forgive(const struct sim_room *room)
{
	for (size_t i = room->count; i > 0 && room->events[i - 1] > sim->knows; i--)
		sim->events[room->events[i - 1] - 1].owed = false;
}

void sim_forgive_again(size_t known)
{
	for (size_t i = 0; i < sim->room_count; i++)
		for (size_t j = 0; j < sim->rooms[i].count; j++) {
			size_t position = sim->rooms[i].events[j];

			if (position > known && position < sim->rooms[i].member_since[SIM_BOT])
				sim->events[position - 1].owed = false;
		}
}

void sim_set_member(size_t index, size_t sender, size_t user, const char *membership, bool direct)
{
	struct sim_room *room = &sim->rooms[index];
	enum sim_membership before = room->member[user];
	enum sim_membership after = strcmp(membership, "join") == 0     ? SIM_JOINED
				    : strcmp(membership, "invite") == 0 ? SIM_INVITED
									: SIM_OUT;
	json_t *content = json_pack(
		"{s:s, s:s}", "membership", membership, "displayname", sim->users[user].name);

	if (direct)
		json_object_set_new(content, "is_direct", json_true());
	if (user == SIM_BOT)
		room->bot_was_in = before == SIM_JOINED;
	if (user == SIM_BOT && after == SIM_OUT)
		forgive(room);
	if (after != SIM_OUT)
		room->member[user] = after; /* needed by sim_add, which plans when each member reads
					       the event */
	sim_add(index, sender, "m.room.member", sim->users[user].id, content);
	room->member[user] = after;
	room->member_since[user] = sim->event_count;
	if (room->owner != SIM_BOT &&
		(after == SIM_OUT || (user != SIM_BOT && user != room->owner)))
		room->disturbed = true;
	sim_tell("%s: %s is in %s: %s", sim->users[sender].id, sim->users[user].id, room->id,
		membership);
}

void sim_set_levels(size_t index, size_t other, int level, int to_write)
{
	struct sim_room *room = &sim->rooms[index];
	json_t *users = json_pack("{s:i}", sim->users[other].id, level);

	json_object_set_new(users, sim->users[room->creator].id, json_integer(100));
	for (size_t i = 0; i < sim->user_count; i++) {
		bool may = i == room->creator || (i == other && level >= 50);

		room->may[i] = room->may[i] || may;
		room->may_not[i] = room->may_not[i] || !may;
	}
	sim_add(index, room->creator, "m.room.power_levels", "",
		json_pack("{s:o, s:i}", "users", users, "events_default", to_write));
}

size_t sim_room_add(size_t creator, json_t *more)
{
	size_t index = sim->room_count++;
	struct sim_room *room = &sim->rooms[index];
	json_t *content = more ? more : json_object();

	assert(index < SIM_ROOMS);
	*room = (struct sim_room){.creator = creator, .owner = SIM_BOT, .root = index};
	snprintf(room->id, sizeof(room->id), "!r%zu:sim", index);
	json_object_set_new(content, "room_version", json_string("10"));
	sim_add(index, creator, "m.room.create", "", content);
	sim_set_member(index, creator, creator, "join", false);
	return index;
}

const char *sim_body(const json_t *content)
{
	const char *text = json_string_value(json_object_get(content, "body"));

	/* the text fallback of a poll, if the poll has such a text */
	return text ? text : json_string_value(json_object_get(content, "org.matrix.msc1767.text"));
}

void sim_post(size_t user, size_t index, const char *type, json_t *content,
	const struct sim_intent *intent)
{
	const struct sim_room *room = &sim->rooms[index];
	struct sim_event *event;

	if (room->member[user] != SIM_JOINED || room->successor) {
		json_decref(content);
		return;
	}
	event = sim_add(index, user, type, NULL, content);
	event->intent = *intent;
	event->private = room->owner != SIM_BOT;
	event->owed = intent->kind != SIM_TALK && intent->kind != SIM_STRAY &&
		      room->member[SIM_BOT] == SIM_JOINED;
}

void sim_say(size_t user, size_t index, const char *text, const struct sim_intent *intent)
{
	sim_tell("%s in %s: %.300s", sim->users[user].id, sim->rooms[index].id, text);
	sim_post(user, index, "m.room.message",
		json_pack("{s:s, s:s}", "msgtype", "m.text", "body", text), intent);
}
