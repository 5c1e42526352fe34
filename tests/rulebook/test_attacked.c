/* The rules for a player who is attacked */
#include "tests/rulebook/position.h"
#include "tests/support/cmocka.h"

/* Distance 5, for a direct attack. */
static const struct position near = {.rules = "standard",
	.white = 8,
	.black = 13,
	.white_hand = "11555",
	.black_hand = "22455",
	.pile = "33444"};

/* Distance 8, for an advance 3 and an attack with 5. */
static const struct position apart = {
	.white = 5, .black = 13, .white_hand = "23555", .black_hand = "22455", .pile = "11344"};

UNIT_TEST(test_parry_takes_as_many_cards_of_the_same_value)
{
	struct eg_round round = given(near);

	play(&round, "x55");
	expect_legal(&round, "=");
	play(&round, "=");
	expect_hand(&round, EG_BLACK, "224");
	assert_int_equal(round.discard[round.discarded - 1], 5);
	assert_int_equal(round.discard[round.discarded - 2], 5);
}

UNIT_TEST(test_parry_leaves_the_cards_beyond_the_attack)
{
	struct eg_round round = given(near);

	play(&round, "x5");
	play(&round, "=");
	expect_hand(&round, EG_BLACK, "2245");
}

UNIT_TEST(test_parry_does_not_refill_and_the_turn_follows)
{
	struct eg_round round = given(near);

	play(&round, "x55");
	expect_pile(&round, 3);
	play(&round, "=");
	expect_pile(&round, 3);
	expect_phase(&round, EG_TURN, EG_BLACK);
	expect_legal(&round, "+2 +4 -2 -4");
	play(&round, "-2");
	expect_hand(&round, EG_BLACK, "24444");
	expect_pile(&round, 0);
}

UNIT_TEST(test_the_turn_after_a_parry_may_attack)
{
	struct eg_round round = given(near);

	play(&round, "x5");
	play(&round, "=");
	play(&round, "x5");
	expect_phase(&round, EG_DEFEND, EG_WHITE);
	expect_legal(&round, "=");
}

UNIT_TEST(test_retreat_does_not_answer_a_direct_attack)
{
	struct position direct = near;
	struct eg_round round;

	direct.rules = "advanced";
	round = given(direct);
	play(&round, "x55");
	expect_legal(&round, "=");
	refuse(&round, "-2");
}

UNIT_TEST(test_retreat_answers_an_advance_and_attack)
{
	struct eg_round round = given(apart);

	play(&round, "+3x55");
	expect_legal(&round, "-2 -4 -5 =");
	play(&round, "-4");
	expect_spaces(&round, 8, 17);
}

UNIT_TEST(test_retreat_is_legal_without_a_possible_parry)
{
	struct eg_round round = given(apart);

	play(&round, "+3x555");
	expect_legal(&round, "-2 -4 -5");
	refuse(&round, "=");
}

UNIT_TEST(test_retreat_from_an_attack_is_the_whole_turn)
{
	struct eg_round round = given(apart);

	play(&round, "+3x5");
	expect_pile(&round, 3);
	play(&round, "-4");
	expect_hand(&round, EG_BLACK, "22355");
	expect_pile(&round, 2);
	expect_phase(&round, EG_TURN, EG_WHITE);
	assert_int_equal(round.attack.count, 0);
}

UNIT_TEST(test_retreat_from_an_attack_stays_on_the_piste)
{
	struct eg_round round = given((struct position){.white = 13,
		.black = 21,
		.white_hand = "23555",
		.black_hand = "22455",
		.pile = "11344"});

	play(&round, "+3x55");
	expect_legal(&round, "-2 =");
	refuse(&round, "-4");
}

UNIT_TEST(test_attack_without_an_answer_is_a_touch_at_once)
{
	struct position stuck = apart;
	struct eg_round round = given(near);

	play(&round, "x555"); /* only two fives are left, so Black can't parry three */
	expect_over(&round, EG_WHITE, EG_TOUCH);
	stuck.white = 15;
	stuck.black = 23; /* no space behind Black */
	round = given(stuck);
	play(&round, "+3x555");
	expect_over(&round, EG_WHITE, EG_TOUCH);
}

UNIT_TEST(test_a_possible_parry_cannot_be_ignored)
{
	struct eg_round round = given(near);

	play(&round, "x5");
	refuse(&round, "pass");
	refuse(&round, "+2");
	refuse(&round, "x5");
}

UNIT_TEST(test_parry_without_an_attack_is_refused)
{
	struct eg_round round = given(near);

	refuse(&round, "=");
}

UNIT_TEST(test_an_attack_in_basic_is_a_touch)
{
	struct position basic = near;
	struct eg_round round;

	basic.rules = "basic";
	round = given(basic);
	play(&round, "x5"); /* Black holds two fives */
	expect_over(&round, EG_WHITE, EG_TOUCH);
}
