/*
 * How players answer at their turn: by words, numbers, reactions and votes, and sometimes wrongly.
 */
#include "tests/sim/players.h"

#include "tests/sim/server.h"

#include <stdio.h>

#define PREFIX "!eg "

static bool chance(uint32_t in_a_thousand)
{
	return sim_random_chance(&sim->random, in_a_thousand);
}

static void plan_turn(int64_t least, int64_t most, size_t user, size_t duel)
{
	sim_plan(sim_random_between(&sim->random, least, most),
		(struct sim_task){.what = SIM_DO_TURN, .user = user, .duel = duel});
}

/* Returns the room in which the player answers. This is often the private room. */
static size_t place_of(size_t user, const struct sim_turn *turn, const struct sim_duel *duel)
{
	const struct sim_room *room = &sim->rooms[turn->room];

	if (room->member[user] == SIM_JOINED && !room->disturbed && chance(600))
		return turn->room;
	return sim_present(duel->room);
}

static const char *prefix_in(size_t room, size_t user)
{
	return sim->rooms[room].owner == user ? "" : PREFIX;
}

static void command(size_t user, size_t room, size_t duel, const char *words, const char *action)
{
	struct sim_intent intent = {.kind = SIM_ACTION, .id = sim->duels[duel].id};
	char text[128];

	snprintf(intent.action, sizeof intent.action, "%s", action);
	snprintf(text, sizeof text, "%s%s #%d", prefix_in(room, user), words, (int)intent.id);
	sim_say(user, room, text, &intent);
}

/* Sends an action as a notice or as an edit. The bot must not treat it as an answer. */
static void send_notice_or_edit(size_t user, size_t room, size_t duel, const char *action)
{
	const struct sim_intent talk = {.kind = SIM_TALK};
	bool edit = chance(500);
	json_t *content = json_pack("{s:s, s:o}", "msgtype", edit ? "m.text" : "m.notice", "body",
		json_sprintf("%s%s #%d", prefix_in(room, user), action, (int)sim->duels[duel].id));

	if (edit)
		json_object_set_new(content, "m.relates_to",
			json_pack("{s:s, s:s}", "rel_type", "m.replace", "event_id", "$e1"));
	sim_saw(edit ? SIM_EDITED : SIM_NOTICE);
	sim_post(user, room, "m.room.message", content, &talk);
}

/* Answers with an illegal action, or with text that is not an action. */
static void answer_wrongly(
	size_t user, size_t room, size_t duel, const struct sentences_choice *legal)
{
	static const char *const wrong[] = {"+9", "-5", "=", "x1", "+4x2", "99", "0", "pass"};
	const char *action = wrong[sim_random_below(&sim->random, 8)];

	if (chance(400)) {
		send_notice_or_edit(user, room, duel, legal->notation);
		return;
	}
	sim_saw(SIM_ILLEGAL);
	command(user, room, duel, action, action);
}

/* Chooses a number from a list, by a keycap reaction or by a vote in a poll. */
static void choose(
	size_t user, const struct sim_turn *turn, size_t duel, size_t list, size_t number)
{
	struct sim_intent intent = {.kind = SIM_CHOICE, .id = sim->duels[duel].id, .list = list};
	json_t *relation =
		json_pack("{s:s, s:o}", "rel_type", turn->poll ? "m.reference" : "m.annotation",
			"event_id", json_sprintf("$e%zu", list));
	json_t *content = json_pack("{s:o}", "m.relates_to", relation);

	snprintf(intent.action, sizeof intent.action, "%zu", number);
	if (turn->poll)
		json_object_set_new(content, "org.matrix.msc3381.poll.response",
			json_pack("{s:[s]}", "answers", intent.action));
	else
		json_object_set_new(
			relation, "key", json_sprintf("%zu\xef\xb8\x8f\xe2\x83\xa3", number));
	sim_tell("%s in %s: %s %zu of event %zu", sim->users[user].id, sim->rooms[turn->room].id,
		turn->poll ? "votes for" : "reacts with", number, list);
	sim_post(user, turn->room, turn->poll ? "org.matrix.msc3381.poll.response" : "m.reaction",
		content, &intent);
}

/*
 * Answers by a reaction or a vote, if the player can and wants to. Returns false if they did not
 * answer.
 */
static bool answer_by_choice(size_t user, const struct sim_turn *turn, size_t duel, size_t number)
{
	const struct sim_room *room = &sim->rooms[turn->room];

	if (room->member[user] != SIM_JOINED || room->disturbed ||
		room->member[SIM_BOT] != SIM_JOINED || number > 9 || turn->list == 0 ||
		!chance(turn->poll ? 800 : sim->traits.reacts))
		return false;
	if (turn->last > 0 && chance(sim->traits.wrong))
		choose(user, turn, duel, turn->last, 1);
	sim_saw(turn->poll ? SIM_VOTE : SIM_REACTION);
	choose(user, turn, duel, turn->list, number);
	return true;
}

static void answer(size_t user, size_t room, size_t index, size_t chosen)
{
	const struct sim_turn *turn = &sim->users[user].turn[index];
	const struct sentences_choice *choice = &turn->choices[chosen];
	bool twice = chance(sim->traits.twice);
	uint32_t form = sim_random_below(&sim->random, 3);
	char number[24];

	snprintf(number, sizeof number, "%zu", chosen + 1);
	if (twice)
		sim_saw(SIM_TWICE);
	for (int i = 0; i < (twice ? 2 : 1); i++)
		command(user, room, index,
			form == 0   ? number
			: form == 1 ? choice->words
				    : choice->notation,
			form == 0 ? number : choice->notation);
}

/* Makes the user's opponent send an action, although it is not the opponent's turn. */
static void hurry(size_t user, size_t index)
{
	static const char *const actions[] = {"+1", "-1", "x1", "1"};
	const struct sim_duel *duel = &sim->duels[index];
	size_t other = user == duel->white ? duel->black : duel->white;
	const char *action = actions[sim_random_below(&sim->random, 4)];

	sim_saw(SIM_BOTH);
	command(other, sim_present(duel->room), index, action, action);
}

static bool is_asleep(size_t user, struct sim_duel *duel)
{
	if (duel->sleeper != user)
		return false;
	if (duel->awake_for == 0)
		return true;
	duel->awake_for--;
	return false;
}

void sim_take_turn(size_t user, size_t index)
{
	struct sim_duel *duel = &sim->duels[index];
	struct sim_turn *turn = &sim->users[user].turn[index];
	size_t chosen, room;

	if (!turn->pending || duel->over || turn->count == 0)
		return;
	turn->pending = false;
	if (is_asleep(user, duel))
		return;
	chosen = sim_random_below(&sim->random, (uint32_t)turn->count);
	room = place_of(user, turn, duel);
	if (sim->rooms[room].successor || sim->rooms[room].member[SIM_BOT] != SIM_JOINED ||
		sim->rooms[room].member[user] != SIM_JOINED) {
		/* The player can't answer in this room now, and tries again later. */
		turn->pending = true;
		plan_turn(10 * SIM_SECOND, SIM_MINUTE, user, index);
		return;
	}
	if (chance(sim->traits.both))
		hurry(user, index);
	if (chance(sim->traits.wrong))
		answer_wrongly(user, room, index, &turn->choices[chosen]);
	if (!answer_by_choice(user, turn, index, chosen + 1))
		answer(user, room, index, chosen);
}
