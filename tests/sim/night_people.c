/*
 * People at a club night or in a season: they open it, sign up, fence or don't, leave, and are
 * excluded.
 */
#include "tests/sim/players.h"
#include "tests/sim/season_people.h"
#include "tests/sim/server.h"
#include "tests/support/rule_sets.h"

#include <stdio.h>
#include <string.h>

#define PREFIX   "!eg "
#define YES      "\xE2\x9C\x85"
#define NIGHTS   50  /* so many in a thousand schedules have a night */
#define SEASONS  8   /* and so many a season */
#define LARGE    150 /* so many in a thousand nights have a tableau */
#define STRANGER 200 /* in so many of a thousand nights the stranger enters */

enum deed {
	OPEN,
	ENTER,
	LEAVE,
	EXCLUDE,
	MEDDLE,
	FORGET,
	START,
	STOP,
	RESIGN,
	SHOW,
	PAUSE,
	RESUME,
	WANT,
	AWAY,
	REPEAT,
};

bool sim_all_seasons;

static uint32_t below(uint32_t count)
{
	return sim_random_below(&sim->random, count);
}

static bool chance(uint32_t in_a_thousand)
{
	return sim_random_chance(&sim->random, in_a_thousand);
}

static void plan(int64_t least, int64_t most, enum deed deed, size_t user)
{
	sim_plan(sim_random_between(&sim->random, least, most),
		(struct sim_task){.what = SIM_DO_NIGHT, .user = user, .deed = deed});
}

static bool tests_nights(enum sim_plant plant)
{
	return plant >= SIM_PLANT_RANKS && plant <= SIM_PLANT_STALL;
}

static bool tests_seasons(enum sim_plant plant)
{
	return plant >= SIM_PLANT_SEASON_RANKS && plant <= SIM_PLANT_SEASON_STALL;
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
}

/* The name of the command. */
static const char *name(void)
{
	return sim->night.season ? "season" : "night";
}

void sim_night_plan(void)
{
	static const char *const rules[] = {ALL_RULE_SETS};
	struct sim_night *night = &sim->night;

	if (!night->planned)
		return;
	night->room = sim->duels[0].room;
	night->organiser = chance(600) ? SIM_PLAYER
				       : SIM_PLAYER + below((uint32_t)sim->user_count - SIM_PLAYER);
	night->rules = rules[below(4)];
	night->touches = (uint8_t)(chance(900) ? 1 : 2);
	night->third = chance(800);
	night->clock = sim_random_between(&sim->random, 30, 120) * SIM_SECOND;
	night->lead = chance(850) ? sim_random_between(&sim->random, 1, 5) * SIM_MINUTE
				  : sim_random_between(&sim->random, 21, 45) * SIM_MINUTE;
	night->staller = chance(300)
				 ? SIM_STRANGER + below((uint32_t)sim->user_count - SIM_STRANGER)
				 : SIM_USERS;
	if (night->season)
		sim_season_plan();
	plan(20 * SIM_SECOND, 5 * SIM_MINUTE, OPEN, night->organiser);
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
		if (chance(i == SIM_STRANGER ? STRANGER : in_a_thousand))
			plan(500, 50 * SIM_SECOND, ENTER, i);
}

/* Whether people do this at a night, or in a season, whichever the schedule has. */
static bool belongs(enum deed deed)
{
	if (deed == PAUSE || deed == RESUME)
		return !sim->night.season;
	return deed < WANT || sim->night.season;
}

/* Plans what may disturb the bouts. */
static void plan_disturbances(void)
{
	static const struct {
		enum deed deed;
		uint32_t chance;
	} disturbances[] = {{LEAVE, 200}, {EXCLUDE, 200}, {MEDDLE, 300}, {FORGET, 200}, {STOP, 120},
		{RESIGN, 100}, {SHOW, 200}, {PAUSE, 150}, {RESUME, 50}, {WANT, 500}, {WANT, 300},
		{AWAY, 500}, {REPEAT, 800}};

	for (size_t i = 0; i < sizeof(disturbances) / sizeof(*disturbances); i++)
		if (belongs(disturbances[i].deed) && chance(disturbances[i].chance))
			plan(SIM_SECOND, 6 * SIM_MINUTE, disturbances[i].deed,
				SIM_STRANGER + below((uint32_t)sim->user_count - SIM_STRANGER));
}

void sim_night_read(size_t user, size_t room, const char *body, size_t position)
{
	struct sim_night *night = &sim->night;
	bool opens = begins(body, night->season ? "Season of " : "Club night at ");
	bool calls = !night->season && begins(body, "The club night begins");

	if (!night->planned || sim->rooms[room].root != night->room || night->post >= position ||
		(opens && night->begun)) /* the next season, for which nobody signs up */
		return;
	if (opens || calls) {
		night->post = position;
		plan_entries(calls ? 700 : 900);
		if (night->lead > 20 * SIM_MINUTE && opens && chance(night->season ? 900 : 600))
			plan(SIM_MINUTE, 10 * SIM_MINUTE, START, user);
		if (opens && chance(100))
			plan(SIM_SECOND, 2 * SIM_MINUTE, LEAVE, user);
		if (opens && chance(100))
			plan(SIM_SECOND, 2 * SIM_MINUTE, EXCLUDE, user);
	} else if (begins(body, night->season ? "Season until " : "Club night (") &&
		   !night->begun) {
		night->begun = true;
		plan_disturbances();
	}
}

/* Doing */

static void say(size_t user, const char *text, const struct sim_intent *intent)
{
	sim_say(user, sim_present(sim->night.room), text, intent);
}

/* Says a command of the night or season, such as "!eg night join". */
static void command(size_t user, const char *words, const struct sim_intent *intent)
{
	char text[64];

	snprintf(text, sizeof(text), PREFIX "%s %s", name(), words);
	say(user, text, intent);
}

static void open_night(size_t user)
{
	struct sim_night *night = &sim->night;
	const struct sim_intent ask = {.kind = SIM_ASK};
	char text[128];

	if (night->post > 0 || night->tries == SIM_NIGHT_TRIES)
		return;
	night->tries++;
	plan(3 * SIM_MINUTE, 6 * SIM_MINUTE, OPEN, user);
	if (night->season)
		sim_season_say_open(user);
	else {
		snprintf(text, sizeof(text), PREFIX "night %dm %s to %u clock %ds%s",
			(int)(night->lead / SIM_MINUTE), night->rules, night->touches,
			(int)(night->clock / SIM_SECOND), night->third ? " third place" : "");
		say(user, text, &ask);
	}
}

/* Reacts to the night's message, if the user sees it. */
static bool react(size_t user)
{
	const struct sim_intent ask = {.kind = SIM_ASK};
	const struct sim_event *post = &sim->events[sim->night.post - 1];
	size_t room = post->room;

	if (post->removed || sim->rooms[room].successor ||
		sim->rooms[room].member[SIM_BOT] != SIM_JOINED || !chance(500))
		return false;
	sim_saw(SIM_ENTERED_BY_REACTION);
	sim_tell("%s in %s: enters the night by a reaction", sim->users[user].id,
		sim->rooms[room].id);
	sim_post(user, room, "m.reaction",
		json_pack("{s:{s:s, s:o, s:s}}", "m.relates_to", "rel_type", "m.annotation",
			"event_id", json_sprintf("$e%zu", sim->night.post), "key", YES),
		&ask);
	return true;
}

static void enter(size_t user)
{
	const struct sim_intent ask = {.kind = SIM_ASK};

	if (user == SIM_STRANGER)
		sim->users[user].excused = true;
	if (react(user))
		return;
	sim_saw(SIM_ENTERED);
	command(user, "join", &ask);
}

/* Returns a private room of the user in which they can speak with the bot, or SIM_ROOMS. */
static size_t private_room(size_t user)
{
	for (size_t i = 0; i < sim->room_count; i++)
		if (sim->rooms[i].owner == user && !sim->rooms[i].disturbed &&
			sim->rooms[i].member[user] == SIM_JOINED &&
			sim->rooms[i].member[SIM_BOT] == SIM_JOINED)
			return i;
	return SIM_ROOMS;
}

static void leave(size_t user)
{
	const struct sim_intent withdraw = {.kind = SIM_WITHDRAW};
	size_t room = private_room(user);
	char text[64];

	snprintf(text, sizeof(text), "%s leave yes", name());
	sim_saw(SIM_LEFT_NIGHT);
	if (room < SIM_ROOMS && chance(500))
		sim_say(user, room, text, &withdraw);
	else
		command(user, "leave yes", &withdraw);
}

/* Lets a moderator make a pause, or somebody try to. */
static void make_pause(size_t user)
{
	const struct sim_intent ask = {.kind = SIM_ASK};
	int minutes = 1 + (int)below(10);
	char text[64];

	sim_saw(SIM_NIGHT_PAUSED);
	sim->night.pauses += minutes * SIM_MINUTE;
	snprintf(text, sizeof(text), PREFIX "night pause %dm", minutes);
	say(chance(700) ? SIM_PLAYER : user, text, &ask);
}

static void exclude(size_t by, size_t user)
{
	const struct sim_intent intent = {.kind = SIM_EXCLUDE, .other = user};
	char text[64];

	sim_saw(by == SIM_PLAYER ? SIM_EXCLUDED : SIM_EXCLUDED_BY_OTHERS);
	snprintf(text, sizeof(text), "exclude %s", sim->users[user].id);
	command(by, text, &intent);
}

/* People who must not direct the night try to, and fencers try to get out of a bout. */
static void meddle(size_t user)
{
	const struct sim_intent end = {.kind = SIM_END_NIGHT}, ask = {.kind = SIM_ASK};
	size_t last = sim->duel_count - 1;
	char text[64];

	exclude(SIM_STRANGER, user);
	command(SIM_STRANGER, "stop yes", &end);
	if (!sim->duels[last].bout)
		return;
	snprintf(text, sizeof(text), PREFIX "abort #%d", (int)sim->duels[last].id);
	say(sim->duels[last].white, text, &ask);
	snprintf(text, sizeof(text), PREFIX "stop #%d yes", (int)sim->duels[last].id);
	say(SIM_PLAYER, text, &ask);
	snprintf(text, sizeof(text), PREFIX "draw #%d", (int)sim->duels[last].id);
	say(sim->duels[last].black, text, &ask);
}

/* Lets the bot forget somebody whom no match needs that players have agreed on. */
static void be_forgotten(size_t user)
{
	const struct sim_intent forget = {.kind = SIM_FORGET};

	for (size_t i = 0; i < sim->duel_count; i++)
		if (!sim->duels[i].bout &&
			(sim->duels[i].white == user || sim->duels[i].black == user ||
				sim->duels[i].rival == user))
			user = SIM_STRANGER;
	sim_saw(SIM_FORGOTTEN);
	sim->users[user].excused = true;
	say(user, PREFIX "forget me yes", &forget);
}

static void resign(void)
{
	for (size_t i = 0; i < sim->duel_count; i++) {
		const struct sim_duel *duel = &sim->duels[i];
		const struct sim_intent intent = {.kind = SIM_RESIGN, .id = duel->id};
		char text[32];

		if (!duel->bout || sim_has_ended(i))
			continue;
		snprintf(text, sizeof(text), PREFIX "resign #%d yes", (int)duel->id);
		say(chance(500) ? duel->white : duel->black, text, &intent);
		return;
	}
}

void sim_night_does(const struct sim_task *task)
{
	const struct sim_intent ask = {.kind = SIM_ASK}, end = {.kind = SIM_END_NIGHT};

	switch ((enum deed)task->deed) {
	case OPEN:
		open_night(task->user);
		return;
	case ENTER:
		enter(task->user);
		return;
	case LEAVE:
		leave(task->user);
		return;
	case EXCLUDE:
		exclude(SIM_PLAYER, task->user);
		return;
	case MEDDLE:
		meddle(task->user);
		return;
	case FORGET:
		be_forgotten(task->user);
		return;
	case START:
		command(SIM_PLAYER, "start yes", &ask);
		return;
	case STOP:
		sim_saw(SIM_NIGHT_STOPPED);
		command(SIM_PLAYER, "stop yes", &end);
		return;
	case RESIGN:
		resign();
		return;
	case PAUSE:
		make_pause(task->user);
		return;
	case RESUME:
		command(SIM_PLAYER, "resume", &ask);
		return;
	case SHOW:
		command(task->user, "", &ask);
		return;
	case WANT:
		sim_season_want(task->user);
		return;
	case AWAY:
		sim_season_be_away(task->user);
		return;
	case REPEAT:
		sim_season_repeat();
		return;
	}
}
