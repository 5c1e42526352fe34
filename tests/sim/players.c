#include "tests/sim/players.h"

#include "tests/sim/server.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PREFIX "!eg "

size_t sim_present(size_t room)
{
	while (sim->rooms[room].successor)
		room = sim->rooms[room].successor;
	return room;
}

static void plan(int64_t least, int64_t most, enum sim_what what, size_t user, size_t duel)
{
	sim_plan(sim_random_between(&sim->random, least, most),
		(struct sim_task){.what = what, .user = user, .duel = duel});
}

static size_t duel_by_id(int64_t id)
{
	for (size_t i = 0; id != 0 && i < sim->duel_count; i++)
		if (sim->duels[i].id == id)
			return i;
	return SIM_DUELS;
}

static size_t duel_in(const char *body)
{
	return duel_by_id(sentences_match(body));
}

/* Reading */

static void read_hand(size_t user, size_t room, const char *body)
{
	size_t duel = duel_by_id(sentences_hand_of(body));
	struct sim_turn *turn;

	if (duel == SIM_DUELS)
		return;
	turn = &sim->users[user].turn[duel];
	turn->count = sentences_choices(body, turn->choices);
	sim->duels[duel].stirred = sim->now;
	sim->duels[duel].dealt = true;
	if (turn->count == 0)
		return;
	turn->room = room;
	if (!turn->pending)
		plan(300, 20 * SIM_SECOND, SIM_DO_TURN, user, duel);
	turn->pending = true;
}

/* People are called by their names, or by their ids where the bot does not know those. */
static bool begins_with_name(const char *text, size_t user)
{
	const struct sim_user *me = &sim->users[user];

	return strncmp(text, me->name, strlen(me->name)) == 0 ||
	       strncmp(text, me->id, strlen(me->id)) == 0;
}

static void learn_id(size_t index, int64_t id)
{
	struct sim_duel *duel = &sim->duels[index];

	duel->id = id;
	duel->stirred = sim->now;
	plan(500, 30 * SIM_SECOND, SIM_DO_ACCEPT, duel->black, index);
	if (duel->open) /* another may be quicker */
		plan(500, 60 * SIM_SECOND, SIM_DO_ACCEPT, duel->rival, index);
}

/*
 * Who has challenged and missed the announcement hears the number when he does so again. Whom the
 * bot means by "you" is seen from the store: a client would show the messages' order.
 */
static void learn(size_t user, size_t room, int64_t id)
{
	struct bot_match match;

	if (!sim->store || bot_store_match_get(sim->store, id, &match) ||
		strcmp(match.player[EG_WHITE], sim->users[user].id) != 0)
		return;
	for (size_t i = 0; i < sim->duel_count && duel_by_id(id) == SIM_DUELS; i++)
		if (sim->duels[i].white == user && sim->duels[i].id == 0 &&
			sim->rooms[room].root == sim->duels[i].room)
			learn_id(i, id);
}

static void read_challenge(size_t room, const char *body)
{
	int64_t id = strtol(body + 1, NULL, 10);
	const char *name = strchr(body, ' ');

	if (duel_by_id(id) != SIM_DUELS)
		return;
	for (size_t i = 0; i < sim->duel_count; i++) {
		const struct sim_duel *duel = &sim->duels[i];

		if (duel->id != 0 || sim->rooms[room].root != duel->room ||
			!begins_with_name(name + 1, duel->white))
			continue;
		learn_id(i, id);
		return;
	}
}

static void read_public(size_t user, size_t room, const char *body)
{
	size_t duel = duel_in(body);

	if (duel < SIM_DUELS)
		sim->duels[duel].stirred = sim->now;
	if (strncmp(body, "I host matches", 14) == 0) {
		for (size_t i = 0; i < sim->duel_count; i++)
			if (sim->duels[i].white == user && sim->duels[i].id == 0 &&
				sim->rooms[room].root == sim->duels[i].room)
				plan(500, 60 * SIM_SECOND, SIM_DO_CHALLENGE, user, i);
	} else if (body[0] == '#' && strstr(body, " challenges ")) {
		read_challenge(room, body);
	} else if (strncmp(body, "Your challenge #", 16) == 0) {
		learn(user, room, strtol(body + 16, NULL, 10));
	} else if (duel < SIM_DUELS && sentences_end_match(body)) {
		sim->duels[duel].over = true;
	} else if (strstr(body, ", I can't send you your cards") && begins_with_name(body, user)) {
		sim->users[user].excused = true;
		plan(SIM_SECOND, SIM_MINUTE, SIM_DO_OPEN, user, 0);
	}
}

static void read_event(size_t user, const struct sim_event *event)
{
	const struct sim_room *room = &sim->rooms[event->room];
	const json_t *content = json_object_get(event->json, "content");
	const char *key = json_string_value(json_object_get(event->json, "state_key"));
	const char *membership = json_string_value(json_object_get(content, "membership"));
	const char *body = json_string_value(json_object_get(content, "body"));

	if (key && membership && strcmp(membership, "invite") == 0 &&
		strcmp(key, sim->users[user].id) == 0)
		sim_plan(sim_random_between(&sim->random, 500, 2 * SIM_MINUTE),
			(struct sim_task){.what = SIM_DO_JOIN, .user = user, .room = event->room});
	if (event->sender != SIM_BOT || !body || json_object_get(content, "m.relates_to"))
		return;
	if (room->owner == user)
		read_hand(user, event->room, body);
	else if (room->owner == SIM_BOT)
		read_public(user, event->room, body);
}

static void read_on(size_t user)
{
	struct sim_user *me = &sim->users[user];

	me->reading = false;
	for (; me->seen < sim->event_count; me->seen++) {
		const struct sim_event *event = &sim->events[me->seen];

		if (sim->rooms[event->room].member[user] != SIM_OUT)
			read_event(user, event);
	}
}

/* Doing */

static void challenge(size_t index)
{
	const struct sim_duel *duel = &sim->duels[index];
	static const char *const firsts[] = {" first white", " first black", " first random", ""};
	struct sim_intent intent = {.kind = SIM_CHALLENGE, .duel = index};
	char text[160];

	snprintf(text, sizeof text, PREFIX "challenge %s %s to %u%s",
		duel->open ? "" : sim->users[duel->black].id, duel->rules, duel->touches,
		firsts[sim_random_below(&sim->random, 4)]);
	if (duel->id == 0)
		sim_say(duel->white, sim_present(duel->room), text, &intent);
}

static void accept(size_t user, size_t index)
{
	const struct sim_duel *duel = &sim->duels[index];
	struct sim_intent intent = {.kind = SIM_ACCEPT, .id = duel->id};
	char text[64];

	snprintf(text, sizeof text, PREFIX "accept #%d", (int)duel->id);
	sim_say(user, sim_present(duel->room), text, &intent);
	if (sim_random_chance(&sim->random, sim->traits.twice))
		sim_say(user, sim_present(duel->room), text, &intent);
}

/* Where a player answers: most like it private. */
static size_t place_of(size_t user, const struct sim_turn *turn, const struct sim_duel *duel)
{
	const struct sim_room *room = &sim->rooms[turn->room];

	if (room->member[user] == SIM_JOINED && !room->disturbed &&
		sim_random_chance(&sim->random, 600))
		return turn->room;
	return sim_present(duel->room);
}

static void command(size_t user, size_t room, size_t duel, const char *words, const char *action)
{
	struct sim_intent intent = {.kind = SIM_ACTION, .id = sim->duels[duel].id};
	char text[128];

	snprintf(intent.action, sizeof intent.action, "%s", action);
	snprintf(text, sizeof text, "%s%s #%d", sim->rooms[room].owner == user ? "" : PREFIX, words,
		(int)intent.id);
	sim_say(user, room, text, &intent);
}

/* An illegal action, or one in a form that is none: a notice, an edit of something. */
static void err(size_t user, size_t room, size_t duel, const struct sentences_choice *legal)
{
	static const char *const wrong[] = {"+9", "-5", "=", "x1", "+4x2", "99", "0", "pass"};
	const char *action = wrong[sim_random_below(&sim->random, 8)];
	const char *kind = sim_random_chance(&sim->random, 500) ? "m.notice" : "m.text";
	bool edit = *kind == 'm' && kind[2] == 't';
	json_t *content;

	if (sim_random_chance(&sim->random, 600)) {
		command(user, room, duel, action, action);
		return;
	}
	if (sim->rooms[room].member[user] != SIM_JOINED || sim->rooms[room].successor)
		return;
	content = json_pack("{s:s, s:o}", "msgtype", kind, "body",
		json_sprintf("%s%s #%d", sim->rooms[room].owner == user ? "" : PREFIX,
			legal->notation, (int)sim->duels[duel].id));
	if (edit)
		json_object_set_new(content, "m.relates_to",
			json_pack("{s:s, s:s}", "rel_type", "m.replace", "event_id", "$e1"));
	sim_add(room, user, "m.room.message", NULL, content);
}

static void take_turn(size_t user, size_t index)
{
	const struct sim_duel *duel = &sim->duels[index];
	struct sim_turn *turn = &sim->users[user].turn[index];
	const struct sentences_choice *choice;
	char number[24];
	size_t chosen, room;
	uint32_t form = sim_random_below(&sim->random, 3);
	bool twice = sim_random_chance(&sim->random, sim->traits.twice);

	if (!turn->pending || duel->over || turn->count == 0)
		return;
	turn->pending = false;
	chosen = sim_random_below(&sim->random, (uint32_t)turn->count);
	choice = &turn->choices[chosen];
	room = place_of(user, turn, duel);
	if (sim->rooms[room].successor || sim->rooms[room].member[SIM_BOT] != SIM_JOINED) {
		turn->pending = true; /* nobody is there to hear it */
		plan(10 * SIM_SECOND, SIM_MINUTE, SIM_DO_TURN, user, index);
		return;
	}
	if (sim_random_chance(&sim->random, sim->traits.wrong))
		err(user, room, index, choice);
	snprintf(number, sizeof number, "%zu", chosen + 1);
	for (int i = 0; i < (twice ? 2 : 1); i++)
		command(user, room, index,
			form == 0   ? number
			: form == 1 ? choice->words
				    : choice->notation,
			form == 0 ? number : choice->notation);
}

/* A direct chat, opened by the player since the bot could not. */
static void open_direct(size_t user)
{
	size_t index;

	for (index = 0; index < sim->room_count; index++) {
		const struct sim_room *room = &sim->rooms[index];

		if (room->owner == user && room->creator == user && !room->disturbed &&
			room->member[SIM_BOT] != SIM_OUT)
			return;
	}
	index = sim_room_add(user, NULL);
	sim->rooms[index].owner = user;
	sim_set_levels(index, user);
	sim_set_member(index, user, SIM_BOT, "invite", true);
}

/* Who hears nothing for long asks. */
static void nudge(size_t index)
{
	const struct sim_duel *duel = &sim->duels[index];
	struct sim_intent ask = {.kind = SIM_ASK, .id = duel->id};
	size_t room = sim_present(duel->room);
	char text[32];

	if (duel->over)
		return;
	plan(10 * SIM_MINUTE, 20 * SIM_MINUTE, SIM_DO_NUDGE, 0, index);
	if (sim->now - duel->stirred < 12 * SIM_MINUTE ||
		sim->rooms[room].member[SIM_BOT] != SIM_JOINED)
		return;
	if (duel->id == 0) {
		challenge(index);
		return;
	}
	accept(duel->black, index);
	snprintf(text, sizeof text, PREFIX "hand #%d", (int)duel->id);
	sim_say(duel->white, room, text, &ask);
	sim_say(duel->black, room, text, &ask);
}

static void join(size_t user, size_t room)
{
	if (sim->rooms[room].member[user] == SIM_INVITED)
		sim_set_member(room, user, user, "join", false);
}

void sim_player_does(const struct sim_task *task)
{
	size_t user = task->user, duel = task->duel;

	if (task->what == SIM_READ)
		read_on(user);
	else if (task->what == SIM_DO_CHALLENGE)
		challenge(duel);
	else if (task->what == SIM_DO_ACCEPT)
		accept(user, duel);
	else if (task->what == SIM_DO_TURN)
		take_turn(user, duel);
	else if (task->what == SIM_DO_JOIN)
		join(user, task->room);
	else if (task->what == SIM_DO_OPEN)
		open_direct(user);
	else if (task->what == SIM_DO_NUDGE)
		nudge(duel);
	else
		sim_trouble_does(task);
}
