/* The rules for a turn */
#include "tests/rulebook/position.h"
#include "tests/support/cmocka.h"

static const struct position far = {
	.white = 5, .black = 15, .white_hand = "11335", .black_hand = "22344", .pile = "5421"};

UNIT_TEST(test_advance_moves_towards_the_other)
{
	struct eg_round round = given(far);

	play(&round, "+3");
	expect_spaces(&round, 8, 15);
	play(&round, "+4");
	expect_spaces(&round, 8, 11);
}

UNIT_TEST(test_advance_stays_short_of_the_other)
{
	struct eg_round round = given((struct position){.white = 9,
		.black = 12,
		.white_hand = "12345",
		.black_hand = "12345",
		.pile = "12345"});

	play(&round, "+2");
	expect_spaces(&round, 11, 12);
	round = given((struct position){.white = 9,
		.black = 12,
		.white_hand = "12345",
		.black_hand = "12345",
		.pile = "12345"});
	refuse(&round, "+3");
	refuse(&round, "+4");
}

UNIT_TEST(test_retreat_moves_towards_the_own_end)
{
	struct eg_round round = given(far);

	play(&round, "-3");
	expect_spaces(&round, 2, 15);
	play(&round, "-4");
	expect_spaces(&round, 2, 19);
}

UNIT_TEST(test_retreat_stays_on_the_piste)
{
	struct position end = far;
	struct eg_round round;

	end.white = 4;
	end.black = 20;
	round = given(end);
	refuse(&round, "-5");
	play(&round, "-3");
	expect_spaces(&round, 1, 20);
	refuse(&round, "-4");
	play(&round, "-3");
	expect_spaces(&round, 1, 23);
}

UNIT_TEST(test_a_move_needs_its_card)
{
	struct eg_round round = given(far);

	refuse(&round, "+2");
	refuse(&round, "-4");
}

UNIT_TEST(test_attack_with_one_or_more_cards_of_the_distance)
{
	const struct position near = {.rules = "standard",
		.white = 8,
		.black = 11,
		.white_hand = "13334",
		.black_hand = "22334",
		.pile = "5421"};
	struct eg_round round = given(near);

	expect_legal(&round, "+1 -1 -3 -4 x3 x33 x333");
	refuse(&round, "x4");
	refuse(&round, "x3333");
	play(&round, "x33");
	expect_spaces(&round, 8, 11);
	expect_phase(&round, EG_DEFEND, EG_BLACK);
}

UNIT_TEST(test_attack_in_basic_is_one_card)
{
	struct eg_round round = given((struct position){.rules = "basic",
		.white = 8,
		.black = 11,
		.white_hand = "13334",
		.black_hand = "22334",
		.pile = "5421"});

	expect_legal(&round, "+1 -1 -3 -4 x3");
	refuse(&round, "x33");
}

UNIT_TEST(test_advance_and_attack_adds_up_to_the_distance)
{
	struct eg_round round = given((struct position){.white = 5,
		.black = 13,
		.white_hand = "23555",
		.black_hand = "22344",
		.pile = "5411"});

	expect_legal(&round, "+2 +3 +3x5 +3x55 +3x555 +5 +5x3 -2 -3");
	refuse(&round, "+2x5");
	refuse(&round, "+4x4");
	refuse(&round, "+3x5555");
	play(&round, "+3x55");
	expect_spaces(&round, 8, 13);
	expect_hand(&round, EG_WHITE, "12455");
	expect_phase(&round, EG_DEFEND, EG_BLACK);
}

UNIT_TEST(test_advance_and_attack_does_not_count_the_advance_card_twice)
{
	struct eg_round round = given((struct position){.white = 6,
		.black = 12,
		.white_hand = "13335",
		.black_hand = "22444",
		.pile = "5421"});

	expect_legal(&round, "+1 +1x5 +3 +3x3 +3x33 +5 +5x1 -1 -3 -5");
	refuse(&round, "+3x333");
	round = given((struct position){.white = 6,
		.black = 12,
		.white_hand = "11344",
		.black_hand = "22444",
		.pile = "5521"});
	refuse(&round, "+3x3");
}

UNIT_TEST(test_advance_and_attack_is_advanced_only)
{
	static const char *const levels[] = {"basic", "standard"};

	for (size_t i = 0; i < 2; i++) {
		struct eg_round round = given((struct position){.rules = levels[i],
			.white = 5,
			.black = 13,
			.white_hand = "23555",
			.black_hand = "22344",
			.pile = "5411"});

		expect_legal(&round, "+2 +3 +5 -2 -3");
		refuse(&round, "+3x5");
	}
}

UNIT_TEST(test_the_turn_ends_with_the_action_and_a_refill)
{
	struct eg_round round = given(far);

	play(&round, "+3");
	expect_phase(&round, EG_TURN, EG_BLACK);
	expect_hand(&round, EG_WHITE, "11355");
	expect_pile(&round, 3);
}

UNIT_TEST(test_an_attack_refills_as_many_cards_as_it_used)
{
	struct eg_round round = given((struct position){.white = 5,
		.black = 13,
		.white_hand = "23555",
		.black_hand = "22355",
		.pile = "44111"});

	play(&round, "+3x55");
	expect_hand(&round, EG_WHITE, "12445");
	expect_pile(&round, 2);
}

UNIT_TEST(test_a_refill_takes_all_cards_if_too_few_are_left)
{
	struct eg_round round = given((struct position){.white = 5,
		.black = 13,
		.white_hand = "23555",
		.black_hand = "22355",
		.pile = "44"});

	play(&round, "+3x55");
	expect_hand(&round, EG_WHITE, "2445");
	expect_pile(&round, 0);
}

UNIT_TEST(test_no_legal_action_loses_the_round)
{
	struct eg_round round = given((struct position){.white = 15,
		.black = 20,
		.white_hand = "11335",
		.black_hand = "44555",
		.pile = "421"});

	play(&round, "+3"); /* distance 2; Black has three spaces behind and no card below 4 */
	expect_over(&round, EG_WHITE, EG_NO_MOVE);
}

UNIT_TEST(test_a_hand_that_can_only_attack_is_not_stuck)
{
	struct eg_round round = given((struct position){.white = 15,
		.black = 22,
		.white_hand = "11335",
		.black_hand = "44555",
		.pile = "421"});

	play(&round, "+3"); /* distance 4; Black has one space behind */
	expect_phase(&round, EG_TURN, EG_BLACK);
	expect_legal(&round, "x4 x44");
}

UNIT_TEST(test_no_legal_action_after_a_parry_loses_the_round)
{
	struct eg_round round = given((struct position){.white = 20,
		.black = 22,
		.white_hand = "11225",
		.black_hand = "22445",
		.pile = "3433"});

	play(&round, "x22");
	play(&round, "="); /* distance 2; Black holds 4, 4 and 5, and has one space behind */
	expect_over(&round, EG_WHITE, EG_NO_MOVE);
}
