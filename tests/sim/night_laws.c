/*
 * The laws of club nights. They use the model's matches, and rank the fencers by the rules of the
 * FIE, in another way than the bot does.
 */
#include "tests/sim/bout_laws.h"
#include "tests/sim/laws.h"
#include "tests/sim/model.h"
#include "tests/sim/night_places.h"
#include "tests/sim/season_laws.h"
#include "tests/sim/weekly_people.h"

#define ONE_POOL 5 /* up to so many fencers, there is no tableau */
#define LEAST    3 /* the fewest fencers of a night */

/* How long a bout may take: waiting for its fencers, and its longest time (model_bouts.c). */
#define BOUT_TURNS (3 + 15)
#define SLACK      (30 * SIM_MINUTE) /* for what the bot reads and sends late */

/* Whether all bouts of the pools with this fencer are annulled. */
static bool is_annulled(const struct sim_fencer *fencer)
{
	return !sim_fencer_is_present(fencer) && fencer->rank == 0;
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

		if (bout->round != 0 || sim_bout_decides(bout) ||
			(bout->fencer[0] != one && bout->fencer[1] != one) ||
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
		bouts += night->bout[i].round == 0 && !sim_bout_decides(&night->bout[i]);
	if (pairs != bouts)
		sim_break(SIM_FENCED, "the pools have %zu bouts for %zu pairs", bouts, pairs);
}

/* The ranking */

static void add_results(struct sim_stored_night *night)
{
	for (size_t i = 0; i < night->bouts; i++) {
		const struct sim_bout *bout = &night->bout[i];

		if (bout->round != 0 || sim_bout_decides(bout) || bout->winner == SIM_NOBODY ||
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

static bool are_level(const struct sim_stored_night *night, const struct sim_fencer *a,
	const struct sim_fencer *b)
{
	(void)night;
	return a->pool > 0 && b->pool > 0 && !is_annulled(a) && !is_annulled(b) &&
	       sim_fencer_compare_level(a, b) == 0;
}

/* Compares two fencers, whom in the end their lots separate. */
static int compare(const struct sim_stored_night *night, const struct sim_fencer *fencer,
	const struct sim_fencer *other)
{
	int order = sim_fencer_compare(fencer, other);

	return order != 0 ? order : sim_fencer_compare_lots(night, fencer, other);
}

/* Checks the ranks after the pools. Returns how many fencers have one. */
static unsigned judge_ranks(struct sim_stored_night *night, bool one_pool)
{
	unsigned ranked = 0;

	add_results(night);
	sim_fencers_add_direct(night, are_level);
	if (one_pool)
		sim_fencers_judge_decided(night, 0, are_level);
	for (size_t i = 0; i < night->fencers; i++) {
		const struct sim_fencer *fencer = &night->fencer[i];

		ranked += fencer->rank > 0;
		if (fencer->rank == 0 && sim_fencer_is_present(fencer))
			sim_break(SIM_RANKED, "%s has no rank", sim->users[fencer->user].id);
	}
	for (unsigned rank = 1; rank <= ranked; rank++) {
		const struct sim_fencer *fencer = sim_night_with_rank(night, rank);
		const struct sim_fencer *next = sim_night_with_rank(night, rank + 1);

		if (!fencer || (rank < ranked && (!next || compare(night, fencer, next) > 0))) {
			sim_break(SIM_RANKED, "the ranks %u and %u are wrong", rank, rank + 1);
			return ranked;
		}
	}
	return ranked;
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
		present += sim_fencer_is_present(&night->fencer[i]);
	if (present >= LEAST && !sim_model.night_ended)
		sim_break(SIM_FENCED, "a night of %zu did not take place", present);
}

static void judge_results(struct sim_stored_night *night)
{
	size_t drawn = 0;
	unsigned ranked;

	for (size_t i = 0; i < night->fencers; i++)
		drawn += night->fencer[i].pool > 0;
	ranked = judge_ranks(night, drawn <= ONE_POOL);
	if (sim_model.night_ended)
		return; /* somebody has ended it early: not all bouts were fenced */
	for (size_t i = 0; i < night->bouts; i++)
		sim_bout_judge(&night->bout[i]);
	judge_pools(night);
	for (size_t i = 0; i < night->fencers; i++) {
		sim_fencer_judge(&night->fencer[i], night->over);
		night->fencer[i].place = night->fencer[i].rank;
	}
	if (drawn > ONE_POOL && ranked > 1)
		sim_night_judge_tableau(night, ranked);
	sim_night_judge_podium(night, ranked);
}

static void judge(struct sim_stored_night *night)
{
	bool season = sim->night.season;

	season ? sim_season_judge_duration(night) : judge_duration(night);
	if (night->bouts == 0)
		judge_off(night);
	if (night->bouts == 0 || (sim_model.night_ended && !sim_night_find_podium(night)))
		return; /* somebody has ended it before the first bout was over */
	season ? sim_season_judge_results(night) : judge_results(night);
}

void sim_night_judge(struct bot_store *store)
{
	static struct sim_stored_night night;
	int64_t last = 0;

	while (!sim->broken && sim_night_load(store, last, &night)) {
		last = night.id;
		judge(&night);
	}
	sim_weekly_judge(last > 0);
}
