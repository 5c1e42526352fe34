/*
 * How players answer at their turn: by words, letters, cards, reactions and votes, and sometimes
 * wrongly.
 */
#include "tests/sim/players.h"

#include "tests/sim/budget.h"
#include "tests/sim/server.h"

#include <stdio.h>
#include <string.h>

#define PREFIX "!eg "

static void plan_turn(int64_t least, int64_t most, size_t user, size_t duel)
{
	sim_plan(sim_random_between(&sim->random, least, most),
		(struct sim_task){.what = SIM_DO_TURN, .user = user, .duel = duel});
}

/* Returns the room in which the player answers. This is often the private room. */
static size_t place_of(size_t user, const struct sim_turn *turn, const struct sim_duel *duel)
{
	const struct sim_room *room = &sim->rooms[turn->room];

	if (room->member[user] == SIM_JOINED && !room->disturbed && sim_chance(600))
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

	snprintf(intent.action, sizeof(intent.action), "%s", action);
	snprintf(text, sizeof(text), "%s%s #%d", prefix_in(room, user), words, (int)intent.id);
	sim_say(user, room, text, &intent);
}

/* Sends an action as a notice or as an edit. The bot must not treat it as an answer. */
static void send_notice_or_edit(size_t user, size_t room, size_t duel, const char *action)
{
	const struct sim_intent talk = {.kind = SIM_TALK};
	bool edit = sim_chance(500);
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

	if (sim_chance(400)) {
		send_notice_or_edit(user, room, duel, legal->notation);
		return;
	}
	sim_saw(SIM_ILLEGAL);
	command(user, room, duel, action, action);
}

/* Writes the cards in the notation of an action: "355" for +3x55. A parry has none. */
static void write_cards(const char *notation, char cards[EG_ACTION_SIZE])
{
	size_t count = 0;

	for (; *notation; notation++)
		if (*notation >= '1' && *notation <= '5')
			cards[count++] = *notation;
	cards[count] = '\0';
}

/* Whether a card is in only one of the actions that the player may play. */
static bool is_clear(const struct sim_turn *turn, char card)
{
	size_t count = 0;

	for (size_t i = 0; i < turn->count; i++)
		count += strchr(turn->choices[i].notation, card) != NULL;
	return count == 1;
}

/*
 * Whether the player names only these cards. The player usually does so only if the cards are
 * clear, because they don't read the bot's question which of several actions they mean.
 */
static bool names_cards(const struct sim_turn *turn, const char *cards)
{
	if (cards[0] == '\0' || !sim_chance(400))
		return false;
	return cards[1] != '\0' || is_clear(turn, cards[0]) || sim_chance(100);
}

/*
 * Chooses from a list, by a letter, by the keycap of a card, or by a vote in a poll. `chosen` is
 * the place of the action in the list, counted from 0.
 */
static void choose(
	size_t user, const struct sim_turn *turn, size_t duel, size_t list, size_t chosen)
{
	struct sim_intent intent = {.kind = SIM_CHOICE, .id = sim->duels[duel].id, .list = list};
	char letter = turn->choices[chosen].letter[0];
	json_t *relation =
		json_pack("{s:s, s:o}", "rel_type", turn->poll ? "m.reference" : "m.annotation",
			"event_id", json_sprintf("$e%zu", list));
	json_t *content = json_pack("{s:o}", "m.relates_to", relation);
	char cards[EG_ACTION_SIZE], key[16];

	write_cards(turn->choices[chosen].notation, cards);
	snprintf(intent.action, sizeof(intent.action), "%s", turn->choices[chosen].notation);
	if (turn->poll) {
		snprintf(key, sizeof(key), "%zu", chosen + 1);
		json_object_set_new(content, "org.matrix.msc3381.poll.response",
			json_pack("{s:[s]}", "answers", key));
	} else if (cards[0] && !cards[1] && names_cards(turn, cards)) {
		sim_saw(SIM_CARDS);
		snprintf(intent.action, sizeof(intent.action), "%s", cards);
		snprintf(key, sizeof(key), "%s\xef\xb8\x8f\xe2\x83\xa3", cards);
		json_object_set_new(relation, "key", json_string(key));
	} else {
		if (sim_chance(500))
			snprintf(key, sizeof(key), "%c", letter);
		else /* U+1F1E6 is the regional indicator A */
			snprintf(key, sizeof(key), "\xf0\x9f\x87%c", 0xa6 + letter - 'a');
		json_object_set_new(relation, "key", json_string(key));
	}
	sim_tell("%s in %s: %s %s of event %zu", sim->users[user].id, sim->rooms[turn->room].id,
		turn->poll ? "votes for" : "reacts with", key, list);
	sim_post(user, turn->room, turn->poll ? "org.matrix.msc3381.poll.response" : "m.reaction",
		content, &intent);
}

/*
 * Answers by a reaction or a vote, if the player can and wants to. Returns false if they did not
 * answer.
 */
static bool answer_by_choice(size_t user, const struct sim_turn *turn, size_t duel, size_t chosen)
{
	const struct sim_room *room = &sim->rooms[turn->room];

	if (room->member[user] != SIM_JOINED || room->disturbed ||
		room->member[SIM_BOT] != SIM_JOINED || turn->list == 0 ||
		!sim_chance(turn->poll ? 800 : sim->traits.reacts))
		return false;
	if (turn->last > 0 && sim_chance(sim->traits.wrong))
		choose(user, turn, duel, turn->last, 0);
	sim_saw(turn->poll ? SIM_VOTE : SIM_REACTION);
	choose(user, turn, duel, turn->list, chosen);
	return true;
}

/*
 * Whether the user plays in one match only. So their next list begins with the letter a, too, as
 * the model believes if a letter comes too late.
 */
static bool plays_one(size_t user)
{
	size_t count = 0;

	for (size_t i = 0; i < sim->duel_count; i++)
		count += !sim->duels[i].over &&
			 (sim->duels[i].white == user || sim->duels[i].black == user ||
				 (sim->duels[i].open && sim->duels[i].rival == user));
	return count == 1;
}

static void answer(size_t user, size_t room, size_t index, size_t chosen)
{
	const struct sim_turn *turn = &sim->users[user].turn[index];
	const struct sentences_choice *choice = &turn->choices[chosen];
	bool twice = sim_chance(sim->traits.twice);
	uint32_t form = sim_random_below(&sim->random, 3);
	char cards[EG_ACTION_SIZE];

	write_cards(choice->notation, cards);
	/* Cards alone may be no answer: the bot asks which action they mean. */
	bool names = sim_budget == SIM_LIMITERS && names_cards(turn, cards);
	bool by_letter = form == 0 && turn->choices[0].letter[0] == 'a' && plays_one(user);
	if (twice)
		sim_saw(SIM_TWICE);
	if (names)
		sim_saw(SIM_CARDS);
	for (int i = 0; i < (twice ? 2 : 1); i++)
		command(user, room, index,
			names       ? cards
			: by_letter ? choice->letter
			: form == 1 ? choice->words
				    : choice->notation,
			names       ? cards
			: by_letter ? choice->letter
				    : choice->notation);
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

/*
 * Makes some players plan to parry the next attack, in the room of their last hand. Not drawn, so
 * that the schedules in which nobody plans stay as they are. Where messages are counted nobody
 * plans, because the bot answers each plan.
 */
static void plan_parry(size_t user, size_t index)
{
	const struct sim_intent intent = {.kind = SIM_PLAN, .id = sim->duels[index].id};
	const struct sim_room *room = &sim->rooms[sim->users[user].turn[index].room];
	char text[64];

	if (sim_budget < SIM_LIMITERS || (sim->seed + user) % 4 != 3 || sim->event_count % 3 != 0 ||
		sim->traits.flood || room->disturbed || room->owner != user ||
		room->member[user] != SIM_JOINED || room->member[SIM_BOT] != SIM_JOINED)
		return;
	snprintf(text, sizeof(text), "if attack then parry #%d", (int)intent.id);
	sim_say(user, sim->users[user].turn[index].room, text, &intent);
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
	if (duel->bout && sim_has_ended(index)) { /* the room does not say so */
		duel->over = true;
		return;
	}
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
	if (sim_chance(sim->traits.both))
		hurry(user, index);
	if (sim_chance(sim->traits.wrong))
		answer_wrongly(user, room, index, &turn->choices[chosen]);
	if (!answer_by_choice(user, turn, index, chosen))
		answer(user, room, index, chosen);
	plan_parry(user, index);
}
