#include "bot/club/contest.h"

#include <stdlib.h>
#include <string.h>

int64_t bot_competition_half_id(const struct bot_competition *competition, size_t half)
{
	return half == bot_competition_which_half(competition) ? competition->id
							       : competition->partner;
}

size_t bot_competition_which_half(const struct bot_competition *competition)
{
	return competition->partner != 0 && competition->partner < competition->id;
}

size_t bot_competition_half_of_entrant(const struct bot_competition *competition, uint8_t number)
{
	return competition->partner != 0 && number >= BOT_CONTEST_HALF;
}

bool bot_contest_is_own(const struct bot_contest *contest, const struct bot_entrant *entrant)
{
	const struct bot_competition *competition = &contest->competition;

	return bot_competition_half_of_entrant(competition, entrant->number) ==
	       bot_competition_which_half(competition);
}

struct bot_entrant *bot_contest_entrant(struct bot_contest *contest, uint8_t number)
{
	for (size_t i = 0; i < contest->entrants; i++)
		if (contest->entrant[i].number == number)
			return &contest->entrant[i];
	return NULL;
}

bool bot_entrant_takes_part(const struct bot_entrant *entrant)
{
	return entrant &&
	       (entrant->state == BOT_ENTRANT_SIGNED_UP || entrant->state == BOT_ENTRANT_PRESENT);
}

bool bot_entrant_is_timed_out(const struct bot_entrant *entrant)
{
	return entrant->state == BOT_ENTRANT_WITHDRAWN && entrant->forfeits >= BOT_CONTEST_FORFEITS;
}

struct bot_entrant *bot_contest_find(struct bot_contest *contest, const char *user)
{
	for (size_t i = 0; i < contest->entrants; i++)
		if (strcmp(contest->entrant[i].user, user) == 0)
			return &contest->entrant[i];
	return NULL;
}

struct bot_entrant *bot_contest_add(
	struct bot_contest *contest, const char *user, const char *event)
{
	struct bot_entrant *entrant = &contest->entrant[contest->entrants];
	bool second = bot_competition_which_half(&contest->competition) == 1;
	uint8_t number = second ? BOT_CONTEST_HALF : 0;

	while (bot_contest_entrant(contest, number))
		number++;
	*entrant = (struct bot_entrant){.number = number};
	memcpy(entrant->user, user, strlen(user) + 1);
	memcpy(entrant->event, event, strlen(event) + 1);
	contest->entrants++;
	return entrant;
}

size_t bot_contest_count(const struct bot_contest *contest, enum bot_entrant_state state)
{
	size_t count = 0;

	for (size_t i = 0; i < contest->entrants; i++)
		count += contest->entrant[i].state == state;
	return count;
}

bool bot_contest_is_present(struct bot_contest *contest, uint8_t number)
{
	const struct bot_entrant *entrant = bot_contest_entrant(contest, number);

	return entrant && entrant->state == BOT_ENTRANT_PRESENT;
}

/* The pools */

/* Whether the entrant with the index a is seeded before the one with the index b. */
static bool is_before(
	const struct bot_contest *contest, const struct bot_seed *seed, size_t a, size_t b)
{
	const struct bot_seed *one = &seed[a], *other = &seed[b];

	if ((one->target == 0) != (other->target == 0))
		return one->target != 0;
	if (one->target != other->target)
		return one->target < other->target;
	if (one->division != other->division)
		return one->division < other->division;
	if (one->rank != other->rank)
		return one->rank < other->rank;
	if (one->rating > other->rating || one->rating < other->rating)
		return one->rating > other->rating;
	return contest->lot[a] < contest->lot[b];
}

size_t bot_contest_order(const struct bot_contest *contest,
	const struct bot_seed seed[BOT_CONTEST_ROWS], size_t order[BOT_CONTEST_ROWS])
{
	size_t count = 0;

	for (size_t i = 0; i < contest->entrants; i++) {
		size_t at = count;

		if (contest->entrant[i].state != BOT_ENTRANT_PRESENT)
			continue;
		for (; at > 0 && is_before(contest, seed, i, order[at - 1]); at--)
			order[at] = order[at - 1];
		order[at] = i;
		count++;
	}
	return count;
}

void bot_contest_add_bout(
	struct bot_contest *contest, uint8_t round, uint8_t place, uint8_t one, uint8_t other)
{
	struct bot_bout *bout = &contest->bout[contest->bouts];

	*bout = (struct bot_bout){.number = (uint16_t)(++contest->bouts),
		.round = round,
		.place = place,
		.entrant = {one, other},
		.winner = BOT_BOUT_NOBODY};
}

void bot_contest_add_pool_bouts(
	struct bot_contest *contest, const struct bot_pool_sheet *sheets, size_t pools)
{
	for (size_t i = 0; i < BOT_DIVISION_BOUTS; i++) {
		for (size_t pool = 0; pool < pools; pool++) {
			const uint8_t *number = sheets[pool].number;
			size_t count;
			const struct bot_pool_bout *order =
				bot_division_order(sheets[pool].size, &count);

			if (i < count)
				bot_contest_add_bout(contest, 0, (uint8_t)(pool + 1),
					number[order[i].one - 1], number[order[i].other - 1]);
		}
	}
}

void bot_night_draw_pools(struct bot_contest *contest, const double rating[BOT_CONTEST_ROWS])
{
	struct bot_pool_sheet sheets[BOT_POOLS_MOST] = {0};
	struct bot_seed seed[BOT_CONTEST_ROWS] = {0};
	size_t order[BOT_CONTEST_ROWS];

	for (size_t i = 0; i < contest->entrants; i++)
		seed[i].rating = rating[i];
	size_t count = bot_contest_order(contest, seed, order), pools = bot_pool_count(count);
	for (size_t i = 0; i < count; i++) {
		struct bot_entrant *entrant = &contest->entrant[order[i]];
		size_t pool = bot_pool_of(i, pools);
		struct bot_pool_sheet *sheet = &sheets[pool];

		sheet->number[sheet->size++] = entrant->number;
		entrant->pool = (uint8_t)(pool + 1);
		entrant->place = (uint8_t)sheet->size;
	}
	bot_contest_add_pool_bouts(contest, sheets, pools);
}

struct bot_bout *bot_contest_bout_of(
	struct bot_contest *contest, uint8_t number, enum bot_bout_state state)
{
	for (size_t i = 0; i < contest->bouts; i++) {
		struct bot_bout *bout = &contest->bout[i];

		if (bout->state == state &&
			(bout->entrant[0] == number || bout->entrant[1] == number))
			return bout;
	}
	return NULL;
}

static bool is_free(struct bot_contest *contest, uint8_t number)
{
	return bot_contest_is_present(contest, number) &&
	       !bot_contest_bout_of(contest, number, BOT_BOUT_FENCED);
}

struct bot_bout *bot_contest_next_bout(struct bot_contest *contest)
{
	for (size_t i = 0; i < contest->bouts; i++) {
		struct bot_bout *bout = &contest->bout[i];

		if (bout->state == BOT_BOUT_WAITS && is_free(contest, bout->entrant[0]) &&
			is_free(contest, bout->entrant[1]))
			return bout;
	}
	return NULL;
}

size_t bot_contest_open_bouts(const struct bot_contest *contest, uint8_t round)
{
	size_t count = 0;

	for (size_t i = 0; i < contest->bouts; i++)
		count +=
			contest->bout[i].round == round && contest->bout[i].state != BOT_BOUT_ENDED;
	return count;
}

size_t bot_contest_open_in_pool(const struct bot_contest *contest, uint8_t pool)
{
	size_t count = 0;

	for (size_t i = 0; i < contest->bouts; i++)
		count += contest->bout[i].round == 0 && contest->bout[i].place == pool &&
			 contest->bout[i].state != BOT_BOUT_ENDED;
	return count;
}

void bot_contest_annul_bout(struct bot_bout *bout)
{
	bout->match = 0;
	bout->state = BOT_BOUT_ENDED;
	bout->winner = BOT_BOUT_NOBODY;
	memset(bout->touches, 0, sizeof(bout->touches));
}

size_t bot_contest_annul(struct bot_contest *contest)
{
	size_t count = 0;

	for (size_t i = 0; i < contest->bouts; i++) {
		struct bot_bout *bout = &contest->bout[i];

		if (bout->round != 0 || bout->state != BOT_BOUT_WAITS ||
			(bot_contest_is_present(contest, bout->entrant[0]) &&
				bot_contest_is_present(contest, bout->entrant[1])))
			continue;
		bot_contest_annul_bout(bout);
		count++;
	}
	return count;
}

void bot_contest_reopen(struct bot_contest *contest, uint8_t number)
{
	for (size_t i = 0; i < contest->bouts; i++) {
		struct bot_bout *bout = &contest->bout[i];

		if ((bout->entrant[0] == number || bout->entrant[1] == number) &&
			bout->round == 0 && bout->match == 0 && bout->state == BOT_BOUT_ENDED &&
			bout->again < BOT_CONTEST_AGAIN_MOST &&
			bot_contest_is_present(contest, bout->entrant[0]) &&
			bot_contest_is_present(contest, bout->entrant[1])) {
			bout->state = BOT_BOUT_WAITS;
			bout->again++;
		}
	}
}

/* Ranking */

bool bot_bout_is_fenced(const struct bot_bout *bout)
{
	return bout->state == BOT_BOUT_ENDED &&
	       (bout->winner != BOT_BOUT_NOBODY || bout->touches[0] + bout->touches[1] > 0);
}

size_t bot_contest_collect(const struct bot_contest *contest,
	struct bot_standing standings[BOT_CONTEST_ROWS],
	struct bot_pool_result results[BOT_CONTEST_BOUTS])
{
	uint8_t index[UINT8_MAX + 1] = {0};
	size_t count = 0;

	memset(standings, 0, BOT_CONTEST_ROWS * sizeof(*standings));
	for (size_t i = 0; i < contest->entrants; i++) {
		index[contest->entrant[i].number] = (uint8_t)i;
		standings[i].entrant = (uint8_t)i;
		standings[i].lot = contest->lot[i];
	}
	for (size_t i = 0; i < contest->bouts; i++) {
		const struct bot_bout *bout = &contest->bout[i];

		if (bout->round != 0 || !bot_bout_is_fenced(bout))
			continue;
		if (bout->place != BOT_CONTEST_DECIDES)
			results[count++] = (struct bot_pool_result){
				.entrant = {index[bout->entrant[0]], index[bout->entrant[1]]},
				.touches = {bout->touches[0], bout->touches[1]},
				.winner = bout->winner};
		else if (bout->winner != BOT_BOUT_NOBODY)
			standings[index[bout->entrant[bout->winner]]].decided++;
	}
	return count;
}

size_t bot_contest_add_deciding_bouts(
	struct bot_contest *contest, const struct bot_standing *standings, size_t count)
{
	size_t level = bot_ranking_first_by_lots(standings, count), before = contest->bouts;

	for (size_t i = 0; i < before; i++)
		if (contest->bout[i].round == 0 && contest->bout[i].place == BOT_CONTEST_DECIDES)
			return 0;
	for (size_t i = 0; i < level; i++)
		for (size_t j = i + 1; j < level; j++)
			bot_contest_add_bout(contest, 0, BOT_CONTEST_DECIDES,
				contest->entrant[standings[i].entrant].number,
				contest->entrant[standings[j].entrant].number);
	return contest->bouts - before;
}

size_t bot_contest_standings(
	struct bot_contest *contest, uint8_t pool, struct bot_standing standings[BOT_CONTEST_ROWS])
{
	struct bot_pool_result results[BOT_CONTEST_BOUTS];
	size_t count = bot_contest_collect(contest, standings, results), kept = 0;

	/* Who withdraws after the pools keeps their rank, and their bouts in the pools count. */
	for (size_t i = 0; i < contest->entrants; i++)
		standings[i].withdrawn = contest->entrant[i].state != BOT_ENTRANT_PRESENT &&
					 contest->entrant[i].rank == 0;
	bot_ranking_add(standings, contest->entrants, results, count);
	bot_ranking_sort(standings, contest->entrants, results, count);
	for (size_t i = 0; i < contest->entrants; i++) {
		const struct bot_entrant *entrant = &contest->entrant[standings[i].entrant];

		if (entrant->pool != 0 && (pool == 0 || entrant->pool == pool))
			standings[kept++] = standings[i];
	}
	return kept;
}

void bot_night_rank(struct bot_contest *contest)
{
	struct bot_standing standings[BOT_CONTEST_ROWS];
	size_t count = bot_contest_standings(contest, 0, standings);
	uint8_t rank = 0;

	for (size_t i = 0; i < count; i++)
		if (!standings[i].withdrawn)
			contest->entrant[standings[i].entrant].rank = ++rank;
}

size_t bot_contest_ranked(const struct bot_contest *contest)
{
	size_t count = 0;

	for (size_t i = 0; i < contest->entrants; i++)
		count += contest->entrant[i].rank > 0;
	return count;
}

struct bot_entrant *bot_contest_ranked_entrant(struct bot_contest *contest, size_t rank)
{
	for (size_t i = 0; i < contest->entrants; i++)
		if (rank > 0 && contest->entrant[i].rank == rank)
			return &contest->entrant[i];
	return NULL;
}

size_t bot_contest_fencers(const struct bot_contest *contest)
{
	size_t count = 0;

	for (size_t i = 0; i < contest->entrants; i++)
		count += contest->entrant[i].pool > 0;
	return count;
}

uint8_t bot_contest_pools(const struct bot_contest *contest)
{
	uint8_t pools = 0;

	for (size_t i = 0; i < contest->entrants; i++)
		if (contest->entrant[i].pool > pools)
			pools = contest->entrant[i].pool;
	return pools;
}
