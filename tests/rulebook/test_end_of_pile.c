/* The rules for the end of the draw pile */
#include "tests/rulebook/position.h"
#include "tests/support/cmocka.h"

/* White can advance 2 to distance 4. White then draws the last card, which is a 5. */
static const struct position last_card = {
	.white = 8, .black = 14, .white_hand = "11224", .black_hand = "13345", .pile = "5"};

/* White can advance 3 to distance 5 and attack with fives. The pile has two cards. */
static const struct position last_attack = {
	.white = 5, .black = 13, .white_hand = "23555", .black_hand = "22455", .pile = "14"};

static struct eg_round with_rules(struct position position, const char *rules)
{
	position.rules = rules;
	return given(position);
}

/* Basic */

UNIT_TEST(test_basic_last_lunge_allows_no_move)
{
	struct eg_round round = with_rules(last_card, "basic");

	play(&round, "+2");
	expect_phase(&round, EG_LAST_LUNGE, EG_BLACK);
	expect_legal(&round, "pass x4");
	refuse(&round, "+1");
	refuse(&round, "-1");
	refuse(&round, "x3");
}

UNIT_TEST(test_basic_last_lunge_touches)
{
	struct eg_round round = with_rules(last_card, "basic");

	play(&round, "+2");
	play(&round, "x4");
	expect_over(&round, EG_BLACK, EG_TOUCH);
}

UNIT_TEST(test_basic_position_decides_after_a_pass)
{
	struct eg_round round = with_rules(last_card, "basic");

	play(&round, "+2");
	/* Both players hold one 4, but the basic rules do not compare cards. */
	play(&round, "pass");
	expect_spaces(&round, 10, 14);
	expect_over(&round, EG_NOBODY, EG_DRAW);
}

UNIT_TEST(test_basic_last_lunge_is_skipped_without_a_card_for_it)
{
	struct eg_round round = with_rules(last_card, "basic");

	play(&round, "-2"); /* distance 8 */
	expect_over(&round, EG_BLACK, EG_POSITION);
	round = given((struct position){.rules = "basic",
		.white = 8,
		.black = 14,
		.white_hand = "11224",
		.black_hand = "11335",
		.pile = "5"});
	play(&round, "+2"); /* distance 4, and Black holds no 4 */
	expect_over(&round, EG_NOBODY, EG_DRAW);
}

UNIT_TEST(test_basic_attack_with_the_last_card_is_a_touch)
{
	struct eg_round round = given((struct position){.rules = "basic",
		.white = 10,
		.black = 14,
		.white_hand = "11224",
		.black_hand = "13345",
		.pile = "5"});

	play(&round, "x4");
	expect_over(&round, EG_WHITE, EG_TOUCH);
}

/* The standard and the advanced rules, if the last action is not an attack */

UNIT_TEST(test_more_cards_of_the_distance_win)
{
	struct position black_has_two = last_card;
	struct eg_round round;

	black_has_two.black_hand = "13445";
	round = with_rules(black_has_two, "standard");
	play(&round, "+2");
	expect_over(&round, EG_BLACK, EG_CARDS);
	round = given(black_has_two);
	play(&round, "+2");
	expect_over(&round, EG_BLACK, EG_CARDS);
}

UNIT_TEST(test_position_decides_if_the_cards_are_equal)
{
	struct position further = last_card;
	struct eg_round round;

	further.white = 9;
	further.black = 15;
	round = given(further);
	play(&round, "+2"); /* both players hold one 4; White has moved 10 spaces, Black 8 */
	expect_over(&round, EG_WHITE, EG_POSITION);
}

UNIT_TEST(test_round_is_a_draw_if_cards_and_position_are_equal)
{
	struct eg_round round = given(last_card);

	play(&round, "+2"); /* both players hold one 4; the fencers are on spaces 10 and 14 */
	expect_over(&round, EG_NOBODY, EG_DRAW);
}

UNIT_TEST(test_the_card_drawn_last_counts)
{
	struct position draws_a_4 = last_card;
	struct eg_round round;

	draws_a_4.pile = "4";
	round = given(draws_a_4);
	play(&round, "+2");
	expect_over(&round, EG_WHITE, EG_CARDS);
}

UNIT_TEST(test_position_decides_at_a_distance_beyond_the_cards)
{
	struct eg_round round = given(last_card);

	play(&round, "-2"); /* distance 8 */
	expect_over(&round, EG_BLACK, EG_POSITION);
}

UNIT_TEST(test_the_last_phase_waits_for_the_last_card)
{
	struct position one_more = last_card;
	struct eg_round round;

	one_more.pile = "53";
	round = given(one_more);
	play(&round, "+2");
	expect_phase(&round, EG_TURN, EG_BLACK);
	play(&round, "-1");
	assert_int_equal(round.phase, EG_OVER);
}

/*
 * A player without a legal action loses only when it is their turn. When the pile is empty, nobody
 * has another turn.
 */
UNIT_TEST(test_empty_pile_ends_the_round_before_no_move_does)
{
	struct eg_round round = given((struct position){.white = 15,
		.black = 20,
		.white_hand = "11335",
		.black_hand = "44555",
		.pile = "4"});

	play(&round, "+3");
	expect_over(&round, EG_WHITE, EG_POSITION);
}

/* The standard and the advanced rules, if the last action is an attack */

UNIT_TEST(test_last_attack_parried_then_more_cards_of_the_distance_win)
{
	struct eg_round round = given((struct position){.rules = "standard",
		.white = 8,
		.black = 13,
		.white_hand = "11555",
		.black_hand = "22455",
		.pile = "3"});

	play(&round, "x5");
	expect_phase(&round, EG_DEFEND, EG_BLACK);
	play(&round, "="); /* two fives against one */
	expect_over(&round, EG_WHITE, EG_CARDS);
}

UNIT_TEST(test_last_attack_parried_gives_the_defender_no_turn)
{
	struct eg_round round = given((struct position){.rules = "standard",
		.white = 8,
		.black = 13,
		.white_hand = "11355",
		.black_hand = "22455",
		.pile = "34"});

	play(&round, "x55");
	play(&round, "="); /* nobody holds a 5 any more; Black has moved further */
	expect_over(&round, EG_BLACK, EG_POSITION);
}

UNIT_TEST(test_last_attack_without_an_answer_is_a_touch)
{
	struct eg_round round = given((struct position){.rules = "standard",
		.white = 8,
		.black = 13,
		.white_hand = "11355",
		.black_hand = "22445",
		.pile = "34"});

	play(&round, "x55");
	expect_over(&round, EG_WHITE, EG_TOUCH);
}

UNIT_TEST(test_last_direct_attack_allows_no_retreat)
{
	struct eg_round round = given((struct position){.white = 8,
		.black = 13,
		.white_hand = "11355",
		.black_hand = "22445",
		.pile = "3"});

	play(&round, "x5");
	expect_legal(&round, "=");
	refuse(&round, "-2");
}

UNIT_TEST(test_last_advance_and_attack_parried_then_the_cards_decide)
{
	struct eg_round round = given(last_attack);

	play(&round, "+3x5");
	expect_pile(&round, 0);
	expect_legal(&round, "-2 -4 -5 =");
	play(&round, "="); /* distance 5: White holds two fives, Black one */
	expect_over(&round, EG_WHITE, EG_CARDS);
}

/*
 * White can advance 2 to distance 4 and attack with a 4. White then draws the last two cards. If
 * Black retreats 1, the distance is 5 and the cards can decide. If Black retreats 2 or 3, the
 * distance is greater than 5, so the cards can't decide.
 */
static const struct position final_retreat = {
	.white = 14, .black = 20, .white_hand = "12444", .black_hand = "12355", .pile = "13"};

UNIT_TEST(test_final_retreat_position_compares_the_position_alone)
{
	struct eg_round round = given(final_retreat);

	play(&round, "+2x4");
	expect_pile(&round, 0);
	expect_legal(&round, "-1 -2 -3");
	/* The distance is now 5. Black holds two fives, White has no 5. White has moved further. */
	play(&round, "-1");
	expect_over(&round, EG_WHITE, EG_POSITION);
}

UNIT_TEST(test_final_retreat_cards_compares_the_cards_first)
{
	struct eg_round round = with_rules(final_retreat, "ferti");

	play(&round, "+2x4");
	play(&round, "-1");
	expect_over(&round, EG_BLACK, EG_CARDS);
}

UNIT_TEST(test_final_retreat_cards_then_compares_the_position)
{
	struct eg_round round = with_rules(final_retreat, "ferti");

	play(&round, "+2x4");
	play(&round, "-3"); /* distance 7 */
	expect_over(&round, EG_WHITE, EG_POSITION);
}

UNIT_TEST(test_last_advance_and_attack_without_an_answer_is_a_touch)
{
	struct position stuck = final_retreat;
	struct eg_round round;

	stuck.white = 17;
	stuck.black = 23;
	round = given(stuck);
	play(&round, "+2x4");
	expect_over(&round, EG_WHITE, EG_TOUCH);
}

/*
 * The attack leaves one card in the pile. The retreating player draws this card, so the retreat
 * counts as an ordinary last action.
 */
UNIT_TEST(test_retreat_that_draws_the_last_card_then_the_cards_decide)
{
	struct position one_more = final_retreat;
	struct eg_round round;

	one_more.pile = "132";
	round = given(one_more);
	play(&round, "+2x4");
	expect_pile(&round, 1);
	play(&round, "-1"); /* distance 5: Black holds two fives */
	expect_pile(&round, 0);
	expect_over(&round, EG_BLACK, EG_CARDS);
}
