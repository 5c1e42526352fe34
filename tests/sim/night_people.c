/* When people do something at a club night or in a season. */
#include "tests/sim/budget.h"
#include "tests/sim/night_deeds.h"
#include "tests/sim/season_people.h"
#include "tests/sim/weekly_people.h"
#include "tests/support/rule_sets.h"

#include <string.h>

#define NIGHTS   50  /* so many in a thousand schedules have a night */
#define SEASONS  8   /* and so many a season */
#define WEEKLY   250 /* in so many of a thousand the night is a weekly one */
#define LARGE    150 /* so many in a thousand nights have a tableau */
#define STRANGER 200 /* in so many of a thousand nights the stranger enters */

bool sim_all_seasons;

static bool tests_nights(enum sim_plant plant)
{
	return plant >= SIM_PLANT_RANKS && plant <= SIM_PLANT_WEEKLY;
}

static bool tests_seasons(enum sim_plant plant)
{
	return plant >= SIM_PLANT_SEASON_RANKS && plant <= SIM_PLANT_SHRUG;
}

void sim_night_draw(void)
{
	struct sim_random dice = {.state = sim->seed ^ UINT64_C(0x6e69676874)};
	struct sim_night *night = &sim->night;

	if (sim->traits.only_flood)
		return;
	night->season = sim_all_seasons || tests_seasons(sim->plant);
	night->planned =
		night->season || tests_nights(sim->plant) || sim_random_chance(&dice, NIGHTS);
	if (!night->planned)
		night->planned = night->season = sim_random_chance(&dice, SEASONS);
	night->large = night->planned && sim_random_chance(&dice, LARGE);
	night->weekly = night->planned && !night->season &&
			(sim->plant == SIM_PLANT_WEEKLY || sim_random_chance(&dice, WEEKLY));
}

void sim_night_plan(void)
{
	static const char *const rules[] = {ALL_RULE_SETS};
	struct sim_night *night = &sim->night;

	if (!night->planned)
		return;
	night->room = sim->duels[0].room;
	night->organiser = sim_chance(600)
				   ? SIM_PLAYER
				   : SIM_PLAYER + sim_below((uint32_t)sim->user_count - SIM_PLAYER);
	night->rules = rules[sim_below(4)];
	night->touches = (uint8_t)(sim_chance(900) ? 1 : 2);
	night->third = sim_chance(800);
	night->clock = sim_random_between(&sim->random, 30, 120) * SIM_SECOND;
	night->lead = sim_chance(850) ? sim_random_between(&sim->random, 1, 5) * SIM_MINUTE
				      : sim_random_between(&sim->random, 21, 45) * SIM_MINUTE;
	night->staller =
		sim_chance(300) ? SIM_STRANGER + sim_below((uint32_t)sim->user_count - SIM_STRANGER)
				: SIM_USERS;
	if (night->season)
		sim_season_plan();
	else if (night->weekly)
		sim_weekly_plan();
	sim_night_plan_deed(20 * SIM_SECOND, 5 * SIM_MINUTE, SIM_NIGHT_OPEN, night->organiser);
}

/* Reading */

static bool begins(const char *body, const char *with)
{
	return strncmp(body, with, strlen(with)) == 0;
}

/* Lets people enter, or say that they are there. The stranger reads nothing, and never fences. */
static void plan_entries(uint32_t in_a_thousand)
{
	for (size_t i = SIM_STRANGER; i < sim->user_count; i++)
		if (sim_budget_night > 0 ? i != SIM_STRANGER
					 : sim_chance(i == SIM_STRANGER ? STRANGER : in_a_thousand))
			sim_night_plan_deed(500, 50 * SIM_SECOND, SIM_NIGHT_ENTER, i);
}

/* Whether people do this at a night, or in a season, whichever the schedule has. */
static bool belongs(enum sim_night_deed deed)
{
	if (deed == SIM_NIGHT_NEVER)
		return sim->night.weekly;
	if (deed == SIM_NIGHT_PAUSE || deed == SIM_NIGHT_RESUME)
		return !sim->night.season;
	return deed < SIM_NIGHT_WANT || sim->night.season;
}

/* Plans what may disturb the bouts. */
static void plan_disturbances(void)
{
	static const struct {
		enum sim_night_deed deed;
		uint32_t chance;
	} disturbances[] = {{SIM_NIGHT_LEAVE, 200}, {SIM_NIGHT_EXCLUDE, 200},
		{SIM_NIGHT_MEDDLE, 300}, {SIM_NIGHT_FORGET, 200}, {SIM_NIGHT_STOP, 120},
		{SIM_NIGHT_RESIGN, 100}, {SIM_NIGHT_SHOW, 200}, {SIM_NIGHT_NEVER, 300},
		{SIM_NIGHT_PAUSE, 150}, {SIM_NIGHT_RESUME, 50}, {SIM_NIGHT_WANT, 500},
		{SIM_NIGHT_WANT, 300}, {SIM_NIGHT_AWAY, 500}, {SIM_NIGHT_REPEAT, 800}};

	for (size_t i = 0;
		sim_budget_night == 0 && i < sizeof(disturbances) / sizeof(*disturbances); i++)
		if (belongs(disturbances[i].deed) && sim_chance(disturbances[i].chance))
			sim_night_plan_deed(SIM_SECOND, 6 * SIM_MINUTE, disturbances[i].deed,
				SIM_STRANGER + sim_below((uint32_t)sim->user_count - SIM_STRANGER));
}

void sim_night_read(size_t user, size_t room, const char *body, size_t position)
{
	struct sim_night *night = &sim->night;
	bool opens = begins(body, night->season ? "Season of " : "Club night from ");
	bool calls = !night->season && begins(body, "The club night begins");

	if (!night->planned || sim->rooms[room].root != night->room || night->post >= position ||
		(opens && night->begun)) /* the next season, for which nobody signs up */
		return;
	if (opens || calls) {
		night->post = position;
		plan_entries(calls ? 700 : 900);
		if (night->lead > 20 * SIM_MINUTE && opens && sim_chance(night->season ? 900 : 600))
			sim_night_plan_deed(SIM_MINUTE, 10 * SIM_MINUTE, SIM_NIGHT_START, user);
		if (sim_budget_night > 0)
			return;
		if (opens && sim_chance(100))
			sim_night_plan_deed(SIM_SECOND, 2 * SIM_MINUTE, SIM_NIGHT_LEAVE, user);
		if (opens && sim_chance(100))
			sim_night_plan_deed(SIM_SECOND, 2 * SIM_MINUTE, SIM_NIGHT_EXCLUDE, user);
	} else if (begins(body, night->season ? "Season until " : "Club night (") &&
		   !night->begun) {
		night->begun = true;
		plan_disturbances();
	}
}
