/* The people who play matches. */
#include "tests/loopback/bout.h"
#include "tests/support/sentences.h"

#include <inttypes.h>
#include <string.h>

/*
 * Returns the FNV-1a hash of the first two lines, which are the hand and the position, without the
 * numbers of matches and without deadlines. Below them, the bot may say something once.
 */
uint64_t lo_match_hash(uint64_t seed, const char *text)
{
	uint64_t sum = UINT64_C(0xcbf29ce484222325) ^ seed;
	unsigned lines = 2;

	for (; *(text = sentences_skip_deadline(text)); text++) {
		if (*text == '\n' && --lines == 0)
			break;
		sum = (sum ^ (unsigned char)*text) * UINT64_C(0x100000001b3);
		if (*text == '#')
			text += strspn(text + 1, "0123456789");
	}
	return sum ^ sum >> 29;
}

void lo_match_begin(struct lo_world *world, struct lo_bout *bout)
{
	bout->expects = LO_CHALLENGE;
	lo_bout_plan(world, bout, bout->white, bout->room, "!eg challenge %s %s first white",
		world->users[bout->black].id, world->people->load.rules);
}

/*
 * Sends the player's action. Sometimes sends an illegal action first, in the same room. Only the
 * events of one room have a fixed order, so an illegal action in another room could arrive later.
 */
static void act(struct lo_world *world, struct lo_bout *bout, size_t user, size_t private,
	const struct sentences_choice *choices, size_t count, uint64_t seed)
{
	struct sim_random dice = {seed};
	uint32_t chosen = sim_random_below(&dice, (uint32_t)count);
	const struct sentences_choice *choice = &choices[chosen];
	bool aloud = sim_random_chance(&dice, 400);
	size_t room = aloud ? bout->room : private;
	const char *prefix = aloud ? "!eg " : "";

	if (sim_random_chance(&dice, world->people->load.wrong))
		lo_say(world, user, room, aloud ? "!eg +9" : "+9");
	switch (sim_random_below(&dice, 3)) {
	case 0:
		lo_bout_plan_turn(world, bout, user, room, "%s%s", prefix, choice->letter);
		return;
	case 1:
		lo_bout_plan_turn(world, bout, user, room, "%s%s", prefix, choice->notation);
		return;
	default:
		lo_bout_plan_turn(world, bout, user, room, "%s%s", prefix, choice->words);
	}
}

static void end_match(struct lo_world *world, struct lo_bout *bout)
{
	lo_bout_answered(world, bout, bout->asked);
	bout->number = 0;
	bout->on = false;
	world->people->matches++;
	if (++bout->matches < world->people->load.matches) {
		lo_match_begin(world, bout);
		return;
	}
	bout->expects = LO_TOP;
	lo_bout_plan(world, bout, bout->black, bout->room, "!eg top");
}

void lo_match_hear(struct lo_world *world, struct lo_bout *bout, const char *body)
{
	if (bout->expects == LO_CHALLENGE && *body == '#' && strstr(body, " challenges ")) {
		lo_bout_answered(world, bout, bout->asked);
		bout->number = sentences_match(body);
		bout->expects = LO_HANDS;
		lo_bout_plan(
			world, bout, bout->black, bout->room, "!eg accept #%" PRId64, bout->number);
	} else if (bout->expects == LO_HANDS && sentences_end_match(body) &&
		   strstr(body, " wins #")) {
		end_match(world, bout);
	} else if (bout->expects == LO_TOP && strncmp(body, "The best of this room", 21) == 0) {
		lo_bout_answered(world, bout, bout->asked);
		bout->expects = LO_STATS_WHITE;
		lo_bout_plan(world, bout, bout->white, bout->private[0], "stats");
	}
}

static void hear_hand(
	struct lo_world *world, struct lo_bout *bout, size_t room, bool white, const char *body)
{
	struct sentences_choice choices[EG_CHOICES_MAX];
	size_t count = sentences_choices(body, choices);
	uint64_t turn = lo_match_hash(world->options.seed, strstr(body, "Your hand:"));

	bout->hands++;
	/*
	 * The bot's answer to an illegal action repeats the list of actions. The player has already
	 * answered this list.
	 */
	if (bout->expects != LO_HANDS || count == 0 || turn == bout->turn[!white])
		return;
	bout->turn[!white] = turn;
	bout->on = true;
	sentences_position(body, &bout->hand.distance, &bout->hand.pile);
	lo_bout_answered(world, bout, bout->asked);
	act(world, bout, white ? bout->white : bout->black, room, choices, count, turn);
}

static void hear_stats(struct lo_world *world, struct lo_bout *bout, bool white)
{
	if (bout->expects != (white ? LO_STATS_WHITE : LO_STATS_BLACK))
		return;
	lo_bout_answered(world, bout, bout->asked);
	if (white) {
		bout->expects = LO_STATS_BLACK;
		lo_bout_plan(world, bout, bout->black, bout->private[1], "stats");
		return;
	}
	bout->expects = LO_NOTHING;
	world->people->done++;
}

void lo_match_hear_in_private(
	struct lo_world *world, struct lo_bout *bout, size_t room, const char *body)
{
	bool white = world->rooms[room].owner == bout->white;

	bout->private[white ? 0 : 1] = room;
	if (sentences_hand_of(body) > 0)
		hear_hand(world, bout, room, white, body);
	else if (strstr(body, " in all rooms: "))
		hear_stats(world, bout, white);
}

void lo_match_see(struct lo_world *world, struct lo_bout *bout, const char *html)
{
	if (!sentences_position(html, &bout->board.distance, &bout->board.pile))
		return;
	if (bout->unseen > 0)
		lo_times_add(&world->people->ages, world->now - bout->unseen);
	bout->unseen = 0;
}

bool lo_match_is_behind(const struct lo_bout *bout)
{
	/* The bot sends a board for a new round only after the round's first action. */
	bool fresh = bout->hand.distance == 22 && bout->hand.pile == 15;

	return bout->on && !bout->acting && !fresh &&
	       (bout->hand.distance != bout->board.distance || bout->hand.pile != bout->board.pile);
}
