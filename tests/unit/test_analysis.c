#include "engine/analysis/analysis.h"

#include "engine/analysis/accuracy.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#define RECORD_SIZE 262144

static struct eg_analysis analysis; /* too large for some stacks */
static char text[RECORD_SIZE];

static const char rules[] = "[Rules \"advanced\"]\n[Touches \"2\"]\n[First \"white\"]\n";
static const char deck[] = "1455512233135421254332144";

static void analyse(const char *record)
{
	struct eg_record_fault fault;

	assert_int_equal(eg_analysis_init(&analysis, record, strlen(record), &fault), EG_OK);
	unsigned before = 0;

	while (eg_analysis_step(&analysis)) {
		unsigned progress = eg_analysis_progress(&analysis);

		assert_in_range(progress, before, 99);
		before = progress;
	}
	assert_int_equal(eg_analysis_progress(&analysis), 100);
	assert_false(eg_analysis_step(&analysis));
}

/* A round with this deck and these actions, and its result. */
static void analyse_round(const char *cards, const char *actions)
{
	snprintf(text, sizeof(text), "%s\nround 1 %s\n%s\n", rules, cards, actions);
	analyse(text);
}

static void read_file(const char *name)
{
	FILE *file = fopen(name, "rb");

	assert_non_null(file);
	size_t size = fread(text, 1, sizeof(text) - 1, file);

	text[size] = '\0';
	fclose(file);
}

static void test_analysis_of_a_whole_match(void **state)
{
	(void)state;
	read_file(TEST_RECORDS "/valid/won.record");
	analyse(text);
	assert_int_equal(analysis.round_count, 2);
	assert_int_equal(analysis.decision_count, 9 + 15);
	assert_int_equal(analysis.winner, EG_WHITE);
	assert_int_equal(analysis.score[EG_WHITE], 2);
	assert_int_equal(analysis.rounds[1].first, EG_BLACK);
	assert_int_equal(analysis.rounds[1].decisions, 9);
	assert_int_equal(analysis.rounds[1].count, 15);
	assert_int_equal(analysis.rounds[1].score[EG_WHITE], 1);
	assert_int_equal(analysis.rounds[1].result.reason, EG_CARDS);
	for (size_t i = 0; i < analysis.decision_count; i++) {
		const struct eg_decision *decision = &analysis.decisions[i];

		assert_true(decision->loss >= 0 && decision->loss <= 1);
		assert_true((decision->loss > 0) ==
			    !eg_action_equal(decision->played, decision->better));
		assert_true(decision->why == EG_WHY_NONE || decision->grade != EG_MIXING);
	}
	for (size_t i = 0; i < 2; i++) {
		const struct eg_player_summary *player = &analysis.players[i];
		unsigned sum = 0;

		for (size_t grade = 0; grade < EG_GRADES; grade++)
			sum += player->grades[grade];
		assert_int_equal(sum, player->choices);
		assert_true(player->accuracy > 0 && player->accuracy <= 100);
	}
}

static void test_analysis_is_the_same_again(void **state)
{
	static struct eg_analysis again;

	(void)state;
	read_file(TEST_RECORDS "/valid/standard.record");
	analyse(text);
	again = analysis;
	analyse(text);
	assert_memory_equal(analysis.decisions, again.decisions, sizeof(analysis.decisions));
	assert_memory_equal(analysis.players, again.players, sizeof(analysis.players));
}

static void test_analysis_of_no_round(void **state)
{
	(void)state;
	analyse(rules);
	assert_int_equal(analysis.round_count, 0);
	assert_int_equal(analysis.decision_count, 0);
	assert_int_equal(analysis.turn_count, 0);
	assert_true(analysis.players[EG_WHITE].accuracy == 100);
}

static void test_analysis_of_an_unfinished_round(void **state)
{
	(void)state;
	analyse_round(deck, "1. +1 2. +2");
	assert_int_equal(analysis.decision_count, 2);
	assert_false(analysis.rounds[0].over);
	analyse_round(deck, "");
	assert_int_equal(analysis.round_count, 1);
	assert_int_equal(analysis.decision_count, 0);
}

static void expect_fault(const char *record, enum eg_error error, uint32_t line)
{
	struct eg_record_fault fault = {0};

	assert_int_equal(eg_analysis_init(&analysis, record, strlen(record), &fault), error);
	assert_int_equal(fault.line, line);
	assert_non_null(fault.reason);
}

static void test_analysis_refuses_bad_records(void **state)
{
	(void)state;
	expect_fault("", EG_BAD_RULES, 1);
	expect_fault("<html>\n", EG_SYNTAX, 1);
	snprintf(text, sizeof(text), "%s\nround 1 %s\n1. +2\n", rules, deck);
	expect_fault(text, EG_ILLEGAL, 6);
	snprintf(text, sizeof(text), "%s\nround 1 %.24s1\n", rules, deck);
	expect_fault(text, EG_BAD_DECK, 5);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_analysis_of_a_whole_match),
		cmocka_unit_test(test_analysis_is_the_same_again),
		cmocka_unit_test(test_analysis_of_no_round),
		cmocka_unit_test(test_analysis_of_an_unfinished_round),
		cmocka_unit_test(test_analysis_refuses_bad_records),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
