/*
 * Floods: people who send more than the bot accepts must not keep the bot from answering others. If
 * the flood is the only fault, the simulation measures how long the bot takes to answer each move
 * in another room. The bot must answer these moves nearly as soon as without the flood.
 */
#include "tests/sim/laws.h"
#include "tests/sim/players.h"
#include "tests/sim/recorder.h"
#include "tests/sim/server.h"

#include <stdio.h>
#include <stdlib.h>

/* A wave has at least LINES commands. The bot accepts 30 commands a minute from one sender. */
#define LINES       35
#define INVITATIONS 8 /* the number of invitations in a wave */

/*
 * The bot must answer a move within this time. The flood causes timeline gaps. The bot may need
 * half of the time to read these gaps, because each of its requests takes up to 800 ms. The second
 * limit is for a server that accepts one message in five seconds. On such a server, an answer in
 * one match can wait half a minute for the messages of another match, even without a flood.
 */
#define LONGEST         (10 * SIM_SECOND)
#define LONGEST_LIMITED (3 * SIM_MINUTE)

/* Spreads the waves over the minutes in which matches begin and are played. */
void sim_flood_plan(void)
{
	size_t duel = sim_random_below(&sim->random, (uint32_t)sim->duel_count);
	size_t user = SIM_STRANGER +
		      sim_random_below(&sim->random, (uint32_t)(sim->user_count - SIM_STRANGER));
	int64_t at = sim_random_between(&sim->random, 0, 3 * SIM_MINUTE);

	sim->flooded = SIM_ROOMS;
	if (sim->traits.flood == SIM_NO_FLOOD)
		return;
	if (sim->traits.only_flood)
		duel = 0;
	if (sim->traits.flood == SIM_BY_ONE || sim->traits.flood == SIM_BY_MANY)
		sim->flooded = sim->duels[duel].room;
	for (uint32_t i = 2 + sim_random_below(&sim->random, 4); i > 0; i--) {
		sim_plan(at,
			(struct sim_task){
				.what = SIM_DO_FLOOD, .user = user, .room = sim->duels[duel].room});
		at += sim_random_between(&sim->random, SIM_SECOND, 40 * SIM_SECOND);
	}
}

static void ask_much(size_t user, size_t room, uint32_t lines)
{
	static const char *const texts[] = {"help", "stats", "board", "top", "history", "rules",
		"no such thing", "hand", "about", "settings"};
	const struct sim_intent ask = {.kind = SIM_ASK};
	char text[32];

	for (uint32_t i = 0; i < lines; i++) {
		snprintf(text, sizeof(text), "!eg %s", texts[sim_random_below(&sim->random, 10)]);
		sim_say(user, room, text, &ask);
	}
}

/*
 * Plays the user's turns. The bot's limits do not apply to the action that a match waits for, so
 * people who flood can still play.
 */
static void move(size_t user)
{
	for (size_t i = 0; i < sim->duel_count; i++) {
		size_t before = sim->event_count;

		if (sim->users[user].turn[i].pending)
			sim_take_turn(user, i);
		if (sim->event_count > before)
			sim_saw(SIM_FREE_MOVE);
	}
}

static void invite_much(void)
{
	for (size_t i = 0; i < INVITATIONS; i++) {
		size_t room = sim_room_add(SIM_STRANGER, NULL);
		bool direct = sim_random_chance(&sim->random, 300);

		if (direct)
			sim->rooms[room].owner = SIM_STRANGER;
		sim_set_levels(room, SIM_STRANGER, 100, 0);
		sim_set_member(room, SIM_STRANGER, SIM_BOT, "invite", direct);
	}
}

void sim_flood(const struct sim_task *task)
{
	switch (sim->traits.flood) {
	case SIM_BY_ONE:
		sim_saw(SIM_FLOOD_BY_ONE);
		ask_much(task->user, task->room, LINES + sim_random_below(&sim->random, 60));
		move(task->user);
		return;
	case SIM_BY_MANY:
		sim_saw(SIM_FLOOD_BY_MANY);
		for (size_t i = SIM_STRANGER; i < sim->user_count; i++) {
			ask_much(i, task->room, LINES);
			move(i);
		}
		return;
	case SIM_OF_INVITATIONS:
		sim_saw(SIM_FLOOD_OF_INVITATIONS);
		invite_much();
		return;
	case SIM_BY_STRANGERS:
		invite_much();
		return;
	case SIM_NO_FLOOD:
	case SIM_FLOODS:
		return;
	}
}

/* Whether the message is a move in a match outside the flooded room. */
static bool is_timed(const struct sim_event *event)
{
	if (!event->owed || (event->intent.kind != SIM_ACTION && event->intent.kind != SIM_CHOICE))
		return false;
	for (size_t i = 0; i < sim->duel_count; i++)
		if (sim->duels[i].id == event->intent.id)
			return sim->duels[i].room != sim->flooded;
	return false;
}

static void judge_wait(const struct sim_event *move, const struct sim_event *answer)
{
	int64_t wait = answer->time - move->time;
	bool limited = sim->traits.limiter != SIM_UNLIMITED;

	sim_saw(SIM_TIMED);
	if (wait > sim->slowest[limited])
		sim->slowest[limited] = wait;
	if (wait > (limited ? LONGEST_LIMITED : LONGEST))
		sim_break(SIM_PROMPT, "a move in %s waited %lld ms beside a flood",
			sim->rooms[move->room].id, (long long)wait);
}

/*
 * Whether the message answers the move, which has this number among the handled events: the bot
 * created it while it handled the move. Under rate limits, a later message to the same room may
 * have replaced that one.
 */
static bool answers(const struct sim_event *event, const struct sim_event *move, long number)
{
	if (!event->txn[0])
		return false;
	return event->mark == number || (sim->traits.limiter != SIM_UNLIMITED &&
						event->room == move->room && event->mark > number);
}

/*
 * Measures how long the bot took to answer a move. Fails if the bot never answered.
 */
static void time_move(void *self, const char *const *columns)
{
	long number = strtol(columns[0], NULL, 10);
	size_t position = strtoul(columns[1] + 2, NULL, 10);
	const struct sim_event *move = &sim->events[position - 1];

	(void)self;
	if (!is_timed(move))
		return;
	for (size_t i = position; i < sim->event_count; i++)
		if (answers(&sim->events[i], move, number)) {
			judge_wait(move, &sim->events[i]);
			return;
		}
	sim_break(SIM_NO_LOSS, "event %zu, a move, was never answered", position);
}

void sim_flood_judge(struct bot_store *store)
{
	if (sim->traits.only_flood)
		sim_sql(store, "SELECT number, event FROM sim_handled WHERE event LIKE '$%'",
			time_move, NULL);
}
