/* Tests the text in which the store keeps an analysis, and the words that people read. */
#include "bot/play/stored_analysis.h"
#include "bot/store/analyses.h"
#include "bot/text/analysis.h"
#include "tests/support/cmocka.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct eg_analysis analysis, copy; /* too large for some stacks */

static struct eg_action action(const char *text)
{
	struct eg_action action;

	assert_int_equal(eg_action_parse(text, strlen(text), &action), EG_OK);
	return action;
}

/* An analysis of a match with two rounds of two actions each. */
static void make(void)
{
	memset(&analysis, 0, sizeof(analysis));
	analysis.winner = EG_BLACK;
	analysis.score[EG_BLACK] = 2;
	analysis.round_count = 2;
	analysis.decision_count = 4;
	for (uint16_t i = 0; i < 2; i++)
		analysis.rounds[i] = (struct eg_analysis_round){.first = EG_WHITE,
			.score = {0, (uint8_t)i},
			.decisions = (uint16_t)(2 * i),
			.count = 2,
			.over = true,
			.result.winner = EG_BLACK,
			.lost = 0.25F,
			.won = 0.75F};
	for (uint16_t i = 0; i < 4; i++)
		analysis.decisions[i] = (struct eg_decision){.round = (uint8_t)(i / 2 + 1),
			.ply = (uint8_t)(i % 2 + 1),
			.seat = i % 2 == 0 ? EG_WHITE : EG_BLACK,
			.played = action("+3"),
			.better = action("+3"),
			.match = 0.5F,
			.open_match = 0.625F};
	analysis.decisions[2].played = action("+2x55");
	analysis.decisions[2].better = action("-1");
	analysis.decisions[2].loss = 0.125F;
	analysis.decisions[2].why = EG_WHY_EARLY_ATTACK;
	analysis.players[EG_WHITE] = (struct eg_player_summary){.accuracy = 71.25F,
		.choices = 2,
		.grades = {1, 0, 0, 1},
		.costliest = {2},
		.costliest_count = 1,
		.luck = -0.75F};
	analysis.players[EG_BLACK] = (struct eg_player_summary){
		.accuracy = 100, .choices = 2, .grades = {2, 0, 0, 0}, .luck = 0.75F};
	analysis.turns[0] = (struct eg_turning_point){EG_BY_ACTION, 2, -0.25F};
	analysis.turns[1] = (struct eg_turning_point){EG_BY_DRAW, 1, 0.125F};
	analysis.turns[2] = (struct eg_turning_point){EG_BY_DEAL, 2, 0.0625F};
	analysis.turn_count = 3;
}

static const char *words(const struct eg_analysis *shown, const char *lang)
{
	static struct bot_page page;
	const struct bot_cast cast = {.id = 12, .name = {"Ann", "Bob"}};

	bot_page_init(&page, bot_lang_find(lang));
	bot_analysis_add(&page, &cast, shown, "!eg ");
	return page.body.data;
}

UNIT_TEST(test_words_tell_what_was_better_and_why)
{
	make();
	assert_string_equal(words(&analysis, "en"),
		"Analysis of #12\n"
		"Ann (White): accuracy 71%. Luck of the cards: \u22120.8 rounds. "
		"Inaccuracies: 0, mistakes: 0, blunders: 1.\n"
		"– Round 2, action 1: advance 2, attack 5 5 lowered the chance to win the round by "
		"12 percentage points; better was retreat 1: it is too early for the attack.\n"
		"Bob (Black): accuracy 100%. Luck of the cards: +0.8 rounds. "
		"Inaccuracies: 0, mistakes: 0, blunders: 0.\n"
		"Turning points, and by how many percentage points they changed the chance to win "
		"the match, for somebody who knows both hands:\n"
		"– Round 2, action 1: Ann plays advance 2, attack 5 5: Bob +25.\n"
		"– Round 1, action 2: the cards that Bob draws: Ann +13.\n"
		"– Round 2: the deal: Ann +6.\n"
		"!eg help analysis explains these figures.");
	assert_non_null(strstr(words(&analysis, "de"), "Kartenglück: +0,8 Runden."));
}

/* The loss must not look as if it had another grade, in the store neither. */
UNIT_TEST(test_loss_is_rounded_down)
{
	static const struct {
		float loss;
		const char *words;
	} cases[] = {
		{0.02F, " by 2 p"}, {0.0499F, " by 4 p"}, {0.05F, " by 5 p"}, {1, " by 100 p"}};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		make();
		analysis.decisions[2].loss = cases[i].loss;
		assert_non_null(strstr(words(&analysis, "en"), cases[i].words));
		char *text = bot_stored_analysis_write(&analysis);
		assert_true(bot_stored_analysis_read(text, &copy));
		free(text);
		assert_non_null(strstr(words(&copy, "en"), cases[i].words));
	}
}

/* Only play without a loss looks faultless. */
UNIT_TEST(test_accuracy_is_rounded_down)
{
	static const struct {
		float accuracy;
		const char *words;
	} cases[] = {{100, "100%"}, {99.999F, "100%"}, {99.7F, "99%"}, {71.25F, "71%"}, {0, "0%"}};
	char expected[64];

	make();
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		analysis.players[EG_WHITE].accuracy = cases[i].accuracy;
		snprintf(expected, sizeof(expected), "Ann (White): accuracy %s.", cases[i].words);
		assert_non_null(strstr(words(&analysis, "en"), expected));
	}
}

UNIT_TEST(test_match_without_turning_points_has_no_list_of_them)
{
	make();
	analysis.turn_count = 0;
	const char *text = words(&analysis, "en");

	assert_null(strstr(text, "Turning points"));
	assert_non_null(strstr(text, "blunders: 0.\n!eg help analysis"));
}

/* Each reason ends its sentence, in each language. */
UNIT_TEST(test_each_reason_has_words)
{
	make();
	for (size_t lang = 0; lang < bot_langs_count; lang++)
		for (int why = 0; why < EG_WHYS; why++) {
			analysis.decisions[2].why = (enum eg_why)why;
			const char *text = words(&analysis, bot_langs[lang].code);

			char end[16];
			snprintf(end, sizeof(end), "%s\nBob",
				bot_langs[lang].messages[BOT_MSG_FULL_STOP]);
			if (!strstr(text, end))
				fail_msg("%s", text);
		}
}

UNIT_TEST(test_stored_analysis_is_read_as_it_was_written)
{
	make();
	char *text = bot_stored_analysis_write(&analysis);

	assert_true(bot_stored_analysis_read(text, &copy));
	char *again = bot_stored_analysis_write(&copy);

	assert_string_equal(again, text);
	free(again);
	again = strdup(words(&copy, "en"));
	assert_string_equal(again, words(&analysis, "en"));
	assert_int_equal(copy.rounds[1].result.winner, EG_BLACK);
	assert_int_equal(copy.decisions[3].ply, 2);
	assert_true(copy.decisions[0].open_match > 0.62F && copy.decisions[0].open_match < 0.63F);
	free(again);
	free(text);
}

/* The longest analysis still fits into the store. */
UNIT_TEST(test_longest_analysis_can_be_stored)
{
	make();
	analysis.round_count = EG_ANALYSIS_ROUNDS_MAX;
	analysis.decision_count = EG_ANALYSIS_DECISIONS_MAX;
	for (uint16_t i = 0; i < EG_ANALYSIS_ROUNDS_MAX; i++) {
		analysis.rounds[i] = analysis.rounds[0];
		analysis.rounds[i].count = EG_ANALYSIS_DECISIONS_MAX / EG_ANALYSIS_ROUNDS_MAX;
	}
	for (uint16_t i = 0; i < EG_ANALYSIS_DECISIONS_MAX; i++)
		analysis.decisions[i] = analysis.decisions[2];
	char *text = bot_stored_analysis_write(&analysis);

	assert_in_range(strlen(text), 1, BOT_ANALYSIS_TEXT_MAX);
	assert_true(bot_stored_analysis_read(text, &copy));
	free(text);
}

/* Whatever stands in the store: reading it gives an analysis with sound indices, or nothing. */
UNIT_TEST(test_damaged_text_is_not_read)
{
	static const char *const damages[][2] = {
		{"\"version\":2", "\"version\":1"},
		{"\"winner\":1", "\"winner\":3"},
		{"\"score\":[0,2]", "\"score\":[0,256]"},
		{"[0,0,0,2,true", "[0,0,0,3,true"},
		{"[0,0,0,2,true", "[2,0,0,2,true"},
		{"[0,0,0,2,true", "[0,0,0,-2,true"},
		{"[0,500,625,125,", "[0,500,1001,125,"},
		{"\"+2x55\"", "\"+2x5\\u0000\""},
		{"early_attack", "earlier"},
		{"[0,2,-250]", "[0,4,-250]"},
		{"[0,2,-250]", "[3,2,-250]"},
		{"[2]]", "[4]]"},
		{"[2]]", "[0,0,0,0]]"},
		{"71250", "100001"},
		{"}", ""},
	};

	make();
	char *text = bot_stored_analysis_write(&analysis);

	for (size_t i = 0; i < sizeof(damages) / sizeof(damages[0]); i++) {
		const char *at = strstr(text, damages[i][0]);
		char damaged[2048];

		if (!at)
			fail_msg("%s is not in %s", damages[i][0], text);
		snprintf(damaged, sizeof(damaged), "%.*s%s%s", (int)(at - text), text,
			damages[i][1], at + strlen(damages[i][0]));
		if (bot_stored_analysis_read(damaged, &copy))
			fail_msg("read: %s", damaged);
	}
	free(text);
}
