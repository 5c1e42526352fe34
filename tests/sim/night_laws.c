/*
 * The laws of club nights. They use the model's matches, and rank the fencers by the rules of the
 * FIE, in another way than the bot does.
 */
#include "tests/sim/laws.h"
#include "tests/sim/model.h"
#include "tests/sim/night_places.h"

#include <string.h>

#define ONE_POOL 5 /* up to so many fencers, there is no tableau */
#define FORFEITS 2 /* who loses so many bouts by the clock is out */
#define LEAST    3 /* the fewest fencers of a night */

/* How long a bout may take: waiting for its fencers, and its longest time (model_bouts.c). */
#define BOUT_TURNS (3 + 15)
#define SLACK      (30 * SIM_MINUTE) /* for what the bot reads and sends late */

static bool is_present(const struct sim_fencer *fencer)
{
	return strcmp(fencer->state, "present") == 0;
}

/* Whether all bouts of the pools with this fencer are annulled. */
static bool is_annulled(const struct sim_fencer *fencer)
{
	return !is_present(fencer) && fencer->rank == 0;
}

/* The results of the bouts */

/*
 * Returns a bit for each possible winner of a bout whose match has none (bit SIM_NOBODY: nobody).
 * Also counts the forfeits of fencers who did not come.
 */
static unsigned find_winners(const struct sim_bout *bout)
{
	const struct sim_model_match *match = &sim_model.match[bout->match];
	const struct sim_stored_match *stored = &sim_model.stored.match[bout->match];
	const struct eg_match *state = &match->state;
	bool out[2] = {!is_present(bout->fencer[0]), !is_present(bout->fencer[1])};
	unsigned both = 3, nobody = bout->round == 0 ? 1 << SIM_NOBODY : both;
	unsigned remaining = out[0] != out[1] ? 1U << out[0] : out[0] ? both : 0;

	if (match->rounds > 0 && state->score[0] != state->score[1])
		return remaining | 1U << (state->score[1] > state->score[0]);
	if (match->rounds > 0)
		return remaining | (state->round.phase == EG_OVER            ? both
					   : state->round.to_act == EG_WHITE ? 2U
									     : 1U);
	for (size_t i = 0; i < 2; i++)
		if (!stored->reached[i]) {
			bout->fencer[i]->most++;
			bout->fencer[i]->least += !out[0] && !out[1];
		}
	if (stored->reached[0] == stored->reached[1])
		return remaining | nobody;
	return remaining | 1U << stored->reached[1];
}

/* Checks a bout of the tableau that was not fenced, because a fencer had withdrawn. */
static void judge_walkover(const struct sim_bout *bout)
{
	if (bout->round == 0)
		return; /* the bout is annulled: see judge_pair */
	for (size_t i = 0; i < 2; i++)
		if (bout->winner != i && is_present(bout->fencer[i]))
			sim_break(SIM_RANKED, "%s has lost a bout that was not fenced",
				sim->users[bout->fencer[i]->user].id);
}

/* Whether nobody came to a bout of the tableau, so that lots decided it without a touch. */
static bool is_lot(const struct sim_bout *bout)
{
	const struct sim_stored_match *stored = &sim_model.stored.match[bout->match];

	return bout->round > 0 && stored->reached[0] == stored->reached[1] &&
	       bout->touches[0] == 0 && bout->touches[1] == 0;
}

/* Checks that the bout has the result of its match. */
static void judge_result(const struct sim_bout *bout)
{
	const struct sim_model_match *match = &sim_model.match[bout->match];
	const struct sim_stored_match *stored = &sim_model.stored.match[bout->match];
	unsigned touches[2] = {match->state.score[0], match->state.score[1]}, may;
	bool won = strcmp(stored->winner, "nobody") != 0;

	if (bout->match == 0) {
		judge_walkover(bout);
		return;
	}
	if (match->player[0] != bout->fencer[0]->user || match->player[1] != bout->fencer[1]->user)
		sim_break(SIM_FENCED, "#%zu is the bout of two others", bout->match);
	may = won ? 1U << (strcmp(stored->winner, "black") == 0) : find_winners(bout);
	if (strcmp(stored->ending, "won") == 0)
		may = 1U << (match->state.winner == EG_BLACK);
	else if (bout->winner != SIM_NOBODY && (won || (match->rounds == 0 && !is_lot(bout))))
		touches[bout->winner] = sim->night.touches;
	if (strcmp(stored->ending, "forfeited") == 0) {
		size_t loser = may == 1 ? 1 : 0; /* bit 0: the first fencer has won */

		bout->fencer[loser]->most++;
		bout->fencer[loser]->least++;
	}
	if (!(may >> bout->winner & 1) || touches[0] != bout->touches[0] ||
		touches[1] != bout->touches[1])
		sim_break(SIM_RANKED, "#%zu ended %u to %u (%s), the night has %u to %u: %zu wins",
			bout->match, touches[0], touches[1], stored->ending, bout->touches[0],
			bout->touches[1], bout->winner);
}

/* The pools */

/* Checks that two fencers of a pool have fenced one bout, or have a reason not to. */
static void judge_pair(
	struct sim_stored_night *night, struct sim_fencer *one, struct sim_fencer *other)
{
	const struct sim_bout *found = NULL;
	size_t count = 0;

	for (size_t i = 0; i < night->bouts; i++) {
		const struct sim_bout *bout = &night->bout[i];

		if (bout->round != 0 || (bout->fencer[0] != one && bout->fencer[1] != one) ||
			(bout->fencer[0] != other && bout->fencer[1] != other))
			continue;
		found = bout;
		count++;
	}
	if (count != 1 || found->place != one->pool || !found->ended) {
		sim_break(SIM_FENCED, "%s and %s have %zu bouts in their pool",
			sim->users[one->user].id, sim->users[other->user].id, count);
		return;
	}
	if (is_annulled(one) || is_annulled(other))
		sim_saw(SIM_ANNULLED);
	else if (found->match == 0)
		sim_break(SIM_FENCED, "%s and %s have not fenced", sim->users[one->user].id,
			sim->users[other->user].id);
}

static void judge_pools(struct sim_stored_night *night)
{
	size_t pairs = 0, bouts = 0;

	for (size_t i = 0; i < night->fencers; i++)
		for (size_t j = i + 1; j < night->fencers; j++)
			if (night->fencer[i].pool > 0 &&
				night->fencer[i].pool == night->fencer[j].pool) {
				judge_pair(night, &night->fencer[i], &night->fencer[j]);
				pairs++;
			}
	for (size_t i = 0; i < night->bouts; i++)
		bouts += night->bout[i].round == 0;
	if (pairs != bouts)
		sim_break(SIM_FENCED, "the pools have %zu bouts for %zu pairs", bouts, pairs);
}

/* The ranking */

static void add_results(struct sim_stored_night *night)
{
	for (size_t i = 0; i < night->bouts; i++) {
		const struct sim_bout *bout = &night->bout[i];

		if (bout->round != 0 || bout->winner == SIM_NOBODY ||
			is_annulled(bout->fencer[0]) || is_annulled(bout->fencer[1]))
			continue;
		for (size_t j = 0; j < 2; j++) {
			bout->fencer[j]->bouts++;
			bout->fencer[j]->victories += bout->winner == j;
			bout->fencer[j]->scored += (int)bout->touches[j];
			bout->fencer[j]->received += (int)bout->touches[1 - j];
		}
	}
}

/* Returns a negative number if the fencer was better than the other, and 0 if lots decide. */
static int compare(const struct sim_fencer *a, const struct sim_fencer *b)
{
	unsigned own = a->victories * b->bouts, other = b->victories * a->bouts;

	if ((a->bouts == 0) != (b->bouts == 0))
		return a->bouts == 0 ? 1 : -1;
	if (own != other)
		return own > other ? -1 : 1;
	if (a->scored - a->received != b->scored - b->received)
		return a->scored - a->received > b->scored - b->received ? -1 : 1;
	return b->scored - a->scored;
}

/* Checks the ranks after the pools. Returns how many fencers have one. */
static unsigned judge_ranks(struct sim_stored_night *night)
{
	unsigned ranked = 0;

	add_results(night);
	for (size_t i = 0; i < night->fencers; i++) {
		const struct sim_fencer *fencer = &night->fencer[i];

		ranked += fencer->rank > 0;
		if (fencer->rank == 0 && is_present(fencer))
			sim_break(SIM_RANKED, "%s has no rank", sim->users[fencer->user].id);
	}
	for (unsigned rank = 1; rank <= ranked; rank++) {
		const struct sim_fencer *fencer = sim_night_with_rank(night, rank);
		const struct sim_fencer *next = sim_night_with_rank(night, rank + 1);

		if (!fencer || (rank < ranked && (!next || compare(fencer, next) > 0))) {
			sim_break(SIM_RANKED, "the ranks %u and %u are wrong", rank, rank + 1);
			return ranked;
		}
	}
	return ranked;
}

/* The fencers */

/* Checks that who is out has a reason, and that who has lost two bouts by the clock is out. */
static void judge_state(const struct sim_fencer *fencer, int64_t over)
{
	const char *id = sim->users[fencer->user].id;

	if (fencer->pool == 0)
		return;
	if (fencer->forfeits < fencer->least || fencer->forfeits > fencer->most)
		sim_break(SIM_RANKED, "%s has %u forfeits instead of %u", id, fencer->forfeits,
			fencer->most);
	if (is_present(fencer) && fencer->forfeits >= FORFEITS)
		sim_break(SIM_FENCED, "%s fences on after %u forfeits", id, fencer->forfeits);
	if (strcmp(fencer->state, "excluded") == 0 && !sim_model.excluded[fencer->user])
		sim_break(SIM_FENCED, "%s was excluded by nobody", id);
	if (strcmp(fencer->state, "withdrawn") == 0 && fencer->forfeits < FORFEITS &&
		!sim_model_is_out(fencer->user, over))
		sim_break(SIM_FENCED, "%s has withdrawn without a reason", id);
	if (fencer->forfeits >= FORFEITS)
		sim_saw(SIM_FORFEITED_TWICE);
}

/* The end */

/*
 * Checks that the night did not take longer than all of its bouts, one after the other, and its
 * pauses.
 */
static void judge_duration(const struct sim_stored_night *night)
{
	int64_t from = night->opened + sim->night.lead, most = SLACK + sim->night.pauses;

	if (sim->traits.calm > from)
		from = sim->traits.calm;
	from += sim->night.downtime; /* the bot's time stands still */
	most += (int64_t)night->bouts * BOUT_TURNS * sim->night.clock;
	if (!night->ended || night->over - from > most)
		sim_break(SIM_ENDS, "the night of %zu bouts took %lld s", night->bouts,
			(long long)((night->over - from) / SIM_SECOND));
}

/* Checks a night without bouts: there were too few fencers, or somebody ended it. */
static void judge_off(const struct sim_stored_night *night)
{
	size_t present = 0;

	sim_saw(SIM_NIGHT_OFF);
	for (size_t i = 0; i < night->fencers; i++)
		present += is_present(&night->fencer[i]);
	if (present >= LEAST && !sim_model.night_ended)
		sim_break(SIM_FENCED, "a night of %zu did not take place", present);
}

static void judge(struct sim_stored_night *night)
{
	size_t drawn = 0;
	unsigned ranked;

	judge_duration(night);
	if (night->bouts == 0)
		judge_off(night);
	if (night->bouts == 0 || (sim_model.night_ended && !sim_night_find_podium(night)))
		return; /* a night that somebody has ended has no result */
	for (size_t i = 0; i < night->bouts; i++)
		judge_result(&night->bout[i]);
	judge_pools(night);
	ranked = judge_ranks(night);
	for (size_t i = 0; i < night->fencers; i++) {
		judge_state(&night->fencer[i], night->over);
		drawn += night->fencer[i].pool > 0;
		night->fencer[i].place = night->fencer[i].rank;
	}
	if (drawn > ONE_POOL && ranked > 1)
		sim_night_judge_tableau(night, ranked);
	sim_night_judge_podium(night, ranked);
}

void sim_night_judge(struct bot_store *store)
{
	static struct sim_stored_night night;

	night.id = 0;
	while (!sim->broken && sim_night_load(store, night.id, &night))
		judge(&night);
}
