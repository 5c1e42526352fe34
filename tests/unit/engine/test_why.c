#include "engine/analysis/why.h"
#include "tests/support/cmocka.h"

#include <string.h>

/*
 * A view of White on space 8 in the advanced rules, with a hand of five cards; each card is unseen
 * twice.
 */
static struct eg_view view_of(uint8_t distance, const uint8_t hand[EG_HAND])
{
	struct eg_view view = {.seat = EG_WHITE,
		.rules = {EG_ADVANCED, EG_FINAL_POSITION},
		.space = {8, (uint8_t)(8 + distance)},
		.distance = distance,
		.pile = 8,
		.unseen = {0, 2, 2, 2, 2, 2}};

	for (size_t i = 0; i < EG_HAND; i++)
		view.hand[hand[i]]++;
	return view;
}

static void check(
	const struct eg_view *view, const char *played, const char *better, enum eg_why expected)
{
	struct eg_action actions[2];

	assert_int_equal(eg_action_parse(played, strlen(played), &actions[0]), EG_OK);
	assert_int_equal(eg_action_parse(better, strlen(better), &actions[1]), EG_OK);
	assert_string_equal(
		eg_why_name(eg_why_worse(view, actions[0], actions[1])), eg_why_name(expected));
}

UNIT_TEST(test_why_attacked)
{
	struct eg_view view = view_of(3, (const uint8_t[]){1, 2, 3, 3, 5});

	view.attack = (struct eg_attack){3, 1, true};
	check(&view, "=", "-1", EG_WHY_PARRIED);
	check(&view, "-1", "=", EG_WHY_NOT_PARRIED);
	/* Retreats are compared like other moves: after -2 the distance is 5, after -5 it is 8. */
	check(&view, "-2", "-5", EG_WHY_IN_REACH);
}

UNIT_TEST(test_why_attacks)
{
	struct eg_view view = view_of(5, (const uint8_t[]){1, 2, 3, 5, 5});

	check(&view, "-1", "x5", EG_WHY_RETREATED);
	check(&view, "-1", "+2x3", EG_WHY_RETREATED);
	check(&view, "+1", "x55", EG_WHY_ATTACK_LEFT);
	check(&view, "x5", "x55", EG_WHY_WEAK_ATTACK);
	check(&view, "x55", "x5", EG_WHY_DEAR_ATTACK);
	check(&view, "x5", "+2x3", EG_WHY_GROUND);
	check(&view, "+2x3", "x5", EG_WHY_DISTANCE);
	check(&view, "x55", "-3", EG_WHY_EARLY_ATTACK);
	view.pile = 0;
	check(&view, "pass", "x5", EG_WHY_ATTACK_LEFT);
	check(&view, "x5", "pass", EG_WHY_NONE);
	check(&view, "pass", "pass", EG_WHY_NONE);
	check(&view, "+1", "pass", EG_WHY_NONE);
}

/* At distance 5 the other player may hold two fives, or fewer if fewer are unseen. */
UNIT_TEST(test_why_an_attack_is_sure)
{
	struct eg_view view = view_of(5, (const uint8_t[]){1, 2, 3, 5, 5});

	view.unseen[5] = 1;
	check(&view, "+1", "x55", EG_WHY_SURE_ATTACK);
	check(&view, "x5", "x55", EG_WHY_SURE_ATTACK);
	check(&view, "+1", "x5", EG_WHY_ATTACK_LEFT);
	view.unseen[3] = 0; /* from an advance-and-attack the other player may still retreat */
	check(&view, "+1", "+2x3", EG_WHY_ATTACK_LEFT);
	view.unseen[5] = 2;
	view.rules.level = EG_BASIC; /* without parries */
	check(&view, "+1", "x5", EG_WHY_SURE_ATTACK);
}

UNIT_TEST(test_why_moves_into_reach)
{
	struct eg_view view = view_of(9, (const uint8_t[]){1, 2, 3, 5, 5});

	/* Distance 4 has unseen cards, distances 6 to 8 have none. */
	check(&view, "+5", "+1", EG_WHY_IN_REACH);
	view.unseen[4] = 0;
	check(&view, "+5", "+1", EG_WHY_DISTANCE); /* 1 and 3 attack at 4, 5 and 3 at 8 */
	/* At 11 no attack is possible, and at 10 one with two fives. */
	check(&view, "+5", "-2", EG_WHY_OUT_OF_REACH);
	view = view_of(14, (const uint8_t[]){1, 2, 3, 4, 5});
	check(&view, "+4", "+3", EG_WHY_OUT_OF_REACH);
	view.unseen[5] = 1;
	check(&view, "+4", "+3", EG_WHY_DISTANCE);
	view.unseen[5] = 2;
	view.rules.level = EG_STANDARD; /* no attack reaches across 10 */
	check(&view, "+4", "+3", EG_WHY_DISTANCE);
}

UNIT_TEST(test_why_spends_cards_that_parry)
{
	struct eg_view view = view_of(7, (const uint8_t[]){2, 3, 3, 4, 4});

	/* After +3 the distance is 4, with two fours; after +4 it is 3, with two threes. */
	check(&view, "+3", "+4", EG_WHY_FORWARD);
	view = view_of(7, (const uint8_t[]){1, 3, 4, 4, 4});
	/* After +4 one three is left; after +3 three fours are. */
	check(&view, "+4", "+3", EG_WHY_PARRY_SPENT);
	check(&view, "+3", "+4", EG_WHY_FORWARD);
}

/* The basic rules have no parries, and at their end the cards do not count. */
UNIT_TEST(test_why_basic_rules_compare_no_cards)
{
	struct eg_view view = view_of(7, (const uint8_t[]){1, 3, 4, 4, 4});

	check(&view, "+4", "+3", EG_WHY_PARRY_SPENT);
	view.pile = 1;
	check(&view, "+4", "+3", EG_WHY_END_CARDS);
	view.rules.level = EG_BASIC;
	check(&view, "+4", "+3", EG_WHY_NONE);
	view.pile = 8;
	check(&view, "+4", "+3", EG_WHY_DISTANCE);
}

UNIT_TEST(test_why_goes_where_more_cards_attack)
{
	struct eg_view view = view_of(7, (const uint8_t[]){2, 3, 3, 4, 4});

	view.unseen[4] = 3;
	check(&view, "+3", "+4", EG_WHY_EASY_TARGET);
	check(&view, "+4", "+3", EG_WHY_DISTANCE);
}

UNIT_TEST(test_why_goes_where_no_card_attacks)
{
	struct eg_view view = view_of(8, (const uint8_t[]){1, 2, 3, 3, 5});

	/* Nobody else has a five or a three: so the distances 5 and 3 are safe. */
	view.unseen[5] = view.unseen[3] = 0;
	check(&view, "+1", "+3", EG_WHY_NO_ATTACK);
	check(&view, "+1", "-2", EG_WHY_DISTANCE);
}

UNIT_TEST(test_why_keeps_ground)
{
	struct eg_view view = view_of(12, (const uint8_t[]){1, 2, 3, 3, 5});

	check(&view, "-2", "+1", EG_WHY_GROUND);
	check(&view, "-2", "-1", EG_WHY_GROUND);
	check(&view, "-1", "-2", EG_WHY_DISTANCE);
	/* When the pile is low, ground comes before other reasons; otherwise after them. */
	view = view_of(13, (const uint8_t[]){1, 2, 3, 4, 5});
	view.pile = 6;
	check(&view, "+1", "+4", EG_WHY_GROUND);
	view.pile = 7;
	check(&view, "+1", "+4", EG_WHY_READY);
	check(&view, "+1", "+2", EG_WHY_FORWARD);
}

UNIT_TEST(test_why_prepares_an_attack)
{
	struct eg_view view = view_of(13, (const uint8_t[]){1, 2, 3, 4, 5});

	/* At 9 a five answers an advance of 4. At 12 no advance leads to a card. */
	check(&view, "+1", "+4", EG_WHY_READY);
	view.unseen[4] = 0;
	check(&view, "+1", "+4", EG_WHY_FORWARD);
}

UNIT_TEST(test_why_keeps_useful_cards)
{
	struct eg_view view = view_of(20, (const uint8_t[]){1, 2, 3, 4, 4});

	check(&view, "+3", "+4", EG_WHY_VARIETY);
	check(&view, "+4", "+3", EG_WHY_DISTANCE);
	/* In reach, the card of which fewer are unseen is kept. */
	view = view_of(11, (const uint8_t[]){1, 2, 3, 4, 5});
	view.unseen[4] = 1;
	check(&view, "+4", "+3", EG_WHY_RARE_CARD);
	check(&view, "+3", "+4", EG_WHY_FORWARD);
	view.rules.level = EG_BASIC;
	check(&view, "+4", "+3", EG_WHY_DISTANCE);
}

UNIT_TEST(test_why_at_the_end_of_the_pile)
{
	struct eg_view view = view_of(8, (const uint8_t[]){1, 2, 3, 3, 5});

	view.pile = 2;
	view.unseen[5] = 0;
	/* White has advanced 7, and Black 23 - 16 = 7. */
	check(&view, "-1", "+1", EG_WHY_END_POSITION);
	check(&view, "-1", "-2", EG_WHY_DISTANCE); /* behind after both */
	/* After +3 the distance is 5, with one five. After +2 it is 6, with no six. */
	check(&view, "+2", "+3", EG_WHY_END_CARDS);
	view.seat = EG_BLACK;
	check(&view, "-1", "+1", EG_WHY_END_POSITION);
	view.pile = 3;
	check(&view, "-1", "+1", EG_WHY_GROUND);
}

/* With one card in the pile, each move draws it and ends the round. */
UNIT_TEST(test_why_ends_the_round)
{
	struct eg_view view = view_of(4, (const uint8_t[]){1, 2, 3, 4, 4});

	view.space[EG_BLACK] = 12; /* White has advanced 7, and Black 11 */
	view.pile = 1;
	check(&view, "x44", "-1", EG_WHY_NONE);     /* there is no later moment */
	check(&view, "+1", "-1", EG_WHY_NONE);      /* no attack follows either move */
	check(&view, "+2", "+1", EG_WHY_END_CARDS); /* a three at 3, and no two at 2 */
	check(&view, "x44", "x4", EG_WHY_NONE);     /* no card is needed later */
	view.space[EG_BLACK] = 20;
	view.space[EG_WHITE] = 16; /* White has advanced 15, and Black 3 */
	check(&view, "x44", "-1", EG_WHY_END_AHEAD);
	view.attack = (struct eg_attack){4, 1, true};
	check(&view, "=", "-1", EG_WHY_END_AHEAD);
	view.pile = 2;
	check(&view, "=", "-1", EG_WHY_PARRIED);
}

UNIT_TEST(test_why_names_differ)
{
	for (int i = 0; i < EG_WHYS; i++)
		for (int j = 0; j < i; j++)
			assert_string_not_equal(
				eg_why_name((enum eg_why)i), eg_why_name((enum eg_why)j));
}
