/* The legal actions as people see them: their order, their letters, and the cards they use. */
#include "engine/engarde.h"
#include "tests/support/cmocka.h"

#include <stdio.h>
#include <string.h>

static const struct eg_rules advanced = {EG_ADVANCED, EG_FINAL_POSITION};

/* After +4 +4 +3 +4 White holds 1 2 5 5 5, Black holds 1 3 4 5 5, and the distance is 7. */
static const uint8_t deck[EG_DECK] = {
	5, 5, 5, 4, 3, 5, 5, 4, 4, 4, 1, 1, 2, 3, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 4};

/* Returns a round after the actions. */
static struct eg_round play(const char *actions)
{
	struct eg_round round;
	char text[EG_ACTION_SIZE];
	int length = 0;

	assert_int_equal(eg_round_init(&round, &advanced, EG_WHITE, deck), EG_OK);
	for (; sscanf(actions, " %8s%n", text, &length) == 1; actions += length) {
		struct eg_action action;

		assert_int_equal(eg_action_parse(text, strlen(text), &action), EG_OK);
		assert_int_equal(eg_round_play(&round, action), EG_OK);
	}
	return round;
}

/* Plays actions, and returns the view of the seat that is to act. */
static struct eg_view view_after(const char *actions)
{
	const struct eg_round round = play(actions);
	struct eg_view view;

	eg_round_view(&round, round.to_act, &view);
	return view;
}

static void assert_choices(const char *actions, const char *expected)
{
	struct eg_action choices[EG_LEGAL_MAX];
	struct eg_view view = view_after(actions);
	char list[EG_CHOICES_MAX * (EG_ACTION_SIZE + 3)] = "";

	size_t count = eg_view_choices(&view, choices);
	assert_int_equal(count, view.legal_count);
	for (size_t i = 0; i < count; i++) {
		char text[EG_ACTION_SIZE];

		eg_action_print(choices[i], text);
		sprintf(list + strlen(list), "%s%c %s", i > 0 ? ", " : "", eg_choice_letter(i),
			text);
	}
	assert_string_equal(list, expected);
}

UNIT_TEST(test_choices_begin_with_attacks)
{
	assert_choices("", "a +3, b +4, c +5");
	assert_choices("+4 +4 +3 +4", "a +2x5, b +2x55, c +2x555, d +5x2, e +1, f +2, g +5, h -1, "
				      "i -2, j -5");
	assert_choices("+4 +4 +3 +4 +2x55", "a =, b -1, c -3, d -4, e -5");
	assert_choices("+4 +4 +3 +4 +2",
		"a x5, b x55, c +1x4, d +4x1, e +1, f +3, g +4, h -1, i -3, "
		"j -4, k -5");
}

/* Asserts the plans of the player who is not to act after the actions. */
static void assert_plans(const char *actions, enum eg_level level, const char *expected)
{
	const struct eg_round round = play(actions);
	char list[EG_PLANS_MAX * EG_ACTION_SIZE + 1] = "", text[EG_ACTION_SIZE];
	struct eg_action plans[EG_PLANS_MAX];
	struct eg_view view;

	eg_round_view(&round, eg_opponent(round.to_act), &view);
	view.rules.level = level;
	size_t count = eg_view_plans(&view, plans);
	for (size_t i = 0; i < count; i++) {
		eg_action_print(plans[i], text);
		sprintf(list + strlen(list), "%s ", text);
	}
	assert_string_equal(list, expected);
}

/* In the last case the distance is 5: the 5s attack only after a move, which changes it. */
UNIT_TEST(test_plans_leave_out_what_can_never_be_legal)
{
	assert_plans("", EG_ADVANCED, "+4 +5 ");
	assert_plans("+4 +4 +3 +4", EG_ADVANCED, "x3 x4 x5 x55 = +1 +3 +4 +5 -1 -3 -4 -5 ");
	assert_plans("+4 +4 +3 +4", EG_STANDARD, "x3 x4 x5 x55 +1 +3 +4 +5 -1 -3 -4 -5 ");
	assert_plans("+4 +4 +3 +4", EG_BASIC, "x3 x4 x5 +1 +3 +4 +5 -1 -3 -4 -5 ");
	assert_plans("+4 +4 +3 +4 +2", EG_STANDARD, "x1 x11 = +1 +5 -1 -5 ");
}

UNIT_TEST(test_a_pass_comes_last)
{
	static const struct eg_action pass = {EG_PASS, 0, 0, 0}, attack = {EG_ATTACK, 0, 2, 1};
	const struct eg_view view = {.legal_count = 2, .legal = {pass, attack}};
	struct eg_action choices[EG_LEGAL_MAX];

	assert_int_equal(eg_view_choices(&view, choices), 2);
	assert_true(eg_action_equal(choices[0], attack));
	assert_true(eg_action_equal(choices[1], pass));
}

UNIT_TEST(test_letters_and_their_indexes)
{
	for (size_t i = 0; i < EG_LETTERS; i++)
		assert_int_equal(eg_choice_index(eg_choice_letter(i)), i);
	assert_int_equal(eg_choice_letter(0), 'a');
	for (const char *other = "xy=+-1A"; *other; other++)
		assert_int_equal(eg_choice_index(*other), EG_LETTERS);
	assert_int_equal(eg_choice_index('\0'), EG_LETTERS);
}

/* Asserts which choices fit some cards: a list of letters. */
static void assert_fits(const char *actions, const char *typed, const char *expected)
{
	struct eg_action choices[EG_LEGAL_MAX];
	struct eg_view view = view_after(actions);
	uint8_t cards[EG_VALUES + 1] = {0};
	char letters[EG_LEGAL_MAX] = "";
	size_t used = 0;

	for (; *typed; typed++)
		cards[*typed - '0']++;
	size_t count = eg_view_choices(&view, choices);
	for (size_t i = 0; i < count; i++)
		if (eg_view_fits(&view, choices[i], cards))
			letters[used++] = eg_choice_letter(i);
	assert_string_equal(letters, expected);
}

UNIT_TEST(test_one_card_fits_each_action_that_uses_it)
{
	static const char turn[] = "+4 +4 +3 +4", attacked[] = "+4 +4 +3 +4 +2x55";

	assert_fits("", "3", "a");
	assert_fits(turn, "1", "eh");
	assert_fits(turn, "2", "abcdfi");
	assert_fits(turn, "3", "");
	assert_fits(attacked, "5", "ae");
	assert_fits(attacked, "3", "c");
}

UNIT_TEST(test_several_cards_fit_actions_with_exactly_these_cards)
{
	static const char turn[] = "+4 +4 +3 +4", attacked[] = "+4 +4 +3 +4 +2x55";

	assert_fits(turn, "25", "ad");
	assert_fits(turn, "525", "b");
	assert_fits(turn, "55", "");
	assert_fits(turn, "5552", "c");
	assert_fits(turn, "55522", "");
	assert_fits(attacked, "55", "a");
	assert_fits("+4 +4 +3 +4 +2", "55", "b");
}

/* Asserts the lines of a list. `lines` is the list, with a bar after each line. */
static void assert_lines(const char *lines)
{
	struct eg_action choices[EG_CHOICES_MAX];
	size_t ends[EG_CHOICES_MAX], count = 0, end = 0;
	char word[EG_ACTION_SIZE];
	int length = 0;

	for (; sscanf(lines, " %8s%n", word, &length) == 1; lines += length)
		if (strcmp(word, "|") == 0)
			ends[end++] = count;
		else
			assert_int_equal(
				eg_action_parse(word, strlen(word), &choices[count++]), EG_OK);
	for (size_t i = 0, line = 0; i < count; line++) {
		i += eg_choices_line(&choices[i], count - i);
		assert_int_equal(i, ends[line]);
	}
}

UNIT_TEST(test_choices_of_a_kind_share_a_line)
{
	assert_lines("x5 x55 x555 | +1x4 +1x44 +4x1 | +1 +3 | -1 -3 |");
	assert_lines("+1 +2 +3 +4 +5 |");
	assert_lines("= | -1 -2 -3 -4 |");
	assert_lines("x2 | -2 -3 |");
	assert_lines("x3 | pass |");
	assert_lines("x3 x33 |");
}
