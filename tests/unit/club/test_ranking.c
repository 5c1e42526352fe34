/* Tests the ranking after the pools. tests/competition computes rankings in another way, too. */
#include "bot/club/pool.h"
#include "tests/support/cmocka.h"

#include <string.h>

#define COUNT(list) (sizeof(list) / sizeof(*(list)))

/* Asserts that the ranking is these entrants, the best first. */
static void assert_ranking(
	const struct bot_standing *standings, size_t entrants, const uint8_t *expected)
{
	for (size_t i = 0; i < entrants; i++)
		assert_int_equal(standings[i].entrant, expected[i]);
}

/*
 * 0 wins all; 1, 2 and 3 win one bout of three each. Of these, 3 has the best indicator; 1 and 2
 * have the same, but 2 has scored more touches.
 */
UNIT_TEST(test_victories_indicator_and_touches_decide_in_this_order)
{
	static const struct bot_pool_result results[] = {
		{{0, 1}, {5, 2}, 0},
		{{0, 2}, {5, 4}, 0},
		{{0, 3}, {5, 4}, 0},
		{{1, 2}, {5, 4}, 0},
		{{2, 3}, {5, 3}, 0},
		{{3, 1}, {5, 3}, 0},
	};
	struct bot_standing standings[4] = {{0}};

	bot_ranking_add(standings, 4, results, COUNT(results));
	assert_int_equal(standings[0].victories, 3);
	assert_int_equal(bot_ranking_indicator(&standings[0]), 5);
	assert_int_equal(bot_ranking_indicator(&standings[1]), -4);
	assert_int_equal(bot_ranking_indicator(&standings[2]), 0);
	assert_int_equal(bot_ranking_indicator(&standings[3]), -1);
	bot_ranking_sort(standings, 4, results, COUNT(results));
	assert_ranking(standings, 4, (const uint8_t[]){0, 2, 3, 1});
}

/* 0, 1 and 2 have won half of their bouts, and have the same indicator. */
UNIT_TEST(test_touches_and_lots_decide_after_the_indicator)
{
	struct bot_standing standings[] = {
		{.entrant = 0, .bouts = 2, .victories = 1, .scored = 8, .received = 7, .lot = 9},
		{.entrant = 1, .bouts = 2, .victories = 1, .scored = 9, .received = 8, .lot = 8},
		{.entrant = 2, .bouts = 4, .victories = 2, .scored = 9, .received = 8, .lot = 7},
		{.entrant = 3, .bouts = 3, .victories = 2, .scored = 3, .received = 9, .lot = 6},
	};

	bot_ranking_sort(standings, 4, NULL, 0);
	/* 3 has won most; 2 and 1 are equal, so lots decide; 0 has scored fewer touches */
	assert_ranking(standings, 4, (const uint8_t[]){3, 2, 1, 0});
	assert_true(standings[1].by_lots && standings[2].by_lots);
	assert_false(standings[0].by_lots || standings[3].by_lots);
}

/* 0 and 1 are level; 1 has beaten 0, who has scored more touches and has the better lot. */
UNIT_TEST(test_direct_victory_decides_before_touches_and_lots)
{
	static const struct bot_pool_result results[] = {
		{{0, 1}, {3, 5}, 1},
		{{0, 2}, {5, 1}, 0},
		{{1, 2}, {3, 3}, 2},
		{{0, 3}, {5, 3}, 0},
		{{1, 3}, {4, 2}, 0},
		{{2, 3}, {5, 0}, 0},
	};
	struct bot_standing standings[4] = {[1].lot = 1};

	bot_ranking_add(standings, 4, results, COUNT(results));
	assert_int_equal(standings[0].victories, standings[1].victories);
	assert_int_equal(
		bot_ranking_indicator(&standings[0]), bot_ranking_indicator(&standings[1]));
	assert_true(standings[0].scored > standings[1].scored);
	bot_ranking_sort(standings, 4, results, COUNT(results));
	assert_ranking(standings, 4, (const uint8_t[]){1, 0, 2, 3});
	assert_false(standings[0].by_lots);
}

/* Three who have each beaten one of the others in the same way: their direct victories are equal.
 */
UNIT_TEST(test_lots_decide_between_three_in_a_circle)
{
	static const struct bot_pool_result results[] = {
		{{0, 1}, {5, 3}, 0},
		{{1, 2}, {5, 3}, 0},
		{{2, 0}, {5, 3}, 0},
	};
	struct bot_standing standings[3] = {{.lot = 2}, {.lot = 3}, {.lot = 1}};

	bot_ranking_add(standings, 3, results, COUNT(results));
	bot_ranking_sort(standings, 3, results, COUNT(results));
	assert_ranking(standings, 3, (const uint8_t[]){2, 0, 1});
	for (size_t i = 0; i < 3; i++)
		assert_true(standings[i].by_lots);
}

/* 0 has beaten 1, but neither has met 2, who is level with both: the touches decide. */
UNIT_TEST(test_direct_victory_counts_only_if_all_have_met)
{
	static const struct bot_pool_result results[] = {
		{{0, 1}, {5, 3}, 0},
		{{0, 3}, {1, 3}, 1},
		{{1, 3}, {5, 3}, 0},
		{{2, 3}, {5, 3}, 0},
		{{2, 4}, {1, 3}, 1},
	};
	struct bot_standing standings[5] = {{0}};

	bot_ranking_add(standings, 5, results, COUNT(results));
	for (size_t i = 0; i < 3; i++)
		assert_int_equal(bot_ranking_indicator(&standings[i]), 0);
	bot_ranking_sort(standings, 5, results, COUNT(results));
	for (size_t i = 0; i < 5; i++)
		assert_int_equal(standings[i].direct, 0);
	assert_int_equal(standings[1].entrant, 1);
}

UNIT_TEST(test_bouts_of_the_withdrawn_are_annulled)
{
	static const struct bot_pool_result results[] = {
		{{0, 1}, {5, 0}, 0},
		{{0, 2}, {1, 5}, 1},
		{{1, 2}, {5, 4}, 0},
	};
	struct bot_standing standings[4] = {[1].withdrawn = true};

	bot_ranking_add(standings, 4, results, COUNT(results));
	assert_int_equal(standings[0].bouts, 1);
	assert_int_equal(standings[1].bouts, 0);
	assert_int_equal(standings[2].victories, 1);
	bot_ranking_sort(standings, 4, results, COUNT(results));
	/* 3 has fenced nobody */
	assert_ranking(standings, 4, (const uint8_t[]){2, 0, 3, 1});
}
