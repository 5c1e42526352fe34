/* Taps: reactions to a challenge, by those whom it asks and by others. */
#include "tests/sim/players.h"
#include "tests/sim/server.h"

#define YES   "\xE2\x9C\x85"
#define NO    "\xE2\x9D\x8C"
#define THUMB "\xF0\x9F\x91\x8D"

static void tap(size_t user, size_t duel, const char *key, enum sim_kind kind)
{
	size_t offer = sim->duels[duel].offer;
	size_t room = sim->events[offer - 1].room;
	const struct sim_intent intent = {.kind = kind, .id = sim->duels[duel].id};

	sim_tell("%s in %s: reacts to #%d with %s", sim->users[user].id, sim->rooms[room].id,
		(int)intent.id, key);
	sim_post(user, room, "m.reaction",
		json_pack("{s:{s:s, s:o, s:s}}", "m.relates_to", "rel_type", "m.annotation",
			"event_id", json_sprintf("$e%zu", offer), "key", key),
		&intent);
}

/* Whether people can react to the challenge where the bot made it. */
static bool is_in_sight(const struct sim_duel *duel)
{
	const struct sim_room *room;

	if (duel->offer == 0 || sim->events[duel->offer - 1].removed)
		return false;
	room = &sim->rooms[sim->events[duel->offer - 1].room];
	return !room->successor && room->member[SIM_BOT] == SIM_JOINED;
}

bool sim_tap_accept(size_t user, size_t duel)
{
	if (!is_in_sight(&sim->duels[duel]) || !sim_random_chance(&sim->random, 400))
		return false;
	sim_saw(SIM_TAPPED);
	tap(user, duel, sim_random_chance(&sim->random, 500) ? YES : THUMB, SIM_ACCEPT);
	return true;
}

void sim_tap_others(const struct sim_task *task)
{
	const struct sim_duel *duel = &sim->duels[task->duel];

	if (duel->open || !is_in_sight(duel))
		return;
	sim_saw(SIM_TAPPED_BY_OTHERS);
	tap(SIM_STRANGER, task->duel, YES, SIM_ACCEPT);
	tap(SIM_STRANGER, task->duel, NO, SIM_DECLINE);
	tap(duel->white, task->duel, YES, SIM_ACCEPT);
}
