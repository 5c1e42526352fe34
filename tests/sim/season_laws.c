/*
 * The laws of seasons. They use the model's matches, and rank the fencers of each division in
 * another way than the bot does.
 */
#include "tests/sim/season_laws.h"

#include "tests/sim/bout_laws.h"
#include "tests/sim/model.h"
#include "tests/sim/night_places.h"
#include "tests/sim/players.h"
#include "tests/sim/season_people.h"

#include <string.h>

#define FORFEITS 2                 /* who loses so many bouts by the clock is out */
#define SLACK    (30 * SIM_MINUTE) /* for what the bot reads and sends late */

/* The end */

static void judge_span(const char *what, const struct sim_stored_night *season, int64_t from,
	int64_t to, int64_t most)
{
	if (from < sim->traits.calm)
		from = sim->traits.calm;
	most += sim->night.downtime + SLACK; /* the bot's time stands still while it is down */
	if (!season->ended || to - from > most)
		sim_break(SIM_ENDS, "%s took %lld s", what, (long long)((to - from) / SIM_SECOND));
}

void sim_season_judge_duration(const struct sim_stored_night *season)
{
	int64_t first = sim_model_first_bout(), most = SIM_SEASON_LENGTH;

	if (season->bouts == 0) {
		judge_span("a sign-up", season, season->opened, season->over, SIM_SEASON_SIGN_UP);
		return;
	}
	judge_span("a sign-up", season, season->opened, first, SIM_SEASON_SIGN_UP);
	for (size_t i = 0; i < season->bouts; i++) /* as long again at most, for the title */
		if (sim_bout_decides(&season->bout[i]))
			most = 2 * SIM_SEASON_LENGTH;
	judge_span("a season", season, first, season->over, most);
}

/* Whether the season ended before its time, so that no bout may be left. */
static bool has_ended_early(const struct sim_stored_night *season)
{
	return season->over - sim_model_first_bout() < SIM_SEASON_LENGTH - SIM_MINUTE;
}

/* The bouts */

/* Whether the fencer is out because of their clock. */
static bool is_silent(const struct sim_fencer *fencer)
{
	return strcmp(fencer->state, "withdrawn") == 0 && fencer->forfeits >= FORFEITS;
}

/* Checks that nobody has lost what they had begun against somebody who is out by the clock. */
static void judge_begun(const struct sim_bout *bout)
{
	const struct sim_model_match *match = &sim_model.match[bout->match];
	const struct sim_stored_match *stored = &sim_model.stored.match[bout->match];
	size_t winner = strcmp(stored->winner, "black") == 0;

	if (strcmp(stored->ending, "resigned") == 0 && match->acted[winner] &&
		sim_fencer_is_present(bout->fencer[winner]) && is_silent(bout->fencer[1 - winner]))
		sim_break(SIM_RANKED, "#%zu was begun against somebody silent, and not won",
			bout->match);
}

/* Whether a bout has the touches of its match, which nobody has won. */
static bool is_draw(const struct sim_bout *bout)
{
	const struct eg_match *state = &sim_model.match[bout->match].state;

	return state->score[0] == state->score[1] && bout->touches[0] == state->score[0] &&
	       bout->touches[1] == state->score[1];
}

/* Checks a bout that has a match, but no winner: it was not fenced to its end. */
static void judge_nobody(const struct sim_bout *bout)
{
	const struct sim_model_match *match = &sim_model.match[bout->match];
	const struct sim_stored_match *stored = &sim_model.stored.match[bout->match];

	if (strcmp(stored->ending, "won") == 0 || strcmp(stored->ending, "forfeited") == 0 ||
		(bout->touches[0] + bout->touches[1] > 0 && !is_draw(bout)))
		sim_break(SIM_RANKED, "#%zu was fenced (%s), but nobody has won it", bout->match,
			stored->ending);
	judge_begun(bout);
	for (size_t i = 0; i < 2; i++)
		bout->fencer[i]->most += match->rounds == 0 && !stored->reached[i];
}

/* Checks that two fencers of a division have one bout, and have fenced it if there was time. */
static void judge_pair(const struct sim_stored_night *season, const struct sim_fencer *one,
	const struct sim_fencer *other)
{
	const struct sim_bout *found = NULL;
	size_t count = 0;

	for (size_t i = 0; i < season->bouts; i++) {
		const struct sim_bout *bout = &season->bout[i];

		if (sim_bout_decides(bout) ||
			((bout->fencer[0] != one || bout->fencer[1] != other) &&
				(bout->fencer[0] != other || bout->fencer[1] != one)))
			continue;
		found = bout;
		count++;
	}
	if (count != 1 || found->round != 0 || found->place != one->pool || !found->ended)
		sim_break(SIM_FENCED, "%s and %s have %zu bouts in their division",
			sim->users[one->user].id, sim->users[other->user].id, count);
	else if (found->match == 0 && has_ended_early(season) && !sim_model.night_ended &&
		 sim_fencer_is_present(one) && sim_fencer_is_present(other))
		sim_break(SIM_FENCED, "%s and %s have not fenced", sim->users[one->user].id,
			sim->users[other->user].id);
}

static void judge_bouts(struct sim_stored_night *season)
{
	size_t pairs = 0, bouts = 0;

	for (size_t i = 0; i < season->bouts; i++) {
		bouts += !sim_bout_decides(&season->bout[i]);
		if (season->bout[i].match != 0 && season->bout[i].winner == SIM_NOBODY)
			judge_nobody(&season->bout[i]);
		else
			sim_bout_judge(&season->bout[i]);
	}
	for (size_t i = 0; i < season->fencers; i++)
		for (size_t j = i + 1; j < season->fencers; j++)
			if (season->fencer[i].pool > 0 &&
				season->fencer[i].pool == season->fencer[j].pool) {
				judge_pair(season, &season->fencer[i], &season->fencer[j]);
				pairs++;
			}
	if (pairs != bouts)
		sim_break(SIM_FENCED, "the divisions have %zu bouts for %zu pairs", bouts, pairs);
}

/* The ranking */

/* Whether a bout was fenced, be it without a winner. */
static bool is_fenced(const struct sim_bout *bout)
{
	return bout->winner != SIM_NOBODY || bout->touches[0] + bout->touches[1] > 0;
}

/* Whether the bouts of the fencer count: they take part, or have fenced half of their bouts. */
static bool counts(const struct sim_stored_night *season, const struct sim_fencer *fencer)
{
	size_t all = 0, fenced = 0;

	for (size_t i = 0; i < season->bouts; i++) {
		const struct sim_bout *bout = &season->bout[i];

		if (sim_bout_decides(bout) ||
			(bout->fencer[0] != fencer && bout->fencer[1] != fencer))
			continue;
		all++;
		fenced += is_fenced(bout);
	}
	return sim_fencer_is_present(fencer) || is_silent(fencer) || 2 * fenced >= all;
}

static void add_results(const struct sim_stored_night *season)
{
	for (size_t i = 0; i < season->bouts; i++) {
		const struct sim_bout *bout = &season->bout[i];

		if (sim_bout_decides(bout) || !is_fenced(bout) ||
			!counts(season, bout->fencer[0]) || !counts(season, bout->fencer[1]))
			continue;
		for (size_t j = 0; j < 2; j++) {
			bout->fencer[j]->bouts++;
			bout->fencer[j]->victories += bout->winner == j;
			bout->fencer[j]->scored += (int)bout->touches[j];
			bout->fencer[j]->received += (int)bout->touches[1 - j];
		}
	}
}

/* Whether the fencer has fenced less than half of the bouts against those who are there. */
static bool has_fenced_few(const struct sim_stored_night *season, const struct sim_fencer *fencer)
{
	unsigned others = 0;

	for (size_t i = 0; i < season->fencers; i++)
		others += &season->fencer[i] != fencer && season->fencer[i].pool == fencer->pool &&
			  sim_fencer_is_present(&season->fencer[i]);
	return 2 * fencer->bouts < others;
}

/* Returns the fencer with the bouts that they could have fenced with somebody who fences enough. */
static struct sim_fencer with_missed_bouts(
	const struct sim_stored_night *season, const struct sim_fencer *fencer)
{
	struct sim_fencer found = *fencer;

	for (size_t i = 0; found.bouts > 0 && i < season->bouts; i++) {
		const struct sim_bout *bout = &season->bout[i];
		const struct sim_fencer *other = bout->fencer[bout->fencer[0] == fencer];

		if (!sim_bout_decides(bout) && !is_fenced(bout) &&
			(bout->fencer[0] == fencer || bout->fencer[1] == fencer))
			found.bouts +=
				sim_fencer_is_present(other) && !has_fenced_few(season, other);
	}
	return found;
}

static bool are_level(const struct sim_stored_night *season, const struct sim_fencer *a,
	const struct sim_fencer *b)
{
	struct sim_fencer one = with_missed_bouts(season, a), two = with_missed_bouts(season, b);

	return a->pool > 0 && a->pool == b->pool && sim_fencer_is_present(a) &&
	       sim_fencer_is_present(b) && sim_fencer_compare_level(&one, &two) == 0;
}

/* Whether a fencer must have a lower rank than another. */
static bool is_better(const struct sim_stored_night *season, const struct sim_fencer *fencer,
	const struct sim_fencer *other)
{
	bool few = has_fenced_few(season, fencer);
	struct sim_fencer one = with_missed_bouts(season, fencer);
	struct sim_fencer two = with_missed_bouts(season, other);
	int order = sim_fencer_compare(&one, &two);

	if (few != has_fenced_few(season, other))
		return !few;
	return order != 0 ? order < 0 : sim_fencer_compare_lots(season, fencer, other) < 0;
}

/* Checks the ranks of a division. They are 1, 2 and so on, unless no bout counts for anybody. */
static void judge_division(const struct sim_stored_night *season, unsigned division)
{
	unsigned present = 0, ranks = 0, bouts = 0;

	for (size_t i = 0; i < season->fencers; i++) {
		const struct sim_fencer *fencer = &season->fencer[i];

		if (fencer->pool != division || !sim_fencer_is_present(fencer))
			continue;
		present++;
		bouts += fencer->bouts;
		ranks |= fencer->rank > 0 ? 1U << (fencer->rank - 1) : 0;
		for (size_t j = 0; j < season->fencers; j++)
			if (season->fencer[j].pool == division && season->fencer[j].rank > 0 &&
				season->fencer[j].rank < fencer->rank &&
				is_better(season, fencer, &season->fencer[j]))
				sim_break(SIM_RANKED, "%s should be before %s",
					sim->users[fencer->user].id,
					sim->users[season->fencer[j].user].id);
	}
	if (ranks != (bouts > 0 ? (1U << present) - 1 : 0))
		sim_break(SIM_RANKED, "the ranks of division %u are %x for %u fencers", division,
			ranks, present);
}

/* Checks that the room was told the champion. */
static void judge_champion(const struct sim_stored_night *season)
{
	static const char before[] = "The season is over. \xF0\x9F\xA5\x87 The champion is ";
	const char *told = sim_night_find_podium(season);

	if (!told && json_object_size(sim->refused) == 0)
		sim_break(SIM_RANKED, "the season has no result");
	for (size_t i = 0; told && i < season->fencers; i++) {
		const struct sim_fencer *fencer = &season->fencer[i];

		if (fencer->pool != 1 || fencer->rank != 1)
			continue;
		sim_saw(SIM_CHAMPION);
		if (!sim_model.forgotten[fencer->user] &&
			(strncmp(told, before, sizeof(before) - 1) != 0 ||
				!sim_begins_with_name(told + sizeof(before) - 1, fencer->user)))
			sim_break(SIM_RANKED, "%s is not the champion: %s",
				sim->users[fencer->user].id, told);
	}
}

/* Checks that the next season has opened if it was to. A season that was stopped opens none. */
static void judge_next(const struct sim_stored_night *season)
{
	if (!season->again || !season->ended)
		return;
	if (season->later > 0)
		sim_saw(SIM_NEXT_SEASON);
	else if (sim_night_find_podium(season))
		sim_break(SIM_ENDS, "no season has followed the one that repeats itself");
}

void sim_season_judge_results(struct sim_stored_night *season)
{
	unsigned divisions = 0;

	judge_bouts(season);
	add_results(season);
	sim_fencers_add_direct(season, are_level);
	sim_fencers_judge_decided(season, 1, are_level);
	for (size_t i = 0; i < season->fencers; i++) {
		const struct sim_fencer *fencer = &season->fencer[i];

		sim_fencer_judge(fencer, season->over);
		divisions = fencer->pool > divisions ? fencer->pool : divisions;
		if (fencer->rank > 0 && !sim_fencer_is_present(fencer))
			sim_break(SIM_RANKED, "%s has withdrawn, but has a rank",
				sim->users[fencer->user].id);
	}
	for (unsigned division = 1; division <= divisions; division++)
		judge_division(season, division);
	judge_champion(season);
	judge_next(season);
}
