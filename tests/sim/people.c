/* Drawing the people, the rooms, the matches, and all chances. */
#include "tests/sim/players.h"
#include "tests/sim/server.h"

#include <stdio.h>

static uint32_t below(uint32_t count)
{
	return sim_random_below(&sim->random, count);
}

static bool chance(uint32_t in_a_thousand)
{
	return sim_random_chance(&sim->random, in_a_thousand);
}

/* Most schedules have a few kinds of faults, and some have all. */
static uint32_t rate(uint32_t most)
{
	return chance(500) ? below(most + 1) : 0;
}

static void draw_traits(void)
{
	struct sim_traits *traits = &sim->traits;

	traits->lost = rate(150);
	traits->late = rate(150);
	traits->slow = rate(50);
	traits->refused = rate(200);
	traits->limited = rate(200);
	traits->garbled = rate(100);
	traits->crash = rate(30);
	traits->stop = rate(10);
	traits->replay = rate(300);
	traits->gap = rate(400);
	traits->wrong = rate(200);
	traits->twice = rate(200);
	traits->rooms = chance(300);
	traits->by_token = chance(150);
	traits->encrypts = chance(40);
	traits->strict_rates = chance(200);
	traits->calm = sim_random_between(&sim->random, SIM_MINUTE, SIM_HOUR);
	traits->deadline = traits->calm + 24 * SIM_HOUR;
}

static void draw_users(void)
{
	static const char *const names[] = {"bot", "eve", "ann", "bob", "cyd", "dan"};

	sim->user_count = SIM_PLAYER + 2 + below(3);
	for (size_t i = 0; i < sim->user_count; i++) {
		struct sim_user *user = &sim->users[i];

		snprintf(user->id, sizeof user->id, "@%s:sim", names[i]);
		snprintf(user->name, sizeof user->name, "%s", names[i]);
		user->refuses = i >= SIM_PLAYER && chance(50);
		user->excused = sim->traits.encrypts;
	}
}

static void draw_room(void)
{
	size_t room = sim_room_add(SIM_PLAYER, NULL);

	sim_set_levels(room, SIM_PLAYER);
	for (size_t i = SIM_STRANGER; i < sim->user_count; i++)
		if (i != SIM_PLAYER)
			sim_set_member(room, i, i, "join", false);
	sim_set_member(room, SIM_PLAYER, SIM_BOT, "invite", false);
}

static size_t player_but(size_t other)
{
	size_t count = sim->user_count - SIM_PLAYER;

	return SIM_PLAYER + (other - SIM_PLAYER + 1 + below((uint32_t)count - 1)) % count;
}

/* No room has two duels of one challenger: he may have one challenge at a time. */
static void draw_duel(uint32_t rooms)
{
	static const char *const rules[] = {"basic", "standard", "advanced", "ferti"};
	struct sim_duel *duel = &sim->duels[sim->duel_count];

	*duel = (struct sim_duel){.room = below(rooms),
		.white = SIM_PLAYER + below((uint32_t)(sim->user_count - SIM_PLAYER)),
		.open = chance(300),
		.rules = rules[below(4)],
		.touches = (uint8_t)(1 + below(3))};
	duel->black = player_but(duel->white);
	duel->rival = player_but(duel->white);
	for (size_t i = 0; i < sim->duel_count; i++)
		if (sim->duels[i].room == duel->room && sim->duels[i].white == duel->white)
			return;
	sim->duel_count++;
}

void sim_people_draw(void)
{
	uint32_t rooms = 1 + (chance(400) ? below(3) : 0);
	uint32_t duels = 1 + (chance(500) ? below(3) : 0);

	draw_traits();
	draw_users();
	for (uint32_t i = 0; i < rooms; i++)
		draw_room();
	for (uint32_t i = 0; i < duels; i++)
		draw_duel(rooms);
	sim_trouble_plan();
}
