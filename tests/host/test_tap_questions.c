/* Taps that ask for words: the hint, the rules and the analysis, as the chat gives them. */
#include "tests/support/scene_match.h"

#include <stdio.h>
#include <string.h>

static struct bot_tap_result result;

static enum bot_tap_outcome ask_with(
	struct scene *scene, const char *user, const char *what, int64_t match, const char *detail)
{
	char key[40];
	const struct bot_tap given = {
		.user = user, .key = key, .what = what, .match = match, .detail = detail};

	snprintf(key, sizeof(key), "a-new-key-for-each-tap-%u", scene->events++);
	memset(&result, 'x', sizeof(result));
	SCENE_CALL(scene, bot_host_tap(scene->host, &given, &result));
	return result.outcome;
}

static enum bot_tap_outcome ask(
	struct scene *scene, const char *user, const char *what, int64_t match)
{
	return ask_with(scene, user, what, match, NULL);
}

static void assert_text(const char *part)
{
	if (!strstr(result.text, part))
		fail_msg("\"%s\" is not in \"%s\"", part, result.text);
}

static void assert_refused(
	struct scene *scene, const char *user, const char *what, int64_t match, const char *part)
{
	assert_int_equal(ask(scene, user, what, match), BOT_TAP_REFUSED);
	assert_text(part);
	scene_assert_quiet(scene);
}

/* Asserts that the chat's command is answered with the words that the page has got. */
static void assert_chat_says_the_same(struct scene *scene, const char *user, const char *command)
{
	char page[BOT_PAGE_BODY];

	snprintf(page, sizeof(page), "%s", result.text);
	scene_tell(scene, user, command);
	assert_string_equal(scene_last(scene, user)->body, page);
}

/* Match 1 is rated, of Ann and Bob, and both have acted. Match 2 is Ann's practice. */
static int setup(void **state)
{
	scene_setup_timed(state);
	scene_tell(*state, ANN, "practice novice basic to 1");
	assert_int_equal(scene_match(*state, 2).practice, BOT_NOVICE);
	return 0;
}

SCENE_TEST_FROM(setup, test_hint_says_on_the_page_what_the_chat_says)
{
	assert_int_equal(ask(scene, ANN, "hint", 2), BOT_TAP_DONE);
	scene_assert_quiet(scene);
	assert_text("the maître would play");
	assert_chat_says_the_same(scene, ANN, "hint #2");
	scene_tell(scene, ANN, "language de");
	assert_int_equal(ask(scene, ANN, "hint", 2), BOT_TAP_DONE);
	assert_text("Der Maître");
}

SCENE_TEST_FROM(setup, test_hints_are_for_the_players_own_practice)
{
	assert_refused(scene, ANN, "hint", 1, "There is no match #1");
	assert_refused(scene, BOB, "hint", 1, "There is no match #1");
	assert_refused(scene, BOB, "hint", 2, "There is no match #2");
	assert_refused(scene, EVE, "hint", 2, "There is no match #2");
	assert_refused(scene, ANN, "hint", 0, "There is no match #0");
	scene_tell(scene, ANN, "resign #2 yes");
	assert_refused(scene, ANN, "hint", 2, "There is no match #2");
}

SCENE_TEST_FROM(setup, test_rules_are_those_of_the_match)
{
	assert_int_equal(ask(scene, ANN, "rules", 1), BOT_TAP_DONE);
	assert_chat_says_the_same(scene, ANN, "rules advanced");
	assert_int_equal(ask(scene, ANN, "rules", 2), BOT_TAP_DONE);
	scene_assert_quiet(scene);
	assert_chat_says_the_same(scene, ANN, "rules basic");
	assert_refused(scene, BOB, "rules", 2, "There is no match #2");
}

SCENE_TEST_FROM(setup, test_analysis_comes_to_the_chat_and_to_the_page_that_asks_again)
{
	scene_tell(scene, ANN, "resign #1 yes");
	assert_int_equal(ask(scene, ANN, "analysis", 1), BOT_TAP_LATER);
	assert_text("The analysis comes here and to our chat in a moment.");
	scene_assert_answer(scene, ANN, "I am looking at every action of #1");
	assert_int_equal(ask_with(scene, ANN, "analysis", 1, "yes"), BOT_TAP_LATER);
	assert_text("The analysis comes here and to our chat in a moment.");
	scene_assert_quiet(scene);
	scene_work(scene);
	scene_assert_said(scene, ANN, "The chance to win #1"); /* the words, then the picture */
	assert_int_equal(ask_with(scene, ANN, "analysis", 1, "yes"), BOT_TAP_DONE);
	scene_assert_quiet(scene);
	assert_text("Analysis of #1\n@ann:test (White): accuracy ");
	scene_tell(scene, BOB, "language de");
	assert_int_equal(ask(scene, BOB, "analysis", 1), BOT_TAP_DONE);
	assert_text("Analyse von #1");
}

/* Otherwise an analysis that is not possible would begin again and again. */
SCENE_TEST_FROM(setup, test_page_that_asks_again_begins_no_analysis)
{
	scene_tell(scene, ANN, "resign #1 yes");
	assert_int_equal(ask_with(scene, ANN, "analysis", 1, "yes"), BOT_TAP_DONE);
	scene_assert_quiet(scene);
}

SCENE_TEST_FROM(setup, test_matches_in_play_and_of_others_are_not_analysed)
{
	ask(scene, ANN, "analysis", 1);
	assert_text("#1 is still being played.");
	scene_assert_quiet(scene);
	scene_tell(scene, ANN, "resign #2 yes");
	assert_refused(scene, BOB, "analysis", 2, "There is no match #2");
	assert_refused(scene, EVE, "analysis", 1, "There is no match #1");
}

/* A hint costs two commands and the rules two, as in the chat. */
SCENE_TEST_FROM(setup, test_floods_meet_the_limits_of_the_chat)
{
	static const char *const words[] = {"hint", "rules", "analysis"};

	scene_wait(scene, 10 * MINUTE);
	scene->config.limits = (struct cfg_limits){.sender_per_minute = 4};
	assert_int_equal(ask(scene, ANN, "hint", 2), BOT_TAP_DONE);
	assert_int_equal(ask(scene, ANN, "rules", 2), BOT_TAP_DONE);
	for (int i = 0; i < 9; i++)
		assert_refused(scene, ANN, words[i % 3], 2, "that was a lot");
	scene_tell(scene, ANN, "hint #2"); /* the same limit: the page has said so already */
	scene_assert_quiet(scene);
	scene_wait(scene, 2 * MINUTE);
	assert_int_equal(ask(scene, ANN, "hint", 2), BOT_TAP_DONE);
	assert_text("the maître would play");
}
