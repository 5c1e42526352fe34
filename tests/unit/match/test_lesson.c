/* Checks with the engine what the texts of the lessons say about their positions. */
#include "bot/match/lesson.h"
#include "tests/support/cmocka.h"

enum { MOVE = 1, ATTACK, PARRY, INDIRECT, RETREAT, LAST_CARD };

/* A lesson as the learner sees it. */
static void see(size_t number, struct eg_match *match, struct eg_view *view)
{
	struct eg_match_view all;

	bot_lesson_begin(bot_lesson_get(number), match);
	eg_match_view(match, EG_WHITE, &all);
	*view = all.round;
}

static size_t count_legal(const struct eg_view *view, enum eg_kind kind, uint8_t cards)
{
	size_t count = 0;

	for (size_t i = 0; i < view->legal_count; i++)
		count += view->legal[i].kind == kind && view->legal[i].count >= cards;
	return count;
}

static enum eg_phase play(
	const struct eg_match *match, struct eg_action action, struct eg_result *result)
{
	struct eg_match after = *match;

	assert_int_equal(eg_match_play(&after, action), EG_OK);
	*result = after.round.result;
	return after.round.phase;
}

UNIT_TEST(test_each_lesson_has_legal_right_answers_of_its_kind)
{
	for (size_t i = 1; i <= BOT_LESSONS; i++) {
		const struct bot_lesson *lesson = bot_lesson_get(i);
		size_t right = 0, spaces = 0;
		struct eg_match match;
		struct eg_view view;

		see(i, &match, &view);
		assert_true(view.legal_count > 0);
		for (size_t j = 0; j < view.legal_count; j++) {
			if (!bot_lesson_is_right(lesson, view.legal[j]))
				continue;
			assert_int_equal(view.legal[j].kind, lesson->kind);
			right++;
		}
		for (const char *c = lesson->right; *c; c++)
			spaces += *c == ' ';
		assert_int_equal(right, spaces + 1); /* each right answer is legal */
		assert_int_equal(count_legal(&view, EG_PASS, 0), 0);
	}
}

UNIT_TEST(test_first_lesson_has_only_advances)
{
	struct eg_match match;
	struct eg_view view;

	see(MOVE, &match, &view);
	assert_int_equal(count_legal(&view, EG_ADVANCE, 0), view.legal_count);
}

UNIT_TEST(test_attack_with_both_cards_is_a_touch)
{
	struct eg_action action = {.kind = EG_ATTACK, .card = 4, .count = 2};
	struct eg_result result;
	struct eg_match match;
	struct eg_view view;

	see(ATTACK, &match, &view);
	assert_int_equal(count_legal(&view, EG_ATTACK, 2), 1);
	assert_int_equal(count_legal(&view, EG_ADVANCE_ATTACK, 0), 0);
	assert_int_equal(play(&match, action, &result), EG_OVER);
	assert_int_equal(result.winner, EG_WHITE);
	assert_int_equal(result.reason, EG_TOUCH);
}

UNIT_TEST(test_only_a_parry_is_legal)
{
	struct eg_result result;
	struct eg_match match;
	struct eg_view view;

	see(PARRY, &match, &view);
	assert_int_equal(view.legal_count, 1);
	assert_int_equal(play(&match, view.legal[0], &result), EG_TURN);
}

UNIT_TEST(test_one_indirect_attack_has_two_cards)
{
	struct eg_match match;
	struct eg_view view;

	see(INDIRECT, &match, &view);
	assert_true(view.distance > EG_VALUES);
	assert_int_equal(count_legal(&view, EG_ADVANCE_ATTACK, 2), 1);
	assert_true(count_legal(&view, EG_ADVANCE_ATTACK, 1) > 1);
}

UNIT_TEST(test_indirect_attack_can_only_be_left)
{
	struct eg_match match;
	struct eg_view view;

	see(RETREAT, &match, &view);
	assert_true(view.attack.indirect);
	assert_int_equal(count_legal(&view, EG_RETREAT, 0), view.legal_count);
}

/* Only the right answer wins the round, by the cards, although Black has advanced further. */
UNIT_TEST(test_only_the_right_answer_wins_with_the_last_card)
{
	const struct bot_lesson *lesson = bot_lesson_get(LAST_CARD);
	struct eg_match match;
	struct eg_view view;

	see(LAST_CARD, &match, &view);
	assert_int_equal(view.pile, 1);
	assert_true(view.space[EG_WHITE] - 1 < EG_SPACES - view.space[EG_BLACK]);
	for (size_t i = 0; i < view.legal_count; i++) {
		bool right = bot_lesson_is_right(lesson, view.legal[i]);
		struct eg_result result;

		assert_int_equal(play(&match, view.legal[i], &result), EG_OVER);
		assert_int_equal(result.winner == EG_WHITE, right);
		if (right)
			assert_int_equal(result.reason, EG_CARDS);
	}
}
