/* Chooses at random the people, the rooms, the matches, and how likely each fault is. */
#include "tests/sim/budget.h"
#include "tests/sim/players.h"
#include "tests/sim/server.h"
#include "tests/support/rule_sets.h"

#include <stdio.h>

#define FLOODS 80 /* how many in a thousand schedules have a flood or strangers */

/* Chooses the chance of a fault, in a thousand. In half of the schedules the chance is 0. */
static uint32_t rate(uint32_t most)
{
	return sim_chance(500) ? sim_below(most + 1) : 0;
}

static void draw_faults(void)
{
	struct sim_traits *traits = &sim->traits;

	traits->lost = rate(150);
	traits->late = rate(150);
	traits->slow = rate(50);
	traits->refused = rate(200);
	traits->unreached = rate(100);
	traits->limited = rate(200);
	traits->garbled = rate(100);
	traits->crash = sim_chance(400) ? sim_below(20) : 0;
	traits->stop = sim_chance(300) ? sim_below(10) : 0;
	traits->starve = sim_chance(200) ? sim_below(1000) : 0;
	traits->damage = sim_chance(200) ? sim_below(300) : 0;
	traits->lock = sim_chance(200) ? sim_below(300) : 0;
	traits->replay = rate(300);
	traits->gap = rate(400);
	traits->disorder = rate(200);
	traits->unknown = sim_chance(200) ? sim_below(50) : 0;
	traits->wrong = rate(200);
	traits->twice = rate(200);
	traits->both = sim_chance(300) ? sim_below(200) : 0;
	traits->reacts = rate(600);
	traits->rooms = sim_chance(300);
	traits->by_token = sim_chance(150);
	traits->encrypts = sim_chance(20);
	traits->limiter = sim_chance(200) ? SIM_SYNAPSE : SIM_UNLIMITED;
	traits->calm = sim_random_between(&sim->random, SIM_MINUTE, SIM_HOUR / 2);
}

/*
 * Chooses the settings of the schedule. In schedules whose only fault is a flood, the simulation
 * measures how long the bot takes to answer moves.
 */
static void draw_traits(void)
{
	struct sim_traits *traits = &sim->traits;
	bool greedy = sim->plant == SIM_PLANT_GREEDY, gullible = sim->plant == SIM_PLANT_GULLIBLE;

	if (greedy || gullible || sim_chance(FLOODS)) {
		traits->flood = gullible ? SIM_BY_STRANGERS
				: greedy ? SIM_BY_ONE + sim_below(SIM_BY_STRANGERS - SIM_BY_ONE)
					 : SIM_BY_ONE + sim_below(SIM_FLOODS - SIM_BY_ONE);
		traits->only_flood = greedy || gullible || sim_chance(500);
	}
	if (traits->only_flood)
		traits->limiter = sim_chance(500) ? SIM_SYNAPSE : SIM_UNLIMITED;
	else
		draw_faults();
	/*
	 * If the bot can't reach the players of an accepted match, it ends the match after 24
	 * hours. The deadline must be later than that.
	 */
	traits->deadline = traits->calm + 30 * SIM_HOUR;
}

/* Chooses a display name. One name in ten has markup or control characters. */
static void draw_name(struct sim_user *user, const char *name)
{
	static const struct {
		const char *before, *after;
	} wild[] = {{"<img src=x>", ""}, {"<b>", "</b>&amp;"}, {SIM_BIDI, ""}, {"", "\n\n# shout"},
		{"", "\t\xe2\x80\x8b\x01"}};
	size_t which = sim_below(5);

	snprintf(user->name, sizeof(user->name), "%s", name);
	if (!sim_chance(100))
		return;
	sim_saw(SIM_HTML_NAME);
	snprintf(user->name, sizeof(user->name), "%s%s%s", wild[which].before, name,
		wild[which].after);
}

static void draw_users(void)
{
	static const char *const names[] = {
		"bot", "eve", "ann", "bob", "cyd", "dan", "eli", "fay", "gus", "hal"};

	sim->user_count = SIM_PLAYER + 2 + sim_below(3);
	if (sim_budget_night > 0)
		sim->user_count = SIM_USERS;
	else if (sim->night.planned) /* some of whom can be late, leave or be excluded */
		sim->user_count =
			SIM_PLAYER + (sim->night.large ? 6 + sim_below(3) : 3 + sim_below(2));
	for (size_t i = 0; i < sim->user_count; i++) {
		struct sim_user *user = &sim->users[i];

		snprintf(user->id, sizeof(user->id), "@%s:sim", names[i]);
		draw_name(user, names[i]);
		user->refuses = i >= SIM_PLAYER && !sim->traits.only_flood && sim_chance(50);
		user->polls = sim_chance(100);
		/* not drawn, so that the schedules of all other seeds stay as they are */
		user->taps = i >= SIM_PLAYER && (sim->seed + i) % 4 == 1;
		user->automatic = i >= SIM_PLAYER && (sim->seed + i) % 2 == 0;
		user->excused = sim->traits.encrypts;
	}
}

static void draw_room(void)
{
	size_t room = sim_room_add(SIM_PLAYER, NULL);

	sim_set_levels(room, SIM_PLAYER, 100, 0);
	for (size_t i = SIM_STRANGER; i < sim->user_count; i++)
		if (i != SIM_PLAYER && (i != SIM_STRANGER || sim_budget_followers))
			sim_set_member(room, i, i, "join", false);
	sim_set_member(room, SIM_PLAYER, SIM_BOT, "invite", false);
}

static size_t player_but(size_t other)
{
	size_t count = sim->user_count - SIM_PLAYER;

	return SIM_PLAYER + (other - SIM_PLAYER + 1 + sim_below((uint32_t)count - 1)) % count;
}

/*
 * Lets some matches begin with touches, or gives one player a longer clock. Draws no number: the
 * numbers that follow would be others.
 */
static void draw_handicap(struct sim_duel *duel)
{
	if (duel->touches > 1 && duel->awake_for % 3 > 0)
		duel->start[duel->awake_for % 3 - 1] = (uint8_t)(duel->touches - 1);
	if (duel->clock > 0 && duel->awake_for % 2 > 0)
		duel->extra = duel->clock;
	if (duel->start[EG_WHITE] > 0 || duel->start[EG_BLACK] > 0 || duel->extra > 0)
		sim_saw(SIM_HANDICAP);
}

/*
 * Chooses a match that two players want. Two such matches in a room never have the same challenger,
 * because the bot allows a player only one challenge in a room.
 */
static void draw_duel(size_t room)
{
	static const char *const rules[] = {ALL_RULE_SETS};
	struct sim_duel *duel = &sim->duels[sim->duel_count];

	*duel = (struct sim_duel){.room = room,
		.white = SIM_PLAYER + sim_below((uint32_t)(sim->user_count - SIM_PLAYER)),
		.open = sim_chance(300),
		.rules = rules[sim_below(4)],
		.touches = (uint8_t)(sim_chance(800) ? 1 : 2 + sim_below(2)),
		.clock = sim_chance(250) ? sim_random_between(&sim->random, 30, 300) * SIM_SECOND
					 : 0,
		.sleeper = SIM_USERS,
		.awake_for = sim_below(6)};
	duel->black = player_but(duel->white);
	duel->rival = player_but(duel->white);
	if (duel->clock > 0 && sim_chance(400))
		duel->sleeper = sim_below(2) ? duel->white : duel->black;
	for (size_t i = 0; i < sim->duel_count; i++)
		if (sim->duels[i].room == duel->room && sim->duels[i].white == duel->white)
			return;
	draw_handicap(duel);
	for (size_t i = 0; i < sim->duel_count; i++)
		if (sim->duels[i].room == duel->room)
			sim_saw(SIM_BOUTS);
	sim->duel_count++;
}

void sim_people_draw(void)
{
	/* Most schedules have one match; the others test how several matches affect each other. */
	uint32_t rooms = 1 + (sim_chance(150) ? sim_below(3) : 0);
	uint32_t duels = 1 + (sim_chance(250) ? sim_below(3) : 0);

	draw_traits();
	if (sim->traits.only_flood)
		rooms = duels = 2; /* one room is flooded */
	if (sim_budget == SIM_LIMITERS)
		sim_night_draw();
	sim->night.planned = sim->night.planned || sim_budget_night > 0;
	draw_users();
	for (uint32_t i = 0; i < rooms; i++)
		draw_room();
	for (uint32_t i = 0; i < duels; i++)
		draw_duel(sim->traits.only_flood ? i : sim_below(rooms));
	if (sim_budget < SIM_LIMITERS)
		sim_budget_draw();
	else
		sim_trouble_plan();
	sim_limiter_begin();
	sim_flood_plan();
	sim_night_plan();
	if (sim_budget_night > 0)
		sim_budget_plan_night();
	sim->traits.bans_stranger = sim->traits.flood == SIM_NO_FLOOD && sim_chance(80);
}
