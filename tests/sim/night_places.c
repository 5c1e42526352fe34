#include "tests/sim/night_places.h"

#include "tests/sim/model.h"
#include "tests/sim/players.h"
#include "tests/sim/server.h"

#include <stdlib.h>
#include <string.h>

struct sim_fencer *sim_night_with_rank(struct sim_stored_night *night, unsigned rank)
{
	for (size_t i = 0; i < night->fencers; i++)
		if (night->fencer[i].rank == rank)
			return &night->fencer[i];
	return NULL;
}

/* The tableau */

static const struct sim_bout *find_bout(const struct sim_stored_night *night, unsigned round,
	const struct sim_fencer *one, const struct sim_fencer *other)
{
	for (size_t i = 0; i < night->bouts; i++) {
		const struct sim_bout *bout = &night->bout[i];

		if (bout->round == round &&
			((bout->fencer[0] == one && bout->fencer[1] == other) ||
				(bout->fencer[0] == other && bout->fencer[1] == one)))
			return bout;
	}
	return NULL;
}

/*
 * Lets two fencers meet, of whom there may be only one. Returns the fencer who goes on, or NULL.
 * Sets *bouts to one more if they had to fence.
 */
static struct sim_fencer *meet(const struct sim_stored_night *night, unsigned round,
	struct sim_fencer *one, struct sim_fencer *other, size_t *bouts)
{
	const struct sim_bout *bout;

	if (!one || !other)
		return one ? one : other;
	++*bouts;
	bout = find_bout(night, round, one, other);
	if (!bout || !bout->ended) {
		sim_break(SIM_FENCED, "%s and %s have not met in round %u",
			sim->users[one->user].id, sim->users[other->user].id, round);
		return one;
	}
	return bout->winner == SIM_NOBODY ? NULL : bout->fencer[bout->winner];
}

/*
 * Gives places to those who are out after a round in which `size` fencers were left: they are
 * behind all who go on, in the order of their ranks. Both losers of the semi-finals are third.
 */
static void place_losers(struct sim_fencer *const *before, struct sim_fencer *const *after,
	size_t size, unsigned ranked)
{
	unsigned better = 0;

	for (size_t i = 0; i < size / 2; i++)
		better += after[i] != NULL;
	for (unsigned rank = 1; rank <= ranked; rank++)
		for (size_t i = 0; i < size; i++) {
			struct sim_fencer *fencer = before[i];
			bool goes_on = false;

			for (size_t j = 0; j < size / 2; j++)
				goes_on = goes_on || after[j] == fencer;
			if (fencer && fencer->rank == rank && !goes_on)
				fencer->place = size == 4 ? 1 + (unsigned)better : ++better;
		}
}

/* Returns who of those before a round does not go on after it, and whom the other has beaten. */
static struct sim_fencer *find_loser(
	struct sim_fencer *one, struct sim_fencer *other, const struct sim_fencer *winner)
{
	if (!one || !other || !winner)
		return NULL;
	return winner == one ? other : one;
}

/* Lets the losers of the semi-finals fence for the third place in the round of the final. */
static void fence_for_third(const struct sim_stored_night *night, unsigned round,
	struct sim_fencer *const *before, struct sim_fencer *const *after, size_t *bouts)
{
	struct sim_fencer *one = find_loser(before[0], before[3], after[0]);
	struct sim_fencer *other = find_loser(before[1], before[2], after[1]);
	struct sim_fencer *winner;

	if (!sim->night.third || !one || !other)
		return;
	winner = meet(night, round, one, other, bouts);
	sim_saw(SIM_THIRD_PLACE);
	if (winner)
		find_loser(one, other, winner)->place = 4;
}

/*
 * Plays the tableau again. The places in a round are numbered so that the numbers of two who meet
 * add up to the same number; the winner takes the lower one. So 1 and 2 meet only in the final.
 */
void sim_night_judge_tableau(struct sim_stored_night *night, unsigned ranked)
{
	struct sim_fencer *left[SIM_FENCERS] = {NULL}, *next[SIM_FENCERS] = {NULL};
	size_t size = 2, bouts = 0, found = 0;

	while (size < ranked)
		size *= 2;
	for (unsigned rank = 1; rank <= ranked; rank++)
		left[rank - 1] = sim_night_with_rank(night, rank);
	for (unsigned round = 1; size > 1; round++, size /= 2) {
		for (size_t i = 0; i < size / 2; i++)
			next[i] = meet(night, round, left[i], left[size - 1 - i], &bouts);
		place_losers(left, next, size, ranked);
		if (size == 4)
			fence_for_third(night, round + 1, left, next, &bouts);
		memcpy(left, next, sizeof(left));
	}
	if (left[0])
		left[0]->place = 1;
	for (size_t i = 0; i < night->bouts; i++)
		found += night->bout[i].round > 0;
	if (found != bouts)
		sim_break(SIM_FENCED, "the tableau has %zu bouts instead of %zu", found, bouts);
	sim_saw(SIM_TABLEAU);
}

/* The podium */

#define MEDAL "\xF0\x9F\xA5\x87 " /* U+1F947 */

/* Whether the text has the fencer at their place: "2. bob" with a no-break space, or the medal. */
static bool shows_place(const char *text, const struct sim_fencer *fencer)
{
	const char *medal = strstr(text, MEDAL);

	if (medal && fencer->place == 1)
		return sim_begins_with_name(medal + strlen(MEDAL), fencer->user);
	for (const char *dot = strstr(text, ".\xC2\xA0"); dot; dot = strstr(dot + 1, ".\xC2\xA0")) {
		const char *digit = dot;

		while (digit > text && digit[-1] >= '0' && digit[-1] <= '9')
			digit--;
		if (digit < dot && strtoul(digit, NULL, 10) == fencer->place &&
			sim_begins_with_name(dot + strlen(".\xC2\xA0"), fencer->user))
			return true;
	}
	return false;
}

const char *sim_night_find_podium(const struct sim_stored_night *night)
{
	const char *begin = sim->night.season ? "The season is over." : "The club night is over.";
	const char *body;

	for (size_t i = sim->event_count; i-- > 0;) {
		const struct sim_event *event = &sim->events[i];

		body = sim_body(json_object_get(event->json, "content"));
		if (event->sender == SIM_BOT && sim->rooms[event->room].root == night->root &&
			body && strncmp(body, begin, strlen(begin)) == 0)
			return body;
	}
	return NULL;
}

void sim_night_judge_podium(const struct sim_stored_night *night, unsigned ranked)
{
	const char *podium = sim_night_find_podium(night);

	if (!podium) { /* the homeserver refuses messages for a room in which the bot is not */
		if (ranked > 0 && json_object_size(sim->refused) == 0)
			sim_break(SIM_RANKED, "the night has no podium");
		return;
	}
	sim_saw(SIM_PODIUM);
	for (size_t i = 0; i < night->fencers; i++) {
		const struct sim_fencer *fencer = &night->fencer[i];

		if (fencer->place > 0 && !sim_model.forgotten[fencer->user] &&
			!shows_place(podium, fencer))
			sim_break(SIM_RANKED, "%s is not in place %u: %s",
				sim->users[fencer->user].id, fencer->place, podium);
	}
}
