/*
 * Random matches of all four rule sets, cut after a random action. Each has an analysis, in which
 * all figures are in their ranges and agree with each other.
 */
#include "engine/analysis/analysis.h"
#include "engine/command/duel.h"
#include "tests/support/cmocka.h"
#include "tests/support/rule_sets.h"

#include <string.h>

#ifndef MATCHES
#define MATCHES 3 /* for each rule set */
#endif
#define RECORD_SIZE 65536

static const char *const rule_sets[] = {ALL_RULE_SETS};
static struct eg_analysis analysis;
static char text[RECORD_SIZE];

/* Writes a match of random actions, which may end within a round after `limit` actions. */
static size_t write_match(const struct eg_match_rules *rules, struct eg_dice *dice, unsigned limit)
{
	struct eg_match match;
	struct eg_writer writer;
	size_t length;
	unsigned actions = 0;

	eg_writer_init(&writer, text, sizeof(text));
	eg_writer_rules(&writer, rules);
	assert_int_equal(eg_match_init(&match, rules), EG_OK);
	while (match.winner == EG_NOBODY && actions < limit) {
		uint8_t deck[EG_DECK];

		random_deck(dice, deck);
		assert_int_equal(eg_match_deal(&match, deck), EG_OK);
		eg_writer_deal(&writer, deck);
		for (; match.round.phase != EG_OVER && actions < limit; actions++) {
			struct eg_action legal[EG_LEGAL_MAX];
			uint32_t count = (uint32_t)eg_round_legal(&match.round, legal);
			struct eg_action action = legal[eg_dice_below(dice, count)];

			assert_int_equal(eg_match_play(&match, action), EG_OK);
			eg_writer_action(&writer, action);
		}
		if (match.round.phase == EG_OVER)
			eg_writer_result(&writer, &match.round.result);
	}
	assert_int_equal(eg_writer_finish(&writer, &length), EG_OK);
	return length;
}

static void check_chance(float chance)
{
	assert_true(chance >= 0 && chance <= 1);
}

static void check_decision(const struct eg_decision *decision)
{
	check_chance(decision->loss);
	check_chance(decision->points);
	check_chance(decision->match);
	check_chance(decision->open_points);
	check_chance(decision->open_match);
	check_chance(decision->open_after);
	assert_true(decision->draw_luck >= -1 && decision->draw_luck <= 1);
	assert_true(decision->loss == 0 || !decision->forced);
	assert_true((decision->loss > 0) == !eg_action_equal(decision->played, decision->better));
	assert_true((decision->grade == EG_MIXING) == (decision->loss < 0.02F));
	assert_true((decision->grade == EG_BLUNDER) == (decision->loss >= 0.10F));
}

static void check_players(void)
{
	float loss = 0;

	for (size_t i = 0; i < analysis.decision_count; i++)
		loss += analysis.decisions[i].loss;
	loss -= analysis.players[EG_WHITE].loss + analysis.players[EG_BLACK].loss;
	assert_true(loss > -0.001F && loss < 0.001F);
	assert_true(analysis.players[EG_WHITE].luck == -analysis.players[EG_BLACK].luck);
	for (size_t seat = 0; seat < 2; seat++)
		check_chance(analysis.players[seat].accuracy / 100);
}

UNIT_TEST(test_random_matches_have_an_analysis)
{
	struct eg_dice dice = {20261123};

	for (unsigned i = 0; i < MATCHES * 4; i++) {
		struct eg_match_rules rules = {
			.touches = 1, .first = i % 2 == 0 ? EG_WHITE : EG_BLACK};
		struct eg_record_fault fault;

		assert_int_equal(
			eg_rules_parse(rule_sets[i % 4], strlen(rule_sets[i % 4]), &rules.round),
			EG_OK);
		size_t size = write_match(&rules, &dice, eg_dice_below(&dice, 24));

		assert_int_equal(eg_analysis_init(&analysis, text, size, &fault), EG_OK);
		memset(text, 'x', sizeof(text)); /* the analysis no longer needs the record */
		while (eg_analysis_step(&analysis))
			continue;
		for (size_t j = 0; j < analysis.decision_count; j++)
			check_decision(&analysis.decisions[j]);
		check_players();
	}
}
