#include "tests/sim/season_people.h"

#include "tests/sim/players.h"
#include "tests/sim/server.h"

#include <stdio.h>

#define PREFIX "!eg "
#define MOST   4 /* bouts at once */

void sim_season_plan(void)
{
	struct sim_night *night = &sim->night;

	night->clock = sim_random_chance(&sim->random, 500) ? 12 * SIM_HOUR : SIM_DAY;
	night->lead = SIM_SEASON_SIGN_UP;
	/* the sign-up of the next season, too: see sim_season_repeat */
	sim->traits.deadline += 2 * SIM_SEASON_SIGN_UP + SIM_SEASON_LENGTH + SIM_DAY;
}

static void say(size_t user, const char *text, const struct sim_intent *intent)
{
	sim_say(user, sim_present(sim->night.room), text, intent);
}

void sim_season_say_open(size_t user)
{
	const struct sim_intent ask = {.kind = SIM_ASK};
	char text[96];

	snprintf(text, sizeof(text), PREFIX "season 1 week %s to %u clock %dh", sim->night.rules,
		sim->night.touches, (int)(sim->night.clock / SIM_HOUR));
	say(user, text, &ask);
}

void sim_season_want(size_t user)
{
	const struct sim_intent want = {
		.kind = SIM_WANT, .other = 1 + sim_random_below(&sim->random, MOST)};
	char text[32];

	sim_saw(SIM_WANTED);
	snprintf(text, sizeof(text), PREFIX "season more %zu", want.other);
	say(user, text, &want);
}

void sim_season_repeat(void)
{
	const struct sim_intent ask = {.kind = SIM_ASK};

	say(SIM_PLAYER, PREFIX "season every", &ask);
}

void sim_season_be_away(size_t user)
{
	const struct sim_intent ask = {.kind = SIM_ASK};
	char text[32];

	sim_saw(SIM_AWAY);
	snprintf(text, sizeof(text), PREFIX "away %d days",
		2 + (int)sim_random_below(&sim->random, 3));
	say(user, text, &ask);
}
