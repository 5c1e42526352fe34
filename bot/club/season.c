#include "bot/club/season.h"

#include <string.h>

/* The divisions */

void bot_season_draw(struct bot_contest *season, const struct bot_seed seed[BOT_CONTEST_ROWS])
{
	struct bot_pool_sheet sheets[BOT_DIVISIONS_MOST] = {0};
	size_t order[BOT_CONTEST_ROWS];
	size_t count = bot_contest_order(season, seed, order), division = 0;

	for (size_t i = 0; i < count; i++) {
		struct bot_entrant *entrant = &season->entrant[order[i]];

		if (sheets[division].size == bot_division_size(count, division))
			division++;
		struct bot_pool_sheet *sheet = &sheets[division];
		sheet->number[sheet->size++] = entrant->number;
		entrant->pool = (uint8_t)(division + 1);
		entrant->place = (uint8_t)sheet->size;
	}
	bot_contest_add_pool_bouts(season, sheets, bot_division_count(count));
}

/* The bouts */

static bool has_fencer(const struct bot_bout *bout, uint8_t number)
{
	return bout->entrant[0] == number || bout->entrant[1] == number;
}

size_t bot_season_bouts_now(const struct bot_contest *season, uint8_t number)
{
	size_t count = 0;

	for (size_t i = 0; i < season->bouts; i++)
		count += season->bout[i].state == BOT_BOUT_FENCED &&
			 has_fencer(&season->bout[i], number);
	return count;
}

static bool is_free(struct bot_contest *season, const bool away[BOT_CONTEST_ROWS], uint8_t number)
{
	const struct bot_entrant *entrant = bot_contest_entrant(season, number);

	return entrant->state == BOT_ENTRANT_PRESENT && !away[entrant - season->entrant] &&
	       bot_season_bouts_now(season, number) < entrant->at_once;
}

struct bot_bout *bot_season_next_bout(struct bot_contest *season, const bool away[BOT_CONTEST_ROWS])
{
	for (size_t i = 0; i < season->bouts; i++) {
		struct bot_bout *bout = &season->bout[i];

		if (bout->state == BOT_BOUT_WAITS && is_free(season, away, bout->entrant[0]) &&
			is_free(season, away, bout->entrant[1]))
			return bout;
	}
	return NULL;
}

void bot_season_annul(struct bot_contest *season)
{
	for (size_t i = 0; i < season->bouts; i++) {
		if (season->bout[i].state != BOT_BOUT_WAITS)
			continue;
		season->bout[i].state = BOT_BOUT_ENDED;
		season->bout[i].winner = BOT_BOUT_NOBODY;
	}
}

/* The table */

/* Whether a bout is one of the fencer's division, and no deciding bout. */
static bool is_of(const struct bot_bout *bout, uint8_t number)
{
	return bout->place != BOT_CONTEST_DECIDES && has_fencer(bout, number);
}

/* Counts the bouts of a fencer, and sets *fenced to how many were fenced. */
static size_t count_bouts(const struct bot_contest *season, uint8_t number, size_t *fenced)
{
	size_t count = 0;

	*fenced = 0;
	for (size_t i = 0; i < season->bouts; i++) {
		if (!is_of(&season->bout[i], number))
			continue;
		count++;
		*fenced += bot_bout_is_fenced(&season->bout[i]);
	}
	return count;
}

bool bot_season_has_fenced_half(const struct bot_contest *season, const struct bot_entrant *entrant)
{
	size_t fenced, count = count_bouts(season, entrant->number, &fenced);

	return count > 0 && 2 * fenced >= count;
}

static bool counts(const struct bot_contest *season, const struct bot_entrant *entrant)
{
	return entrant->state == BOT_ENTRANT_PRESENT || bot_entrant_is_timed_out(entrant) ||
	       bot_season_has_fenced_half(season, entrant);
}

/* Whether a bout was not fenced, but an exclusion that was taken back has hindered it. */
static bool is_excused(const struct bot_bout *bout)
{
	return bout->again > 0 && !bot_bout_is_fenced(bout);
}

/* Whether a fencer has fenced none, or less than half, of the bouts that they could have fenced. */
static bool has_fenced_few(struct bot_contest *season, const struct bot_standing *standing)
{
	uint8_t number = season->entrant[standing->entrant].number;
	int possible = 0;

	for (size_t i = 0; i < season->bouts; i++) {
		const struct bot_bout *bout = &season->bout[i];

		if (is_of(bout, number) && !is_excused(bout))
			possible += bot_contest_is_present(
				season, bout->entrant[bout->entrant[0] == number]);
	}
	return !standing->withdrawn && (standing->bouts == 0 || 2 * standing->bouts < possible);
}

/*
 * Counts the bouts that the fencer has missed: those not fenced, if the opponent takes part and has
 * fenced enough. `few` says who has fenced too few bouts, by the index in season->entrant.
 */
static void add_missed(
	struct bot_contest *season, const bool few[BOT_CONTEST_ROWS], struct bot_standing *standing)
{
	uint8_t number = season->entrant[standing->entrant].number;

	for (size_t i = 0; standing->bouts > 0 && i < season->bouts; i++) {
		const struct bot_bout *bout = &season->bout[i];
		const struct bot_entrant *other;

		if (!is_of(bout, number) || bot_bout_is_fenced(bout) || is_excused(bout))
			continue;
		other = bot_contest_entrant(season, bout->entrant[bout->entrant[0] == number]);
		standing->bouts +=
			other->state == BOT_ENTRANT_PRESENT && !few[other - season->entrant];
	}
}

/* Moves the standings of those who have fenced few bouts behind the others who take part. */
static void move_few(const bool few[BOT_CONTEST_ROWS], struct bot_standing *standings, size_t count)
{
	struct bot_standing sorted[BOT_CONTEST_ROWS] = {0};
	size_t at = 0;

	for (int pass = 0; pass < 3; pass++) {
		for (size_t i = 0; i < count; i++) {
			int class = standings[i].withdrawn ? 2 : few[standings[i].entrant];

			if (class == pass)
				sorted[at++] = standings[i];
		}
	}
	memcpy(standings, sorted, count * sizeof(*standings));
}

/* Adds the missed bouts to the standings of a division that is over. Sets who has fenced few. */
static void count_missed(struct bot_contest *season, struct bot_standing *standings, size_t count,
	bool few[BOT_CONTEST_ROWS])
{
	for (size_t i = 0; i < count; i++)
		few[standings[i].entrant] = has_fenced_few(season, &standings[i]);
	for (size_t i = 0; i < count; i++)
		if (!standings[i].withdrawn)
			add_missed(season, few, &standings[i]);
}

size_t bot_season_standings(struct bot_contest *season, uint8_t division, bool over,
	struct bot_standing standings[BOT_CONTEST_ROWS])
{
	struct bot_pool_result results[BOT_CONTEST_BOUTS];
	bool few[BOT_CONTEST_ROWS] = {false};
	size_t count = bot_contest_collect(season, standings, results), kept = 0;

	for (size_t i = 0; i < season->entrants; i++)
		standings[i].withdrawn = !counts(season, &season->entrant[i]);
	bot_ranking_add(standings, season->entrants, results, count);
	for (size_t i = 0; i < season->entrants; i++) {
		standings[i].withdrawn = season->entrant[i].state != BOT_ENTRANT_PRESENT;
		if (season->entrant[i].pool == division)
			standings[kept++] = standings[i];
	}
	if (over)
		count_missed(season, standings, kept, few);
	bot_ranking_sort(standings, kept, results, count);
	move_few(few, standings, kept);
	return kept;
}

/* The end */

void bot_season_rank(struct bot_contest *season)
{
	struct bot_standing standings[BOT_CONTEST_ROWS];
	uint8_t divisions = bot_contest_pools(season);

	for (uint8_t division = 1; division <= divisions; division++) {
		size_t count = bot_season_standings(season, division, true, standings);
		uint8_t rank = 0;

		if (standings[0].bouts == 0) /* the first has a bout if anybody has */
			continue;
		for (size_t i = 0; i < count; i++)
			if (!standings[i].withdrawn)
				season->entrant[standings[i].entrant].rank = ++rank;
	}
}

bool bot_season_has_result(const struct bot_contest *season)
{
	for (size_t i = 0; i < season->entrants; i++)
		if (season->entrant[i].rank > 0)
			return true;
	return false;
}

struct bot_entrant *bot_season_champion(struct bot_contest *season)
{
	for (size_t i = 0; i < season->entrants; i++)
		if (season->entrant[i].pool == 1 && season->entrant[i].rank == 1)
			return &season->entrant[i];
	return NULL;
}

/* Whether `one` has a rank, and a better place than `other`. */
static bool is_before(const struct bot_entrant *one, const struct bot_entrant *other)
{
	return one->rank > 0 &&
	       (one->pool < other->pool || (one->pool == other->pool && one->rank < other->rank));
}

void bot_season_places(const struct bot_contest *season, uint8_t place[BOT_CONTEST_ROWS])
{
	memset(place, 0, BOT_CONTEST_ROWS);
	for (size_t i = 0; i < season->entrants; i++) {
		if (season->entrant[i].rank == 0)
			continue;
		place[i] = 1;
		for (size_t j = 0; j < season->entrants; j++)
			if (is_before(&season->entrant[j], &season->entrant[i]))
				place[i]++;
	}
}

static size_t count_fencers(const struct bot_contest *season, size_t division)
{
	size_t count = 0;

	for (size_t i = 0; i < season->entrants; i++)
		count += division > 0 && season->entrant[i].pool == division;
	return count;
}

enum bot_season_fate bot_season_fate_at(
	const struct bot_contest *season, uint8_t division, size_t place)
{
	size_t own = count_fencers(season, division);
	size_t upper = division > 1 ? count_fencers(season, division - 1U) : 0;
	size_t lower = count_fencers(season, division + 1U);

	if (place <= bot_division_exchange(upper, own))
		return BOT_SEASON_PROMOTED;
	return place > own - bot_division_exchange(own, lower) ? BOT_SEASON_RELEGATED
							       : BOT_SEASON_STAYS;
}

enum bot_season_fate bot_season_fate(
	const struct bot_contest *season, const struct bot_entrant *entrant)
{
	return entrant->rank == 0 ? BOT_SEASON_STAYS
				  : bot_season_fate_at(season, entrant->pool, entrant->rank);
}
