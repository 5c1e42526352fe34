#include "tests/sim/players.h"

#include "bot/text/name.h"
#include "tests/sim/budget.h"
#include "tests/sim/server.h"

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

/* Chooses the settings that the player wants, in `room`, in which the first hand arrived. */
static void choose_settings(size_t user, size_t room)
{
	const struct sim_intent ask = {.kind = SIM_ASK}, automatic = {.kind = SIM_AUTO};
	struct sim_user *me = &sim->users[user];
	bool polls = me->polls, taps = me->taps, plays = me->automatic;

	if (sim->rooms[room].member[user] != SIM_JOINED)
		return;
	me->polls = me->taps = me->automatic = false;
	if (polls)
		sim_say(user, room, "choices poll", &ask);
	else if (taps)
		sim_say(user, room, "choices taps", &ask);
	if (plays)
		sim_say(user, room, "auto on", &automatic);
}

static void read_hand(size_t user, const struct sim_event *event, const char *body)
{
	size_t duel = duel_by_id(sentences_hand_of(body));
	struct sim_turn *turn;

	if (duel == SIM_DUELS)
		duel = sim_night_adopt(sentences_hand_of(body));
	if (duel == SIM_DUELS)
		return;
	turn = &sim->users[user].turn[duel];
	turn->count = sentences_choices(body, turn->choices);
	sim->duels[duel].stirred = sim->now;
	sim->duels[duel].dealt = true;
	if (turn->count > 0) {
		turn->room = event->room;
		turn->poll = !json_object_get(json_object_get(event->json, "content"), "body");
		turn->last = turn->list;
		turn->list = (size_t)(event - sim->events) + 1;
		if (!turn->pending)
			plan(300, sim_budget_night > 0 ? SIM_SECOND : 20 * SIM_SECOND, SIM_DO_TURN,
				user, duel);
		turn->pending = true;
	}
	/* must be the last call: it adds events, which may move `event` */
	choose_settings(user, event->room);
}

bool sim_begins_with_name(const char *text, size_t user)
{
	const struct sim_user *me = &sim->users[user];
	char name[BOT_NAME_SIZE];

	bot_name_clean(me->name, name);
	if (name[0] && strncmp(text, name, strlen(name)) == 0)
		return true;
	return strncmp(text, me->id, strlen(me->id)) == 0;
}

static void learn_id(size_t index, int64_t id, size_t offer)
{
	struct sim_duel *duel = &sim->duels[index];

	duel->id = id;
	duel->offer = offer;
	if (sim_random_chance(&sim->random, 200))
		plan(500, 30 * SIM_SECOND, SIM_DO_TAP, 0, index);
	duel->stirred = sim->now;
	plan(500, 30 * SIM_SECOND, SIM_DO_ACCEPT, duel->black, index);
	if (duel->open) /* the rival also tries to accept the open challenge */
		plan(500, 60 * SIM_SECOND, SIM_DO_ACCEPT, duel->rival, index);
}

bool sim_has_ended(size_t duel)
{
	struct bot_match match;

	return sim_match_read(sim->duels[duel].id, &match) && match.status == BOT_ENDED;
}

/* Learns the id of this player's first challenge in the room whose id is not known yet. */
static void learn_new(size_t room, const char *name, int64_t id, size_t position)
{
	for (size_t i = 0; i < sim->duel_count; i++) {
		const struct sim_duel *duel = &sim->duels[i];

		if (duel->id != 0 || sim->rooms[room].root != duel->room ||
			!sim_begins_with_name(name, duel->white))
			continue;
		learn_id(i, id, position);
		return;
	}
}

/*
 * Reads a challenge, which may replace an older one. Players who missed the announcement of their
 * challenge make it again.
 */
static void read_challenge(size_t room, const char *body, size_t position)
{
	int64_t id = strtol(body + 1, NULL, 10);
	const char *name = strchr(body, ' '), *older = strrchr(body, '#');
	size_t replaced = older > body && strstr(older, " no longer stands")
				  ? duel_by_id(strtol(older + 1, NULL, 10))
				  : SIM_DUELS;

	if (duel_by_id(id) != SIM_DUELS)
		return;
	if (replaced != SIM_DUELS && sim_begins_with_name(name + 1, sim->duels[replaced].white)) {
		learn_id(replaced, id, position);
		return;
	}
	learn_new(room, name + 1, id, position);
}

/*
 * Reads the answer that a challenge still stands, which its player has made again. Nobody can tap
 * this answer.
 */
static void read_standing(size_t room, const char *body)
{
	int64_t id = strtol(body + 1, NULL, 10);
	struct bot_match match;

	if (duel_by_id(id) == SIM_DUELS && sim_match_read(id, &match))
		learn_new(room, match.player[match.challenger], id, 0);
}

static void read_public(size_t user, size_t room, const char *body, size_t position)
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
		read_challenge(room, body, position);
	} else if (body[0] == '#' && strstr(body, " still stands")) {
		read_standing(room, body);
	} else if (duel < SIM_DUELS && sentences_end_match(body)) {
		bool over = sim_has_ended(duel) || !strstr(body, "There is no match #");

		/* A refusal must not lead to a second request, or both would go on for ever. */
		if (over && !sim->duels[duel].over && sim_random_chance(&sim->random, 300))
			plan(500, 20 * SIM_SECOND, SIM_DO_ANALYSE, user, duel);
		sim->duels[duel].over = sim->duels[duel].over || over;
	} else if (strstr(body, ", I can't send you your cards") &&
		   sim_begins_with_name(body, user)) {
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
	const char *body = sim_body(content);

	if (key && membership && strcmp(membership, "invite") == 0 &&
		strcmp(key, sim->users[user].id) == 0)
		sim_plan(sim_random_between(&sim->random, 500,
				 sim_budget < SIM_LIMITERS ? 5 * SIM_SECOND : 2 * SIM_MINUTE),
			(struct sim_task){.what = SIM_DO_JOIN, .user = user, .room = event->room});
	if (event->sender != SIM_BOT || !body || json_object_get(content, "m.relates_to"))
		return;
	sim_night_hear(user, event->room, body);
	room = &sim->rooms[event->room];
	if (room->owner == user)
		read_hand(user, event, body);
	else if (room->owner == SIM_BOT)
		read_public(user, event->room, body, (size_t)(event - sim->events) + 1);
	if (room->owner == SIM_BOT)
		sim_night_read(user, event->room, body, (size_t)(event - sim->events) + 1);
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
	char text[192], clock[32] = "", start[16] = "";
	int turn = (int)(duel->clock / SIM_SECOND), other = turn + (int)(duel->extra / SIM_SECOND);

	if (duel->clock > 0)
		snprintf(clock, sizeof(clock), " clock %ds", turn);
	if (duel->extra > 0)
		snprintf(clock, sizeof(clock), " clock %ds/%ds", turn, other);
	for (enum eg_seat seat = EG_WHITE; seat <= EG_BLACK; seat++)
		if (duel->start[seat] > 0)
			snprintf(start, sizeof(start), " %s %u", seat == EG_WHITE ? "take" : "give",
				duel->start[seat]);
	snprintf(text, sizeof(text), PREFIX "challenge %s %s to %u%s%s%s",
		duel->open ? "" : sim->users[duel->black].id, duel->rules, duel->touches,
		firsts[sim_random_below(&sim->random, 4)], start, clock);
	if (duel->id == 0)
		sim_say(duel->white, sim_present(duel->room), text, &intent);
}

static void accept(size_t user, size_t index)
{
	const struct sim_duel *duel = &sim->duels[index];
	struct sim_intent intent = {.kind = SIM_ACCEPT, .id = duel->id};
	char text[64];

	snprintf(text, sizeof(text), PREFIX "accept #%d", (int)duel->id);
	if (duel->over)
		return;
	if (!sim_tap_accept(user, index))
		sim_say(user, sim_present(duel->room), text, &intent);
	if (sim_random_chance(&sim->random, sim->traits.twice))
		sim_say(user, sim_present(duel->room), text, &intent);
}

/*
 * Makes the player invite the bot into a new direct chat, because the bot could not invite the
 * player.
 */
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
	sim_set_levels(index, user, 100, 0);
	sim_set_member(index, user, SIM_BOT, "invite", true);
}

/* Makes the players ask the bot about their match if they have read nothing about it for long. */
static void nudge(size_t index)
{
	const struct sim_duel *duel = &sim->duels[index];
	struct sim_intent ask = {.kind = SIM_ASK, .id = duel->id};
	size_t room = sim_present(duel->room);
	char text[32];

	if (duel->over)
		return;
	plan(10 * SIM_MINUTE, 20 * SIM_MINUTE, SIM_DO_NUDGE, 0, index);
	if (sim->now - duel->stirred < 12 * SIM_MINUTE || sim->night.down ||
		sim->rooms[room].member[SIM_BOT] != SIM_JOINED)
		return;
	if (duel->id == 0) {
		challenge(index);
		return;
	}
	accept(duel->black, index);
	snprintf(text, sizeof(text), PREFIX "hand #%d", (int)duel->id);
	sim_say(duel->white, room, text, &ask);
	sim_say(duel->black, room, text, &ask);
	if (duel->open) /* the rival may have accepted the challenge */
		sim_say(duel->rival, room, text, &ask);
}

/* Makes the opponent of a player who has gone claim the win. */
static void claim(size_t gone)
{
	for (size_t i = 0; i < sim->duel_count; i++) {
		const struct sim_duel *duel = &sim->duels[i];
		const struct sim_intent intent = {.kind = SIM_CLAIM, .id = duel->id};
		char text[32];

		if (!duel->dealt || duel->over || (duel->white != gone && duel->black != gone))
			continue;
		sim_saw(SIM_CLAIMED);
		snprintf(text, sizeof(text), PREFIX "claim #%d", (int)duel->id);
		sim_say(duel->white == gone ? duel->black : duel->white, sim_present(duel->room),
			text, &intent);
	}
}

/* Makes a player, or somebody else in the room, ask for the analysis of a match. */
static void analyse(size_t user, size_t index)
{
	const struct sim_duel *duel = &sim->duels[index];
	const struct sim_intent ask = {.kind = SIM_ASK, .id = duel->id};
	char text[32];

	size_t room = sim_present(duel->room);

	snprintf(text, sizeof(text), PREFIX "analysis #%d", (int)duel->id);
	if (sim->rooms[room].member[user] == SIM_JOINED)
		sim_say(user, room, text, &ask);
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
		sim_take_turn(user, duel);
	else if (task->what == SIM_DO_JOIN)
		join(user, task->room);
	else if (task->what == SIM_DO_OPEN)
		open_direct(user);
	else if (task->what == SIM_DO_NUDGE)
		nudge(duel);
	else if (task->what == SIM_DO_TAP)
		sim_tap_others(task);
	else if (task->what == SIM_DO_CLAIM)
		claim(user);
	else if (task->what == SIM_DO_ANALYSE)
		analyse(user, duel);
	else if (task->what == SIM_DO_NIGHT)
		sim_night_does(task);
	else
		sim_trouble_does(task);
}
