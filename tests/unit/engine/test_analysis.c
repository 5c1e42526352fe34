#include "engine/analysis/analysis.h"

#include "engine/analysis/findings.h"
#include "engine/command/duel.h"
#include "tests/support/cmocka.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define RECORD_SIZE 262144

static struct eg_analysis analysis; /* too large for some stacks */
static char text[RECORD_SIZE];

static const char rules[] = "[Rules \"advanced\"]\n[Touches \"2\"]\n[First \"white\"]\n";
static const char deck[] = "1455512233135421254332144";

/*
 * Before action 7 White holds 4 4 5 5 5 at the distance 5. Black has played both other fives, so
 * each attack is a touch.
 */
static const char sure_deck[] = "5551255123324242134134134";
#define SURE_ACTIONS "1. +2 2. +5 3. +3 4. +5 5. +1 6. +1 "

static bool near(float a, double b)
{
	return fabs((double)a - b) < 0.01;
}

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

UNIT_TEST(test_analysis_of_a_whole_match)
{
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

UNIT_TEST(test_analysis_is_the_same_again)
{
	static struct eg_analysis again;

	read_file(TEST_RECORDS "/valid/standard.record");
	analyse(text);
	again = analysis;
	analyse(text);
	assert_memory_equal(analysis.decisions, again.decisions, sizeof(analysis.decisions));
	assert_memory_equal(analysis.players, again.players, sizeof(analysis.players));
}

UNIT_TEST(test_analysis_of_no_round)
{
	analyse(rules);
	assert_int_equal(analysis.round_count, 0);
	assert_int_equal(analysis.decision_count, 0);
	assert_int_equal(analysis.turn_count, 0);
	assert_true(analysis.players[EG_WHITE].accuracy == 100);
}

UNIT_TEST(test_analysis_of_an_unfinished_round)
{
	analyse_round(deck, "1. +1 2. +2");
	assert_int_equal(analysis.decision_count, 2);
	assert_false(analysis.rounds[0].over);
	assert_true(eg_analysis_end(&analysis, &analysis.rounds[0]) ==
		    analysis.decisions[1].open_after);
	analyse_round(deck, "");
	assert_int_equal(analysis.round_count, 1);
	assert_int_equal(analysis.decision_count, 0);
	assert_true(near(eg_analysis_end(&analysis, &analysis.rounds[0]),
		0.5 + (double)analysis.rounds[0].deal_luck));
}

UNIT_TEST(test_end_of_a_round)
{
	struct eg_analysis_round round = {.over = true, .result = {EG_NOBODY, EG_DRAW}};

	assert_true(eg_analysis_end(&analysis, &round) == 0.5F);
	round.result = (struct eg_result){EG_WHITE, EG_TOUCH};
	assert_true(eg_analysis_end(&analysis, &round) == 1);
	round.result.winner = EG_BLACK;
	assert_true(eg_analysis_end(&analysis, &round) == 0);
	round.lost = 0.25F;
	round.won = 0.75F;
	assert_true(eg_analysis_match(&round, 0.5F) == 0.5F);
}

UNIT_TEST(test_names_for_programs)
{
	assert_string_equal(eg_grade_name(EG_MIXING), "mixing");
	assert_string_equal(eg_grade_name(EG_BLUNDER), "blunder");
	assert_string_equal(eg_turn_name(EG_BY_DEAL), "deal");
}

static void expect_fault(const char *record, enum eg_error error, uint32_t line)
{
	struct eg_record_fault fault = {0};

	assert_int_equal(eg_analysis_init(&analysis, record, strlen(record), &fault), error);
	assert_int_equal(fault.line, line);
	assert_non_null(fault.reason);
}

UNIT_TEST(test_analysis_refuses_bad_records)
{
	expect_fault("", EG_BAD_RULES, 1);
	expect_fault("<html>\n", EG_SYNTAX, 1);
	snprintf(text, sizeof(text), "%s\nround 1 %s\n1. +2\n", rules, deck);
	expect_fault(text, EG_ILLEGAL, 6);
	snprintf(text, sizeof(text), "%s\nround 1 %.24s1\n", rules, deck);
	expect_fault(text, EG_BAD_DECK, 5);
}

/* Losses that are known by construction */

UNIT_TEST(test_analysis_of_a_missed_touch)
{
	const struct eg_decision *decision = &analysis.decisions[6];

	analyse_round(sure_deck, SURE_ACTIONS "7. -4");
	assert_int_equal(decision->grade, EG_BLUNDER);
	assert_int_equal(decision->why, EG_WHY_SURE_ATTACK);
	assert_int_equal(decision->better.kind, EG_ATTACK);
	assert_true(decision->loss > 0.5F);
	assert_true(analysis.players[EG_WHITE].grades[EG_BLUNDER] > 0);
	assert_int_equal(analysis.players[EG_WHITE].costliest[0], 6);
	analyse_round(sure_deck, SURE_ACTIONS "7. +4");
	assert_int_equal(decision->grade, EG_BLUNDER);
	assert_int_equal(decision->why, EG_WHY_SURE_ATTACK);
}

UNIT_TEST(test_analysis_of_a_sure_touch)
{
	const struct eg_decision *decision = &analysis.decisions[6];

	analyse_round(sure_deck, SURE_ACTIONS "7. x555\nwhite touch");
	assert_true(decision->loss == 0);
	assert_true(eg_action_equal(decision->better, decision->played));
	assert_true(decision->open_after == 1);
	assert_true(decision->draw_luck == 0); /* no card can change the result */
	/* Which of the three attacks it is costs nothing. */
	analyse_round(sure_deck, SURE_ACTIONS "7. x5\nwhite touch");
	assert_true(decision->loss == 0);
}

UNIT_TEST(test_chances_follow_each_other)
{
	read_file(TEST_RECORDS "/valid/won.record");
	analyse(text);
	for (size_t i = 0; i < analysis.round_count; i++) {
		const struct eg_analysis_round *round = &analysis.rounds[i];
		const struct eg_decision *decision = &analysis.decisions[round->decisions];

		assert_true(round->won > round->lost);
		for (size_t j = 0; j + 1 < round->count; j++)
			assert_true(decision[j].open_after == decision[j + 1].open_points);
		assert_true(decision[round->count - 1].open_after == eg_analysis_result(round));
		for (size_t j = 0; j < round->count; j++) {
			float own = decision[j].seat == EG_WHITE ? decision[j].match
								 : 1 - decision[j].match;

			assert_true(own >= round->lost && own <= round->won);
		}
	}
	/* White wins 2 to 0: in round 2 a touch wins the match. */
	assert_true(analysis.rounds[1].won == 1);
	assert_true(analysis.players[0].luck == -analysis.players[1].luck);
}

/* The accuracy, computed by hand */

UNIT_TEST(test_accuracy_of_an_action)
{
	assert_true(eg_accuracy_action(0) == 100);
	assert_true(near(eg_accuracy_action(0), 100));
	assert_true(near(eg_accuracy_action(0.1F), 63.583)); /* 103.1668 / e^0.4354 - 3.1669 */
	assert_true(eg_accuracy_action(1) == 0);
	assert_true(eg_accuracy_action(0.02F) > eg_accuracy_action(0.021F));
}

/* Writes a round with four actions of White, of which the last one is forced. */
static void four_actions(const float points[4], const float losses[4])
{
	memset(&analysis, 0, sizeof(analysis));
	analysis.round_count = 1;
	analysis.rounds[0].count = 4;
	analysis.decision_count = 4;
	for (size_t i = 0; i < 4; i++)
		analysis.decisions[i] = (struct eg_decision){
			.seat = EG_WHITE, .forced = i == 3, .points = points[i], .loss = losses[i]};
}

UNIT_TEST(test_accuracy_of_equal_stakes)
{
	four_actions((const float[]){0.5F, 0.5F, 0.5F, 0.5F}, (const float[]){0, 0, 0.1F, 0});
	/* (100 + 100 + 63.583) / 3 = 87.861, and 3 / (0.01 + 0.01 + 1 / 63.583) = 83.968 */
	assert_true(near(eg_accuracy(&analysis, EG_WHITE), (87.861 + 83.968) / 2));
	assert_true(eg_accuracy(&analysis, EG_BLACK) == 100);
}

UNIT_TEST(test_accuracy_of_different_stakes)
{
	four_actions((const float[]){0.5F, 0.5F, 0.5F, 0.6F}, (const float[]){0, 0, 0.1F, 0});
	/* The deviation of 50 and 60 is 5; the weights are 0.5, 0.5 and 5. */
	assert_true(
		near(eg_accuracy(&analysis, EG_WHITE), ((50 + 50 + 5 * 63.583) / 6 + 83.968) / 2));
}

UNIT_TEST(test_accuracy_ignores_forced_actions)
{
	four_actions((const float[]){0.5F, 0.5F, 0.5F, 0.5F}, (const float[]){0, 0, 0, 1});
	assert_true(near(eg_accuracy(&analysis, EG_WHITE), 100));
}

UNIT_TEST(test_summary_sorts)
{
	static const float losses[] = {0.03F, 0.2F, 0.01F, 0.06F, 0.3F, 0.02F};

	memset(&analysis, 0, sizeof(analysis));
	analysis.round_count = 1;
	analysis.decision_count = analysis.rounds[0].count = 6;
	analysis.rounds[0].won = 0.8F;
	analysis.rounds[0].lost = 0.3F;
	analysis.rounds[0].deal_luck = 0.5F;
	for (size_t i = 0; i < 6; i++)
		analysis.decisions[i] = (struct eg_decision){.seat = EG_BLACK,
			.loss = losses[i],
			.grade = losses[i] < 0.02F ? EG_MIXING : EG_MISTAKE,
			.open_points = 0.5F,
			.open_after = 0.5F + losses[i],
			.draw_luck = i == 4 ? -0.4F : 0};
	eg_summarise(&analysis);
	assert_int_equal(analysis.players[EG_BLACK].costliest_count, 3);
	assert_int_equal(analysis.players[EG_BLACK].costliest[0], 4);
	assert_int_equal(analysis.players[EG_BLACK].costliest[1], 1);
	assert_int_equal(analysis.players[EG_BLACK].costliest[2], 3);
	assert_int_equal(analysis.players[EG_WHITE].costliest_count, 0);
	assert_int_equal(analysis.players[EG_BLACK].choices, 6);
	assert_true(near(analysis.players[EG_BLACK].luck, -0.1));
	assert_true(near(analysis.players[EG_WHITE].match_luck, 0.05));
	/*
	 * The action 4 changes 0.7 points, the deal 0.5, the draw after action 4 changes 0.4, the
	 * action 1 changes 0.2, and the action 3 changes 0.06: half of each is a chance of the
	 * match.
	 */
	assert_int_equal(analysis.turn_count, EG_TURNING_POINTS);
	assert_int_equal(analysis.turns[0].turn, EG_BY_ACTION);
	assert_int_equal(analysis.turns[0].decision, 4);
	assert_true(near(analysis.turns[0].change, 0.35));
	assert_int_equal(analysis.turns[1].turn, EG_BY_DEAL);
	assert_int_equal(analysis.turns[2].turn, EG_BY_DRAW);
	assert_true(near(analysis.turns[2].change, -0.2));
	assert_int_equal(analysis.turns[4].decision, 3);
}

/* A match that is too long */

/* Writes a drawn round of at least `plies` random actions. */
static void write_drawn_round(
	struct eg_writer *writer, struct eg_dice *dice, enum eg_seat first, unsigned plies)
{
	const struct eg_rules basic = {EG_BASIC, EG_FINAL_POSITION};
	struct eg_action actions[EG_PLIES_MAX];
	struct eg_round round;
	uint8_t cards[EG_DECK];

	do {
		random_deck(dice, cards);
		assert_int_equal(eg_round_init(&round, &basic, first, cards), EG_OK);
		while (round.phase != EG_OVER) {
			struct eg_action legal[EG_LEGAL_MAX];
			uint32_t count = (uint32_t)eg_round_legal(&round, legal);

			actions[round.plies] = legal[eg_dice_below(dice, count)];
			assert_int_equal(eg_round_play(&round, actions[round.plies]), EG_OK);
		}
	} while (round.result.winner != EG_NOBODY || round.plies < plies);
	eg_writer_deal(writer, cards);
	for (size_t i = 0; i < round.plies; i++)
		eg_writer_action(writer, actions[i]);
	eg_writer_result(writer, &round.result);
}

/* Returns the line where the analysis of 65 rounds with these actions fails. */
static uint32_t line_of_the_limit(unsigned plies)
{
	const struct eg_match_rules many = {{EG_BASIC, EG_FINAL_POSITION}, 15, EG_WHITE, {0}};
	struct eg_dice dice = {1};
	struct eg_writer writer;
	struct eg_record_fault fault;
	size_t length = 0;

	eg_writer_init(&writer, text, sizeof(text));
	eg_writer_rules(&writer, &many);
	for (unsigned i = 0; i <= EG_ANALYSIS_ROUNDS_MAX; i++)
		write_drawn_round(&writer, &dice, i % 2 == 0 ? EG_WHITE : EG_BLACK, plies);
	assert_int_equal(eg_writer_finish(&writer, &length), EG_OK);
	assert_int_equal(eg_analysis_init(&analysis, text, length, &fault), EG_NO_SPACE);
	assert_non_null(strstr(fault.reason, "too long"));
	return fault.line;
}

UNIT_TEST(test_analysis_refuses_a_match_that_is_too_long)
{
	assert_true(line_of_the_limit(0) > 250);
	assert_int_equal(analysis.round_count, EG_ANALYSIS_ROUNDS_MAX);
}

UNIT_TEST(test_accuracy_is_rounded_and_only_perfect_play_is_100)
{
	assert_int_equal(eg_accuracy_round(39.9F), 40);
	assert_int_equal(eg_accuracy_round(39.4F), 39);
	assert_int_equal(eg_accuracy_round(99.7F), 99);
	assert_int_equal(eg_accuracy_round(99.999F), 100);
	assert_int_equal(eg_accuracy_round(0), 0);
}
