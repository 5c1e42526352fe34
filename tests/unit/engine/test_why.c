#include "engine/analysis/why.h"
#include "tests/support/cmocka.h"

#include <string.h>

/* A view of White on space 8 in the advanced rules, with a hand of five cards; each card is unseen
 * twice. */
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

static void test_why_attacked(void **state)
{
	struct eg_view view = view_of(3, (const uint8_t[]){1, 2, 3, 3, 5});

	(void)state;
	view.attack = (struct eg_attack){3, 1, true};
	check(&view, "=", "-1", EG_WHY_PARRIED);
	check(&view, "-1", "=", EG_WHY_NOT_PARRIED);
	/* Retreats are compared like other moves: after -2 the distance is 5, after -5 it is 8. */
	check(&view, "-2", "-5", EG_WHY_IN_REACH);
}

static void test_why_attacks(void **state)
{
	struct eg_view view = view_of(5, (const uint8_t[]){1, 2, 3, 5, 5});

	(void)state;
	check(&view, "-1", "x5", EG_WHY_RETREATED);
	check(&view, "-1", "+2x3", EG_WHY_RETREATED);
	check(&view, "+1", "x55", EG_WHY_ATTACK_LEFT);
	check(&view, "x5", "x55", EG_WHY_WEAK_ATTACK);
	check(&view, "x55", "x5", EG_WHY_DEAR_ATTACK);
	check(&view, "x5", "+2x3", EG_WHY_NONE);
	check(&view, "x55", "-3", EG_WHY_EARLY_ATTACK);
	view.pile = 0;
	check(&view, "pass", "x5", EG_WHY_ATTACK_LEFT);
	check(&view, "x5", "pass", EG_WHY_NONE);
	check(&view, "pass", "pass", EG_WHY_NONE);
	check(&view, "+1", "pass", EG_WHY_NONE);
}

static void test_why_moves_into_reach(void **state)
{
	struct eg_view view = view_of(9, (const uint8_t[]){1, 2, 3, 5, 5});

	(void)state;
	/* Distance 4 has unseen cards, distances 6 to 8 have none. */
	check(&view, "+5", "+1", EG_WHY_IN_REACH);
	view.unseen[4] = 0;
	check(&view, "+5", "+1", EG_WHY_NONE);
}

static void test_why_spends_cards_that_parry(void **state)
{
	struct eg_view view = view_of(7, (const uint8_t[]){2, 3, 3, 4, 4});

	(void)state;
	/* After +3 the distance is 4, with two fours; after +4 it is 3, with two threes. */
	check(&view, "+3", "+4", EG_WHY_NONE);
	view = view_of(7, (const uint8_t[]){1, 3, 4, 4, 4});
	/* After +4 one three is left; after +3 three fours are. */
	check(&view, "+4", "+3", EG_WHY_PARRY_SPENT);
	check(&view, "+3", "+4", EG_WHY_NONE);
}

/* The basic rules have no parries, and at their end the cards do not count. */
static void test_why_basic_rules_compare_no_cards(void **state)
{
	struct eg_view view = view_of(7, (const uint8_t[]){1, 3, 4, 4, 4});

	(void)state;
	check(&view, "+4", "+3", EG_WHY_PARRY_SPENT);
	view.pile = 1;
	check(&view, "+4", "+3", EG_WHY_END_CARDS);
	view.rules.level = EG_BASIC;
	check(&view, "+4", "+3", EG_WHY_NONE);
	view.pile = 8;
	check(&view, "+4", "+3", EG_WHY_NONE);
}

static void test_why_goes_where_more_cards_attack(void **state)
{
	struct eg_view view = view_of(7, (const uint8_t[]){2, 3, 3, 4, 4});

	(void)state;
	view.unseen[4] = 3;
	check(&view, "+3", "+4", EG_WHY_EASY_TARGET);
	check(&view, "+4", "+3", EG_WHY_NONE);
}

static void test_why_goes_where_no_card_attacks(void **state)
{
	struct eg_view view = view_of(8, (const uint8_t[]){1, 2, 3, 3, 5});

	(void)state;
	/* Nobody else has a five or a three: so the distances 5 and 3 are safe. */
	view.unseen[5] = view.unseen[3] = 0;
	check(&view, "+1", "+3", EG_WHY_NO_ATTACK);
	check(&view, "+1", "-2", EG_WHY_NONE);
}

static void test_why_at_the_end_of_the_pile(void **state)
{
	struct eg_view view = view_of(8, (const uint8_t[]){1, 2, 3, 3, 5});

	(void)state;
	view.pile = 2;
	/* White has advanced 7, and Black 23 - 16 = 7. */
	check(&view, "-1", "+1", EG_WHY_END_POSITION);
	check(&view, "-2", "-1", EG_WHY_NONE); /* behind after both */
	check(&view, "+1", "+2", EG_WHY_NONE); /* ahead after both, and no cards that count */
	/* After +3 the distance is 5, with one five. After +2 it is 6, with no six. */
	check(&view, "+2", "+3", EG_WHY_END_CARDS);
	view.seat = EG_BLACK;
	check(&view, "-1", "+1", EG_WHY_END_POSITION);
	view.pile = 3;
	check(&view, "-1", "+1", EG_WHY_NONE);
}

static void test_why_names_differ(void **state)
{
	(void)state;
	for (int i = 0; i < EG_WHYS; i++)
		for (int j = 0; j < i; j++)
			assert_string_not_equal(
				eg_why_name((enum eg_why)i), eg_why_name((enum eg_why)j));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_why_attacked),
		cmocka_unit_test(test_why_attacks),
		cmocka_unit_test(test_why_moves_into_reach),
		cmocka_unit_test(test_why_spends_cards_that_parry),
		cmocka_unit_test(test_why_basic_rules_compare_no_cards),
		cmocka_unit_test(test_why_goes_where_more_cards_attack),
		cmocka_unit_test(test_why_goes_where_no_card_attacks),
		cmocka_unit_test(test_why_at_the_end_of_the_pile),
		cmocka_unit_test(test_why_names_differ),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
