#include "bot/club/team.h"

#include <assert.h>

static_assert(BOT_ENTRANTS_MOST <= BOT_CONTEST_HALF, "each team has numbers of its own");

static size_t half_of(const struct bot_contest *contest, uint8_t number)
{
	return bot_competition_half_of_entrant(&contest->competition, number);
}

size_t bot_team_size(const struct bot_contest *contest, size_t half)
{
	size_t size = 0;

	for (size_t i = 0; i < contest->entrants; i++)
		size += contest->entrant[i].state == BOT_ENTRANT_PRESENT &&
			half_of(contest, contest->entrant[i].number) == half;
	return size;
}

/* Writes the indexes of the fencers of a team, the strongest first. */
static void order_team(const struct bot_contest *contest, const double rating[BOT_CONTEST_ROWS],
	size_t half, size_t team[BOT_CONTEST_ROWS])
{
	struct bot_seed seed[BOT_CONTEST_ROWS] = {0};
	size_t order[BOT_CONTEST_ROWS], size = 0;

	for (size_t i = 0; i < contest->entrants; i++)
		seed[i].rating = rating[i];
	size_t count = bot_contest_order(contest, seed, order);
	for (size_t i = 0; i < count; i++)
		if (half_of(contest, contest->entrant[order[i]].number) == half)
			team[size++] = order[i];
}

void bot_team_set_boards(struct bot_contest *contest, const double rating[BOT_CONTEST_ROWS])
{
	size_t team[2][BOT_CONTEST_ROWS], size[2], boards = BOT_TEAM_MOST;

	for (size_t half = 0; half < 2; half++) {
		size[half] = bot_team_size(contest, half);
		boards = size[half] < boards ? size[half] : boards;
		order_team(contest, rating, half, team[half]);
	}
	for (size_t half = 0; half < 2; half++) {
		for (size_t i = 0; i < size[half]; i++) {
			struct bot_entrant *entrant = &contest->entrant[team[half][i]];

			if (i >= boards) {
				entrant->state = BOT_ENTRANT_ABSENT;
				continue;
			}
			entrant->pool = (uint8_t)(half + 1);
			entrant->place = (uint8_t)(i + 1);
		}
	}
	for (size_t i = 0; i < boards; i++)
		bot_contest_add_bout(contest, 0, 1, contest->entrant[team[i % 2][i]].number,
			contest->entrant[team[1 - i % 2][i]].number);
}

struct bot_team_score bot_team_count_score(const struct bot_contest *contest)
{
	struct bot_team_score score = {0};

	for (size_t i = 0; i < contest->bouts; i++) {
		const struct bot_bout *bout = &contest->bout[i];

		for (size_t j = 0; bout->state == BOT_BOUT_ENDED && j < 2; j++) {
			size_t half = half_of(contest, bout->entrant[j]);

			score.points[half] += bout->winner == j;
			score.touches[half] += bout->touches[j];
		}
	}
	return score;
}

size_t bot_team_winner(const struct bot_team_score *score)
{
	const unsigned *decides =
		score->points[0] == score->points[1] ? score->touches : score->points;

	if (decides[0] == decides[1])
		return BOT_TEAM_NOBODY;
	return decides[0] < decides[1];
}
