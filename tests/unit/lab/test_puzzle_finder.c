/* Tests the choice of puzzles, and solves some of those that were chosen for the year again. */
#include "engine/lab/puzzle_finder.h"
#include "engine/lab/verdict.h"
#include "tests/support/cmocka.h"

#include <string.h>

static void find(struct puzzle_finder *finder, uint8_t bytes[EG_PUZZLE_SIZE])
{
	struct eg_puzzle puzzle;

	assert_true(puzzle_find(finder, &puzzle));
	eg_puzzle_write(&puzzle, bytes);
}

UNIT_TEST(test_finder_finds_what_is_wanted_and_each_time_the_same)
{
	struct puzzle_finder finder = {{5}, {[EG_PUZZLE_ATTACK] = 2}, 0, 0, 0, 0};
	struct puzzle_finder again = finder;
	uint8_t found[2][EG_PUZZLE_SIZE];

	for (size_t i = 0; i < 2; i++) {
		struct eg_puzzle puzzle;
		const char *reason;

		find(&finder, found[0]);
		find(&again, found[1]);
		assert_memory_equal(found[0], found[1], EG_PUZZLE_SIZE);
		assert_int_equal(eg_puzzle_read(found[0], &puzzle, &reason), EG_OK);
		assert_int_equal(puzzle.kind, EG_PUZZLE_ATTACK);
	}
	assert_int_equal(finder.wanted[EG_PUZZLE_ATTACK], 0);
}

UNIT_TEST(test_second_solution_has_the_same_best_action)
{
	size_t solved = 0;

	/* Eleven days on comes another kind. */
	for (size_t day = 0; day < EG_YEAR; day += 11) {
		struct eg_puzzle puzzle;
		struct eg_round round;
		struct verdict verdict;

		eg_year_read(day, &puzzle);
		if (puzzle.pile > 3)
			continue;
		eg_puzzle_round(&puzzle, &round);
		assert_true(verdict_of_deal(&round, 60, &verdict));
		assert_int_equal(verdict.count, puzzle.count);
		assert_int_equal(verdict.best, puzzle.best);
		assert_true(verdict.margin >= PUZZLE_DOUBT);
		assert_true(verdict.exploitability < 0.005);
		solved++;
	}
	assert_true(solved >= 25);
}
