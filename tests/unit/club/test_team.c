/* Tests the boards of a team match, and who has won it. */
#include "bot/club/team.h"
#include "tests/support/cmocka.h"

#include <stdlib.h>

/* Returns a team match with so many present fencers in both teams. The caller frees it. */
static struct bot_contest *create(uint8_t first, uint8_t second)
{
	struct bot_contest *contest = calloc(1, sizeof(*contest));

	assert_non_null(contest);
	contest->competition =
		(struct bot_competition){.id = 7, .partner = 8, .kind = BOT_KIND_TEAM};
	for (uint8_t i = 0; i < first + second; i++)
		contest->entrant[contest->entrants++] = (struct bot_entrant){
			.number = i < first ? i : (uint8_t)(BOT_CONTEST_HALF + i - first),
			.state = BOT_ENTRANT_PRESENT};
	return contest;
}

UNIT_TEST(test_each_half_knows_both_ids)
{
	const struct bot_competition first = {.id = 7, .partner = 8},
				     second = {.id = 8, .partner = 7};
	const struct bot_competition night = {.id = 9};

	for (size_t half = 0; half < 2; half++) {
		assert_int_equal(bot_competition_half_id(&first, half), 7 + half);
		assert_int_equal(bot_competition_half_id(&second, half), 7 + half);
	}
	assert_int_equal(bot_competition_which_half(&first), 0);
	assert_int_equal(bot_competition_which_half(&second), 1);
	assert_int_equal(bot_competition_half_id(&night, 0), 9);
	assert_int_equal(bot_competition_half_id(&night, 1), 0);
	assert_int_equal(bot_competition_half_of_entrant(&first, BOT_CONTEST_HALF - 1), 0);
	assert_int_equal(bot_competition_half_of_entrant(&second, BOT_CONTEST_HALF), 1);
	assert_int_equal(bot_competition_half_of_entrant(&night, BOT_CONTEST_HALF), 0);
}

UNIT_TEST(test_entrants_get_the_numbers_of_their_half)
{
	struct bot_contest *contest = create(1, 2);

	assert_int_equal(bot_contest_add(contest, "@a:x", "$a")->number, 1);
	contest->competition = (struct bot_competition){.id = 8, .partner = 7};
	assert_int_equal(bot_contest_add(contest, "@b:x", "$b")->number, BOT_CONTEST_HALF + 2);
	free(contest);
}

UNIT_TEST(test_strongest_fence_on_the_first_board)
{
	struct bot_contest *contest = create(3, 2);
	double rating[BOT_CONTEST_ROWS] = {1500, 1700, 1600, 1400, 1800};

	bot_team_set_boards(contest, rating);
	assert_int_equal(contest->bouts, 2);
	assert_int_equal(contest->bout[0].entrant[0], 1);
	assert_int_equal(contest->bout[0].entrant[1], BOT_CONTEST_HALF + 1);
	assert_int_equal(contest->bout[1].entrant[0], BOT_CONTEST_HALF);
	assert_int_equal(contest->bout[1].entrant[1], 2);
	assert_int_equal(contest->entrant[0].state, BOT_ENTRANT_ABSENT);
	assert_int_equal(bot_team_size(contest, 0), 2);
	assert_int_equal(bot_team_size(contest, 1), 2);
	free(contest);
}

UNIT_TEST(test_boards_are_sixteen_at_most)
{
	static const double equal[BOT_CONTEST_ROWS];
	struct bot_contest *contest = create(40, 20);

	bot_team_set_boards(contest, equal);
	assert_int_equal(contest->bouts, BOT_TEAM_MOST);
	assert_int_equal(bot_team_size(contest, 0), BOT_TEAM_MOST);
	assert_int_equal(bot_team_size(contest, 1), BOT_TEAM_MOST);
	free(contest);
}

/* Ends a bout with these touches of the first and of the second team. */
static void end(struct bot_contest *contest, size_t i, uint8_t first, uint8_t second)
{
	struct bot_bout *bout = &contest->bout[i];
	size_t seat = bout->entrant[0] >= BOT_CONTEST_HALF;

	bout->state = BOT_BOUT_ENDED;
	bout->touches[seat] = first;
	bout->touches[1 - seat] = second;
	if (first != second)
		bout->winner = (uint8_t)(first > second ? seat : 1 - seat);
}

UNIT_TEST(test_points_decide_and_then_touches)
{
	static const struct {
		uint8_t touches[2][2];
		size_t winner;
	} cases[] = {
		{{{5, 4}, {5, 0}}, 0},
		{{{5, 4}, {0, 0}}, 0},
		{{{5, 4}, {0, 5}}, 1},
		{{{5, 3}, {4, 5}}, 0},
		{{{5, 3}, {3, 5}}, BOT_TEAM_NOBODY},
		{{{0, 0}, {0, 0}}, BOT_TEAM_NOBODY},
		{{{2, 2}, {4, 5}}, 1},
	};
	static const double equal[BOT_CONTEST_ROWS];

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct bot_contest *contest = create(2, 2);
		bot_team_set_boards(contest, equal);
		for (size_t j = 0; j < 2; j++)
			end(contest, j, cases[i].touches[j][0], cases[i].touches[j][1]);
		const struct bot_team_score score = bot_team_count_score(contest);
		assert_int_equal(score.touches[0], cases[i].touches[0][0] + cases[i].touches[1][0]);
		assert_int_equal(bot_team_winner(&score), cases[i].winner);
		free(contest);
	}
}

/* A bout that goes on counts for nobody yet. */
UNIT_TEST(test_only_ended_bouts_count)
{
	static const double equal[BOT_CONTEST_ROWS];
	struct bot_contest *contest = create(2, 2);

	bot_team_set_boards(contest, equal);
	end(contest, 0, 5, 1);
	end(contest, 1, 1, 5);
	contest->bout[1].state = BOT_BOUT_FENCED;
	const struct bot_team_score score = bot_team_count_score(contest);
	assert_int_equal(score.points[0], 1);
	assert_int_equal(score.points[1], 0);
	assert_int_equal(score.touches[1], 1);
	free(contest);
}
