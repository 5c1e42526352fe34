/*
 * The people who fence a club night or a season: three in a room. In a season each of them wants
 * one bout at once. So one bout goes on at a time, and one of them speaks at a time.
 */
#include "tests/loopback/bout.h"
#include "tests/support/sentences.h"

#include <string.h>

#define ENTRY_STEPS 2 /* the most commands with which a fencer enters */

/* What the people write after "!eg night" or "!eg season", and how the bot's answers begin. */
static const struct script {
	const char *name;
	const char *open, *opened;
	struct {
		const char *say, *answer;
	} entry[ENTRY_STEPS];
	size_t steps;
	const char *over;
} scripts[] = {
	[LO_CLUB_NIGHT] = {.name = "night",
		.open = "15m", /* so soon that the check-in begins at once */
		.opened = "Club night from ",
		.entry = {{"join", "You take part in the club night"}},
		.steps = 1,
		.over = "The club night is over."},
	[LO_SEASON] = {.name = "season",
		.open = "1 week",
		.opened = "Season of ",
		.entry = {{"join", "You take part in the season."},
			{"more 1", "From now on you have so many bouts at once, at most: 1."}},
		.steps = 2,
		.over = "The season is over."},
};

static const struct script *script_of(const struct lo_world *world)
{
	return &scripts[world->people->load.competition];
}

void lo_competition_begin(struct lo_world *world, struct lo_bout *bout)
{
	const struct script *script = script_of(world);

	bout->expects = LO_OPENING;
	lo_bout_plan(world, bout, bout->white, bout->room, "!eg %s %s %s", script->name,
		script->open, world->people->load.rules);
}

/* Returns the number of the fencer who owns the private room, from 0. */
static size_t fencer_of(const struct lo_world *world, const struct lo_bout *bout, size_t room)
{
	size_t owner = world->rooms[room].owner;

	return owner == bout->white ? 0 : owner == bout->black ? 1 : 2;
}

/*
 * The fencers ask a last question one after the other, each in private. When the bot has answered
 * them, it has sent everything that it wrote before.
 */
static void ask_last(struct lo_world *world, struct lo_bout *bout)
{
	const size_t fencers[] = {bout->white, bout->black, bout->third};

	lo_bout_answered(world, bout, bout->asked);
	if (bout->left == 3) {
		bout->expects = LO_NOTHING;
		world->people->done++;
		return;
	}
	bout->expects = LO_STATS_WHITE;
	lo_bout_plan(world, bout, fencers[bout->left], bout->private[bout->left], "stats");
	bout->left++;
}

/* Lets the next fencer enter or, if all have, the first one start. */
static void go_on(struct lo_world *world, struct lo_bout *bout)
{
	const size_t fencers[] = {bout->white, bout->black, bout->third};
	const struct script *script = script_of(world);
	size_t step = bout->entered;

	lo_bout_answered(world, bout, bout->asked);
	if (step < 3 * script->steps) {
		bout->expects = LO_ENTRY;
		bout->entered++;
		lo_bout_plan(world, bout, fencers[step / script->steps], bout->room, "!eg %s %s",
			script->name, script->entry[step % script->steps].say);
		return;
	}
	bout->expects = LO_HANDS;
	lo_bout_plan(world, bout, bout->white, bout->room, "!eg %s start yes", script->name);
}

static bool begins(const char *body, const char *with)
{
	return strncmp(body, with, strlen(with)) == 0;
}

void lo_competition_hear(struct lo_world *world, struct lo_bout *bout, const char *body)
{
	const struct script *script = script_of(world);
	size_t step = bout->entered > 0 ? (bout->entered - 1) % script->steps : 0;

	if ((bout->expects == LO_OPENING && begins(body, script->opened)) ||
		(bout->expects == LO_ENTRY && begins(body, script->entry[step].answer))) {
		go_on(world, bout);
	} else if (bout->expects == LO_HANDS && begins(body, script->over)) {
		lo_bout_answered(world, bout, bout->asked);
		bout->expects = LO_TOP;
		world->people->matches++;
		lo_bout_plan(world, bout, bout->white, bout->room, "!eg top");
	} else if (bout->expects == LO_TOP && begins(body, "The best of this room")) {
		ask_last(world, bout);
	}
}

void lo_competition_hear_in_private(
	struct lo_world *world, struct lo_bout *bout, size_t room, const char *body)
{
	size_t index = fencer_of(world, bout, room);
	struct sentences_choice choices[EG_CHOICES_MAX];
	size_t count = sentences_choices(body, choices);

	bout->private[index] = room;
	if (bout->expects == LO_STATS_WHITE && strstr(body, " in all rooms: "))
		ask_last(world, bout);
	if (sentences_hand_of(body) == 0)
		return;
	bout->hands++;
	uint64_t turn = lo_match_hash(world->options.seed, strstr(body, "Your hand:"));
	struct sim_random dice = {turn};

	if (bout->expects != LO_HANDS || count == 0 || turn == bout->turn[index])
		return;
	bout->turn[index] = turn;
	lo_bout_answered(world, bout, bout->asked);
	lo_bout_plan(world, bout, world->rooms[room].owner, room, "%s",
		choices[sim_random_below(&dice, (uint32_t)count)].notation);
}
