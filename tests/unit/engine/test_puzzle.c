/* Tests the files of puzzles, and the puzzles of a year. */
#include "engine/analysis/analysis.h"
#include "engine/puzzle/puzzle.h"
#include "tests/support/cmocka.h"

#include <string.h>

#define PUZZLE (eg_year + EG_PUZZLE_HEAD)

/*
 * White on 9 is attacked from 14 by a Black who advanced first: one five. White has a five to
 * parry with, and behind the fencer room for each retreat.
 */
static const uint8_t attacked[EG_PUZZLE_SIZE] = {2 + 8 + 16, 9, 14, 2, 5, 5, 1, 1 + 8 * 2,
	1 + 8 * 2, 1 + 8 * 2, 1 + 8 * 3, 1 + 8 * 4, 1, 0, 50, 0, 20, 30, 40, 50, 60, 0};

/* Expects the file to be refused after `puzzles` puzzles. */
static void expect_refused(const uint8_t *bytes, size_t size, size_t puzzles, const char *expected)
{
	const char *reason = NULL;
	size_t count = 99;

	assert_int_equal(eg_puzzles_check(bytes, size, &count, &reason), EG_SYNTAX);
	assert_string_equal(reason, expected);
	assert_int_equal(count, puzzles);
}

UNIT_TEST(test_puzzle_is_read)
{
	struct eg_puzzle puzzle;
	struct eg_view view;
	const char *reason = NULL;

	assert_int_equal(eg_puzzle_read(attacked, &puzzle, &reason), EG_OK);
	assert_int_equal(puzzle.count, 6);
	assert_int_equal(puzzle.legal[puzzle.best].kind, EG_PARRY);
	assert_int_equal(puzzle.legal[puzzle.lure].move, 1);
	assert_int_equal(puzzle.cost[puzzle.lure], 20);
	eg_puzzle_view(&puzzle, &view);
	assert_int_equal(view.seat, EG_WHITE);
	assert_int_equal(view.distance, 5);
	assert_int_equal(view.pile, 2);
	assert_int_equal(view.last_card, 5);
	assert_int_equal(view.hand_size[EG_BLACK], 5);
	assert_int_equal(view.unseen[1], 2);
	assert_int_equal(view.legal_count, 6);
	assert_string_equal(eg_puzzle_kind_name(puzzle.kind), "answer");
	assert_string_equal(eg_puzzle_grade_name(puzzle.grade), "easy");
}

UNIT_TEST(test_faulty_puzzles_are_refused)
{
	static const struct {
		size_t at;
		uint8_t byte;
		const char *reason;
	} faults[] = {
		{0, 64, "no such kind of puzzle"},
		{12, 5, "no such kind of puzzle"},
		{13, 3, "no such kind of puzzle"},
		{14, 101, "no such kind of puzzle"},
		{7, 1 + 8 * 5, "more cards of a value than the deck has"},
		{7, 2 + 8 * 2, "no hand has so many cards"},
		{3, 16, "no pile has so many cards"},
		{3, 3, "the other hand can't have so many cards"},
		{3, 1, "the other hand can't have so many cards"},
		{4, 6, "the last card is not on the discard pile"},
		{4, 0, "the last card is not on the discard pile"},
		{1, 0, "the fencers can't stand there"},
		{1, 14, "the fencers can't stand there"},
		{2, 24, "the fencers can't stand there"},
		{0, 2, "an attack in a turn"},
		{0, 1 + 8 + 16, "no such attack is possible"}, /* the standard rules */
		{0, 8, "no such attack is possible"},          /* the basic rules */
		{2, 13, "no such attack is possible"},
		{4, 4, "no such attack is possible"},
		{5, 4, "no such attack is possible"},
		{6, 0, "no such attack is possible"},
		{6, 5, "no such attack is possible"},
		{0, 2 + 8, "the solver has no choice"},
		{6, 2, "not exactly one action is the best"}, /* two fives can't be parried */
		{16, 101, "no action can cost so much"},
		{30, 1, "no action can cost so much"},
		{16, 0, "not exactly one action is the best"},
		{21, 1, "not exactly one action is the best"},
		{15, 5, "no worse action tempts"},
		{15, 6, "no worse action tempts"},
	};

	for (size_t i = 0; i < sizeof(faults) / sizeof(faults[0]); i++) {
		uint8_t file[EG_PUZZLE_HEAD + 2 * EG_PUZZLE_SIZE];

		memcpy(file, eg_puzzles_head, EG_PUZZLE_HEAD);
		memcpy(file + EG_PUZZLE_HEAD, attacked, EG_PUZZLE_SIZE);
		memcpy(file + EG_PUZZLE_HEAD + EG_PUZZLE_SIZE, attacked, EG_PUZZLE_SIZE);
		file[EG_PUZZLE_HEAD + EG_PUZZLE_SIZE + faults[i].at] = faults[i].byte;
		expect_refused(file, sizeof(file), 1, faults[i].reason);
	}
}

UNIT_TEST(test_truncated_file_is_refused)
{
	size_t end = EG_PUZZLE_HEAD + 3 * EG_PUZZLE_SIZE;

	for (size_t size = 0; size < EG_PUZZLE_HEAD; size++)
		expect_refused(eg_year, size, 0, "the file does not begin as one of puzzles");
	expect_refused(PUZZLE, EG_PUZZLE_SIZE, 0, "the file does not begin as one of puzzles");
	expect_refused(eg_year, EG_PUZZLE_HEAD, 0, "the file ends within a puzzle");
	for (size_t size = end - EG_PUZZLE_SIZE + 1; size < end; size++)
		expect_refused(eg_year, size, 2, "the file ends within a puzzle");
}

/* Nothing that is read differs from its bytes, and no bytes lead the reader astray. */
UNIT_TEST(test_changed_bytes_are_refused_or_read_as_they_are)
{
	for (size_t at = 0; at < EG_PUZZLE_SIZE; at++)
		for (int byte = 0; byte < 256; byte++) {
			uint8_t bytes[EG_PUZZLE_SIZE];
			uint8_t again[EG_PUZZLE_SIZE];
			struct eg_puzzle puzzle;
			const char *reason;

			memcpy(bytes, attacked, sizeof(bytes));
			bytes[at] = (uint8_t)byte;
			if (eg_puzzle_read(bytes, &puzzle, &reason) != EG_OK)
				continue;
			eg_puzzle_write(&puzzle, again);
			assert_memory_equal(bytes, again, sizeof(bytes));
		}
}

UNIT_TEST(test_year_is_whole)
{
	size_t kinds[EG_PUZZLE_KINDS][EG_PUZZLE_GRADES] = {0};
	size_t count;
	const char *reason;

	assert_int_equal(eg_puzzles_check(eg_year, sizeof(eg_year), &count, &reason), EG_OK);
	assert_int_equal(count, EG_YEAR);
	for (size_t day = 0; day < EG_YEAR; day++) {
		struct eg_puzzle puzzle;
		struct eg_round round;
		struct eg_view view;

		eg_year_read(day, &puzzle);
		kinds[puzzle.kind][puzzle.grade]++;
		/* There is a reason to tell. */
		eg_puzzle_view(&puzzle, &view);
		assert_int_not_equal(
			eg_why_worse(&view, puzzle.legal[puzzle.lure], puzzle.legal[puzzle.best]),
			EG_WHY_NONE);
		/* The best action is legal, and no other one is nearly as good. */
		eg_puzzle_round(&puzzle, &round);
		assert_int_equal(eg_round_play(&round, puzzle.legal[puzzle.best]), EG_OK);
		for (size_t i = 0; i < puzzle.count; i++)
			assert_true(i == puzzle.best || puzzle.cost[i] >= 10);
	}
	for (size_t kind = 0; kind < EG_PUZZLE_KINDS; kind++)
		for (size_t grade = 0; grade < EG_PUZZLE_GRADES; grade++)
			assert_true(kinds[kind][grade] >= 20);
}

UNIT_TEST(test_no_puzzles_of_a_month_are_alike)
{
	for (size_t day = 0; day < EG_YEAR; day++)
		for (size_t later = day + 1; later < day + EG_PUZZLE_MONTH; later++) {
			struct eg_puzzle one;
			struct eg_puzzle other;

			eg_year_read(day, &one);
			eg_year_read(later % EG_YEAR, &other);
			if (eg_puzzle_is_like(&one, &other))
				fail_msg("days %zu and %zu", day, later % EG_YEAR);
		}
}

/* The round that shows a puzzle has the same cards, whoever held which of those not seen. */
UNIT_TEST(test_round_of_a_puzzle_has_the_whole_deck)
{
	for (size_t day = 0; day < EG_YEAR; day++) {
		struct eg_puzzle puzzle;
		struct eg_round round;

		eg_year_read(day, &puzzle);
		eg_puzzle_round(&puzzle, &round);
		for (uint8_t value = 1; value <= EG_VALUES; value++) {
			int cards = round.hand[EG_WHITE][value] + round.hand[EG_BLACK][value];

			for (size_t i = 0; i < round.discarded; i++)
				cards += round.discard[i] == value;
			for (size_t i = round.drawn; i < EG_DECK; i++)
				cards += round.deck[i] == value;
			assert_int_equal(cards, EG_COPIES);
		}
	}
}
