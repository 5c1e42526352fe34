/* Tests rounds that computer players play, and the points of a round. */
#include "engine/opponent/live_round.h"
#include "engine/opponent/position.h"
#include "tests/support/cmocka.h"

#include <string.h>

static const struct eg_rules rules = {EG_ADVANCED, EG_FINAL_POSITION};
static const struct eg_player greedy = {.skill = EG_GREEDY};
static const uint8_t deck[EG_DECK] = {
	1, 2, 3, 4, 5, 1, 2, 3, 4, 5, 1, 2, 3, 4, 5, 1, 2, 3, 4, 5, 1, 2, 3, 4, 5};

UNIT_TEST(test_live_round_records_the_actions_that_lead_to_its_position)
{
	struct eg_live_round live;
	struct eg_position position;

	assert_int_equal(eg_live_round_begin(&live, &rules, EG_BLACK, deck), EG_OK);
	assert_int_equal(live.position.round.to_act, EG_BLACK);
	while (!eg_live_round_is_over(&live)) {
		struct eg_strategy strategy;

		assert_int_equal(eg_live_round_consider(&live, &greedy, 1, &strategy), EG_OK);
		assert_int_equal(eg_live_round_play(&live, eg_strategy_draw(&strategy, 1)), EG_OK);
	}
	assert_true(live.open.action_count > 2);
	assert_int_equal(eg_open_position(&live.open, live.open.action_count, &position), EG_OK);
	assert_memory_equal(&position, &live.position, sizeof(position));
}

/* Two rounds that differ only in cards that the seat to act can't see. */
UNIT_TEST(test_bout_shows_a_player_only_what_its_seat_knows)
{
	const struct eg_player maitre = {.skill = EG_MAITRE, .nodes = 50};
	uint8_t other[EG_DECK];
	struct eg_strategy strategies[2] = {0};
	struct eg_live_round live;

	memcpy(other, deck, sizeof(other));
	other[EG_HAND] = deck[EG_HAND + 1];
	other[EG_HAND + 1] = deck[EG_DECK - 1];
	other[EG_DECK - 1] = deck[EG_HAND];
	for (size_t i = 0; i < 2; i++) {
		assert_int_equal(
			eg_live_round_begin(&live, &rules, EG_WHITE, i == 0 ? deck : other), EG_OK);
		assert_int_equal(eg_live_round_consider(&live, &maitre, 3, &strategies[i]), EG_OK);
	}
	assert_int_equal(strategies[0].count, strategies[1].count);
	assert_memory_equal(
		strategies[0].chances, strategies[1].chances, strategies[0].count * sizeof(float));
}

UNIT_TEST(test_bout_with_a_wrong_deck_is_refused)
{
	const uint8_t ones[EG_DECK] = {1};
	struct eg_live_round live;

	assert_int_equal(eg_live_round_begin(&live, &rules, EG_WHITE, ones), EG_BAD_DECK);
}

UNIT_TEST(test_bout_refuses_an_illegal_action_and_stays)
{
	const struct eg_action parry = {.kind = EG_PARRY};
	struct eg_live_round live;

	assert_int_equal(eg_live_round_begin(&live, &rules, EG_WHITE, deck), EG_OK);
	assert_int_equal(eg_live_round_play(&live, parry), EG_ILLEGAL);
	assert_int_equal(live.open.action_count, 0);
	assert_int_equal(live.position.round.to_act, EG_WHITE);
}

UNIT_TEST(test_bout_that_is_over_has_nothing_to_consider)
{
	struct eg_strategy strategy;
	struct eg_live_round live;

	assert_int_equal(eg_live_round_begin(&live, &rules, EG_WHITE, deck), EG_OK);
	while (!eg_live_round_is_over(&live)) {
		assert_int_equal(eg_live_round_consider(&live, &greedy, 1, &strategy), EG_OK);
		assert_int_equal(eg_live_round_play(&live, eg_strategy_draw(&strategy, 1)), EG_OK);
	}
	assert_int_equal(eg_live_round_consider(&live, &greedy, 1, &strategy), EG_BAD_RULES);
}

UNIT_TEST(test_points_of_a_won_drawn_and_lost_round)
{
	const struct eg_result won = {.winner = EG_BLACK};
	const struct eg_result drawn = {.winner = EG_NOBODY};

	assert_true(eg_points(&won, EG_BLACK) >= 1 && eg_points(&won, EG_BLACK) <= 1);
	assert_true(eg_points(&won, EG_WHITE) >= 0 && eg_points(&won, EG_WHITE) <= 0);
	assert_true(eg_points(&drawn, EG_WHITE) >= 0.5F && eg_points(&drawn, EG_BLACK) <= 0.5F);
}
