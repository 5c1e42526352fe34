/* What the store says about a night or season while it goes on. */
#include "bot/base/attempt.h"
#include "bot/store/competitions.h"
#include "tests/sim/server.h"
#include "tests/sim/sim.h"

static enum bot_error attempt_read(int64_t id, struct bot_match *match)
{
	BOT_ATTEMPT(bot_need(bot_store_match_get(sim->store, id, match)));
}

bool sim_match_read(int64_t id, struct bot_match *match)
{
	return sim->store && attempt_read(id, match) == BOT_OK;
}

size_t sim_night_adopt(int64_t id)
{
	struct sim_duel *duel = &sim->duels[sim->duel_count];
	struct bot_match match;

	if (!sim->night.planned || id == 0 || sim->duel_count == SIM_DUELS ||
		!sim_match_read(id, &match) || match.competition == 0)
		return SIM_DUELS;
	*duel = (struct sim_duel){.room = sim->night.room,
		.white = sim_user_by_id(match.player[EG_WHITE]),
		.black = sim_user_by_id(match.player[EG_BLACK]),
		.bout = true,
		.touches = sim->night.touches,
		.clock = sim->night.clock,
		.sleeper = SIM_USERS,
		.awake_for = sim_random_below(&sim->random, 4),
		.id = id};
	if (sim_random_chance(&sim->random, 700))
		duel->sleeper = sim->night.staller;
	return sim->duel_count++;
}

static enum bot_error find_night(const struct sim_room *room, struct bot_competition *competition)
{
	BOT_ATTEMPT(bot_need(bot_competition_find(sim->store, room->id,
		sim->night.season ? BOT_KIND_SEASON : BOT_KIND_NIGHT, competition)));
}

/*
 * Whether the newest night of a room may go on: also true if the store can't be read now. Sets *any
 * to true if the room has had a night.
 */
static bool goes_on(const struct sim_room *room, bool *any)
{
	struct bot_competition competition;
	enum bot_error error = find_night(room, &competition);

	*any = *any || !error;
	return error ? error != BOT_NOT_FOUND : competition.stage != BOT_STAGE_ENDED;
}

bool sim_night_is_over(void)
{
	bool any = false;

	if (!sim->night.planned)
		return true;
	for (size_t i = 0; i < sim->room_count; i++)
		if (sim->rooms[i].root == sim->night.room && goes_on(&sim->rooms[i], &any))
			return false;
	return any || sim->night.tries == SIM_NIGHT_TRIES;
}
