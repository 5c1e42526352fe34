#include "tests/sim/night_deeds.h"

#include "tests/sim/players.h"
#include "tests/sim/season_people.h"
#include "tests/sim/server.h"
#include "tests/sim/weekly_people.h"

#include <stdio.h>
#include <string.h>

#define PREFIX "!eg "
#define YES    "\xE2\x9C\x85"

void sim_night_plan_deed(int64_t least, int64_t most, enum sim_night_deed deed, size_t user)
{
	sim_plan(sim_random_between(&sim->random, least, most),
		(struct sim_task){.what = SIM_DO_NIGHT, .user = user, .deed = deed});
}

/* The name of the command. */
static const char *name(void)
{
	return sim->night.season ? "season" : "night";
}

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
	sim_night_plan_deed(3 * SIM_MINUTE, 6 * SIM_MINUTE, SIM_NIGHT_OPEN, user);
	if (night->season) {
		sim_season_say_open(user);
	} else if (night->weekly) {
		sim_weekly_say_open(user);
	} else {
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
		sim->rooms[room].member[SIM_BOT] != SIM_JOINED || !sim_chance(500))
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

	/*
	 * Not drawn, so that the schedules of all other seeds stay as they are. Before the bouts
	 * the bot asks nobody, and the fencer would answer its question to somebody else.
	 */
	sim->users[user].asks = sim->night.begun && (sim->seed + user) % 2 == 0;
	const char *yes = sim->users[user].asks ? "" : " yes";
	snprintf(text, sizeof(text), "%s leave%s", name(), yes);
	sim_saw(SIM_LEFT_NIGHT);
	if (room < SIM_ROOMS && sim_chance(500))
		sim_say(user, room, text, &withdraw);
	else
		command(user, text + strlen(name()) + 1, &withdraw);
}

void sim_night_hear(size_t user, size_t room, const char *body)
{
	if (!sim->users[user].asks || !strstr(body, "Do you want to leave the "))
		return;
	sim->users[user].asks = false;
	sim_plan(sim_random_between(&sim->random, 500, 20 * SIM_SECOND),
		(struct sim_task){
			.what = SIM_DO_NIGHT, .user = user, .room = room, .deed = SIM_NIGHT_YES});
}

static void say_yes(size_t user, size_t room)
{
	const struct sim_intent yes = {.kind = SIM_WITHDRAW, .answers = true};

	if (sim->rooms[room].member[user] != SIM_JOINED)
		return;
	sim_saw(SIM_ANSWERED);
	sim_say(user, room, sim->rooms[room].owner == user ? "yes" : PREFIX "yes", &yes);
}

/* Lets a moderator make a pause, or somebody try to. */
static void make_pause(size_t user)
{
	const struct sim_intent ask = {.kind = SIM_ASK};
	int minutes = 1 + (int)sim_below(10);
	char text[64];

	sim_saw(SIM_NIGHT_PAUSED);
	sim->night.pauses += minutes * SIM_MINUTE;
	snprintf(text, sizeof(text), PREFIX "night pause %dm", minutes);
	say(sim_chance(700) ? SIM_PLAYER : user, text, &ask);
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

static void show(size_t user)
{
	static const char *const views[] = {"", "link"};
	const struct sim_intent ask = {.kind = SIM_ASK};

	command(user, views[sim_below(2)], &ask);
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
		say(sim_chance(500) ? duel->white : duel->black, text, &intent);
		return;
	}
}

void sim_night_does(const struct sim_task *task)
{
	const struct sim_intent ask = {.kind = SIM_ASK}, end = {.kind = SIM_END_NIGHT};

	switch ((enum sim_night_deed)task->deed) {
	case SIM_NIGHT_OPEN:
		open_night(task->user);
		return;
	case SIM_NIGHT_ENTER:
		enter(task->user);
		return;
	case SIM_NIGHT_LEAVE:
		leave(task->user);
		return;
	case SIM_NIGHT_EXCLUDE:
		exclude(SIM_PLAYER, task->user);
		return;
	case SIM_NIGHT_MEDDLE:
		meddle(task->user);
		return;
	case SIM_NIGHT_FORGET:
		be_forgotten(task->user);
		return;
	case SIM_NIGHT_START:
		command(SIM_PLAYER, "start yes", &ask);
		return;
	case SIM_NIGHT_STOP:
		sim_saw(SIM_NIGHT_STOPPED);
		command(SIM_PLAYER, "stop yes", &end);
		return;
	case SIM_NIGHT_RESIGN:
		resign();
		return;
	case SIM_NIGHT_PAUSE:
		make_pause(task->user);
		return;
	case SIM_NIGHT_RESUME:
		command(SIM_PLAYER, "resume", &ask);
		return;
	case SIM_NIGHT_SHOW:
		show(task->user);
		return;
	case SIM_NIGHT_NEVER:
		sim_weekly_say_never(task->user);
		return;
	case SIM_NIGHT_WANT:
		sim_season_want(task->user);
		return;
	case SIM_NIGHT_AWAY:
		sim_season_be_away(task->user);
		return;
	case SIM_NIGHT_YES:
		say_yes(task->user, task->room);
		return;
	case SIM_NIGHT_REPEAT:
		sim_season_repeat();
		return;
	}
}
