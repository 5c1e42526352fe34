/* Nudges, and proposals to pause, resume or abandon a match. */
#include "tests/support/scene_match.h"

#include <string.h>

/* Asserts that the bot has told only this user something, and that their device rings. */
static void assert_rings_for(const struct scene *scene, const char *user, const char *text)
{
	assert_int_equal(scene_events(scene), 1);
	scene_assert_rings(scene, user, text);
}

/*
 * Asserts that the bot has asked or reminded the user, and has answered `answer` in `place`: in the
 * room, or in private if `place` is a user.
 */
static void assert_asked(const struct scene *scene, const char *user, const char *text,
	const char *place, const char *answer)
{
	assert_int_equal(scene_events(scene), 2);
	scene_assert_rings(scene, user, text);
	scene_assert_said(scene, place, answer);
	assert_int_equal(scene_last(scene, place)->ring, BOT_QUIET);
}

static void pause_match(struct scene *scene)
{
	scene_say(scene, ROOM, ANN, "!eg pause");
	assert_asked(scene, BOB, "#1: @ann:test would like to pause. To agree, write pause #1.",
		ROOM, "#1: I have asked @bob:test. The clock runs until they agree.");
	assert_int_equal(scene_match(scene, 1).left, 0);
	scene_tell(scene, BOB, "pause #1");
	/* the bot sends an edit of the board, and a message to each player */
	assert_int_equal(scene_events(scene), 3);
	assert_non_null(strstr(scene_last(scene, ROOM)->body, "The match is paused."));
	assert_int_equal(scene_last(scene, ROOM)->kind, BOT_OUT_EDIT);
	assert_non_null(strstr(scene_last(scene, ANN)->body, "#1 is paused"));
	assert_non_null(strstr(scene_last(scene, BOB)->body, "#1 is paused"));
	assert_int_equal(scene_last(scene, ANN)->ring, BOT_QUIET);
}

SCENE_TEST_FROM(scene_setup_timed, test_pause_keeps_the_remaining_time)
{
	scene_wait(scene, 290 * SECOND);
	pause_match(scene);
	assert_int_equal(scene_match(scene, 1).left, 10 * SECOND);
	scene_wait(scene, HOUR);
	scene_restart(scene, 100 * HOUR);
	scene_wait(scene, 26 * DAY);
	assert_int_equal(scene_events(scene), 0);
	scene_tell(scene, BOB, "resume");
	assert_asked(scene, ANN, "@bob:test would like to go on. To agree, write resume #1.", BOB,
		"#1: I have asked @ann:test. The match stays paused until they agree.");
	scene_tell(scene, ANN, "resume");
	/* the bot sends the board, and sends Ann her hand, because it is her turn */
	assert_int_equal(scene_events(scene), 2);
	assert_int_equal(scene_last(scene, ANN)->ring, BOT_RING);
	assert_non_null(strstr(scene_last(scene, ANN)->body, "Your hand"));
	scene_wait(scene, 10 * SECOND - 1);
	/* the bot sent both reminders before the pause, so it sends no reminder now */
	assert_int_equal(scene_events(scene), 0);
	scene_wait(scene, 1);
	assert_non_null(strstr(scene_last(scene, ROOM)->body, "@ann:test has run out of time"));
}

SCENE_TEST_FROM(scene_setup_timed, test_pause_keeps_the_later_reminders)
{
	scene_wait(scene, 200 * SECOND);
	pause_match(scene);
	scene_wait(scene, HOUR);
	scene_say(scene, ROOM, ANN, "!eg resume");
	scene_say(scene, ROOM, BOB, "!eg resume");
	scene_wait(scene, 70 * SECOND - 1);
	assert_int_equal(scene_events(scene), 0);
	scene_wait(scene, 1);
	assert_rings_for(scene, ANN, "#1: 30 s left");
}

SCENE_TEST_FROM(scene_setup_timed, test_pause_allows_only_to_resign)
{
	pause_match(scene);
	scene_ask(scene, ANN, "a", "#1 is paused; both say resume #1 to go on.");
	scene_say(scene, ROOM, ANN, "!eg +1");
	scene_assert_answer(scene, ANN, "#1 is paused");
	scene_ask_in(scene, ROOM, BOB, "!eg nudge",
		"#1 is paused; both say !engarde resume #1 to go on.");
	scene_ask_in(scene, ROOM, ANN, "!eg pause", "no match here with a running clock");
	scene_say(scene, ROOM, BOB, "!eg resign yes");
	assert_non_null(strstr(scene_last(scene, ROOM)->body, "@bob:test resigns #1"));
}

SCENE_TEST_FROM(scene_setup_timed, test_pause_needs_both_players)
{
	scene_say(scene, ROOM, ANN, "!eg pause");
	scene_ask_in(
		scene, ROOM, ANN, "!eg pause", "already asked @bob:test, who has still to agree.");
	scene_ask_in(scene, ROOM, EVE, "!eg pause", "no match here with a running clock");
	scene_ask_in(scene, ROOM, BOB, "!eg resume", "no paused match here");
	assert_int_equal(scene_match(scene, 1).left, 0);
	scene_wait(scene, 5 * MINUTE);
	assert_int_equal(scene_match(scene, 1).status, BOT_ENDED);
}

SCENE_TEST(test_pause_needs_a_clock)
{
	scene_begin(scene, "clock none");
	scene_ask_in(scene, ROOM, ANN, "!eg pause", "no match here with a running clock");
}

SCENE_TEST_FROM(scene_setup_timed, test_proposal_ends_when_the_opponent_acts)
{
	scene_say(scene, ROOM, ANN, "!eg abandon");
	scene_tell(scene, ANN, "a"); /* the player who made the proposal may still act */
	assert_int_equal(scene_match(scene, 1).proposal, BOT_ABANDON);
	scene_tell(scene, BOB, "a");
	assert_int_equal(scene_match(scene, 1).proposal, BOT_NO_PROPOSAL);
	scene_say(scene, ROOM, BOB, "!eg abandon");
	assert_asked(scene, ANN, "@bob:test would like to abandon the match", ROOM,
		"#1: I have asked @ann:test. The match goes on until they agree.");
	assert_int_equal(scene_match(scene, 1).status, BOT_PLAYING);
}

SCENE_TEST_FROM(scene_setup_timed, test_proposal_is_replaced_by_another)
{
	scene_say(scene, ROOM, ANN, "!eg abandon");
	scene_say(scene, ROOM, BOB, "!eg pause");
	assert_asked(scene, ANN, "would like to pause", ROOM, "The clock runs");
	scene_say(scene, ROOM, BOB, "!eg abandon");
	assert_asked(scene, ANN, "would like to abandon", ROOM, "The match goes on");
	scene_say(scene, ROOM, ANN, "!eg abandon");
	assert_int_equal(scene_match(scene, 1).status, BOT_ENDED);
}

SCENE_TEST_FROM(scene_setup_timed, test_abandon_ends_the_match_for_both)
{
	int64_t next;

	scene_tell(scene, BOB, "abandon");
	assert_asked(scene, ANN, "counts for nobody. To agree, write abandon #1.", BOB,
		"I have asked @ann:test.");
	scene_say(scene, ROOM, ANN, "!eg abandon");
	assert_int_equal(scene_match(scene, 1).status, BOT_ENDED);
	assert_int_equal(scene_events(scene), SCENE_FINISH);
	scene_assert_said(scene, ROOM, "#1 (@ann:test – @bob:test) is abandoned: both agree.");
	scene_run_timers(scene, &next);
	assert_int_equal(next, -1);
}

/* A player who agrees in private is answered there, too. */
SCENE_TEST_FROM(scene_setup_timed, test_agreement_is_answered_in_its_place)
{
	pause_match(scene);
	scene_say(scene, ROOM, ANN, "!eg resume");
	scene_tell(scene, BOB, "resume");
	scene_assert_said(scene, BOB, "#1 goes on; @ann:test is to act.");
	scene_say(scene, ROOM, ANN, "!eg abandon");
	scene_tell(scene, BOB, "abandon");
	scene_assert_said(scene, BOB, "#1 (@ann:test – @bob:test) is abandoned: both agree.");
}

SCENE_TEST_FROM(scene_setup_timed, test_abandon_selects_the_match_with_the_proposal)
{
	scene_begin_between(scene, EVE, BOB, "");
	scene_say(scene, ROOM, EVE, "!eg abandon");
	scene_say(scene, ROOM, BOB, "!eg abandon");
	assert_int_equal(scene_match(scene, 1).status, BOT_PLAYING);
	assert_int_equal(scene_match(scene, 2).status, BOT_ENDED);
}

SCENE_TEST(test_nudge_is_allowed_once_an_hour)
{
	scene_begin(scene, "first white");
	scene_ask_in(scene, ROOM, ANN, "!eg nudge", "@bob:test waits for you.");
	scene_ask_in(scene, ROOM, EVE, "!eg nudge", "You are in no match here.");
	scene_say(scene, ROOM, BOB, "!eg nudge");
	assert_asked(scene, ANN, "#1: @bob:test waits for you to act.", ROOM,
		"#1: I have reminded @ann:test.");
	scene_wait(scene, HOUR - 1);
	scene_tell(scene, ANN, "a");
	/* both players of a match together may nudge only once an hour */
	scene_ask(scene, ANN, "nudge", "A reminder an hour is enough.");
	scene_restart(scene, SECOND);
	scene_ask(scene, ANN, "nudge", "A reminder an hour is enough.");
	scene_wait(scene, 1);
	assert_int_equal(scene_events(scene), 0);
	scene_tell(scene, ANN, "nudge");
	assert_asked(
		scene, BOB, "@ann:test waits for you to act", ANN, "I have reminded @bob:test.");
}

SCENE_TEST_FROM(scene_setup_timed, test_nudge_selects_the_match_that_waits_for_the_opponent)
{
	scene_begin_between(scene, EVE, ANN, "first black"); /* it is Ann's turn in #2, too */
	scene_begin_between(scene, BOB, EVE, "first white"); /* it is Bob's turn in #3 */
	scene_say(scene, ROOM, BOB, "!eg nudge");
	assert_asked(scene, ANN, "#1: @bob:test waits", ROOM, "I have reminded @ann:test.");
	scene_ask_in(scene, ROOM, EVE, "!eg nudge", "Which one?");
}

/* "Yes" agrees, where the bot has asked and in the room. The opponent's own turn says no. */
SCENE_TEST_FROM(scene_setup_timed, test_yes_agrees_to_a_proposal)
{
	scene_say(scene, ROOM, ANN, "!eg pause");
	scene_ask(scene, ANN, "yes", "I can't tell what that answers."); /* she has asked herself */
	scene_tell(scene, BOB, "yes");
	assert_int_not_equal(scene_match(scene, 1).left, 0);
	scene_say(scene, ROOM, BOB, "!eg resume");
	scene_say(scene, ROOM, ANN, "!eg yes");
	assert_int_equal(scene_match(scene, 1).left, 0);
	scene_say(scene, ROOM, BOB, "!eg abandon");
	scene_ask(scene, ANN, "ok", "I can't tell what that answers.");
	scene_tell(scene, ANN, "\u2705");
	assert_int_equal(scene_match(scene, 1).ending, BOT_ABANDONED);
}
