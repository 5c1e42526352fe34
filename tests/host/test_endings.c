/*
 * How one person ends a match: resign, abort and stop. The bot never guesses the match, and asks
 * for a confirmation before a loss.
 */
#include "tests/support/scene_match.h"

#define CARL "@carl:test"

SCENE_TEST(test_resign_needs_a_confirmation)
{
	scene_begin(scene, "");
	scene_let_both_act(scene);
	scene_ask_in(scene, ROOM, BOB, "!eg resign",
		"Do you want to resign #1 against @ann:test? Answer !engarde yes or \xE2\x9C\x85.");
	scene_ask_in(scene, ROOM, BOB, "!eg resign maybe", "Just write !engarde resign");
	scene_ask_in(scene, ROOM, BOB, "!eg resign yes yes", "Just write !engarde");
	assert_int_equal(scene_match(scene, 1).status, BOT_PLAYING);
	scene_tell(scene, BOB, "resign 1 yes");
	assert_int_equal(scene_match(scene, 1).ending, BOT_RESIGNED);
	assert_int_equal(scene_match(scene, 1).winner, EG_WHITE);
	assert_true(scene_match(scene, 1).rated);
}

UNIT_TEST(test_resign_is_confirmed_in_each_language)
{
	static const char *const texts[] = {"resign yes", "aufgeben ja", "opgeven ja #1", "resa sì",
		"resa si", "concede YES", "resa 1 certo"};

	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		struct scene *scene = scene_create(1);

		scene_begin(scene, "");
		scene_let_both_act(scene);
		scene_tell(scene, ANN, texts[i]);
		assert_int_equal(scene_match(scene, 1).ending, BOT_RESIGNED);
		scene_destroy(scene);
	}
}

/* Ann is to act in one of her matches only, but she may well mean the other one. */
SCENE_TEST(test_resign_never_guesses_the_match)
{
	scene_begin(scene, "first white");
	const char *hand = scene_last(scene, ANN)->event;
	scene_begin_between(scene, CARL, ANN, "first white");
	scene_ask_in(scene, ROOM, ANN, "!eg resign yes",
		"Which one? Answer with its number, such as !engarde #1");
	scene_ask(scene, ANN, "resign yes", "Which one?");
	scene->reply_to = hand; /* a reply to a match's message names the match */
	scene_tell(scene, ANN, "resign yes");
	assert_int_equal(scene_match(scene, 1).status, BOT_ENDED);
	assert_int_equal(scene_match(scene, 2).status, BOT_PLAYING);
}

SCENE_TEST(test_loss_before_both_have_acted_is_void)
{
	struct bot_rating rating;

	scene_begin(scene, "first white");
	scene_tell(scene, ANN, "a");
	scene_ask_in(scene, ROOM, BOB, "!eg resign",
		"!engarde abort #1 ends it, and it counts for nobody");
	scene_say(scene, ROOM, BOB, "!eg resign yes");
	scene_assert_said(scene, ROOM,
		"@bob:test resigns #1 before both have acted: the match is void and counts for "
		"nobody.");
	scene_begin(scene, "first white clock 5m");
	scene_wait(scene, 5 * MINUTE);
	scene_assert_said(scene, ROOM,
		"@ann:test has run out of time in #2 before both have acted: the match is void");
	for (int64_t id = 1; id <= 2; id++) {
		assert_int_equal(scene_match(scene, id).status, BOT_ENDED);
		assert_int_equal(scene_match(scene, id).ending, BOT_VOID);
		assert_int_equal(scene_match(scene, id).winner, EG_NOBODY);
		assert_false(scene_match(scene, id).rated);
	}
	assert_false(bot_rating_get(scene->store, NULL, ANN, &rating));
	scene_ask_in(scene, ROOM, ANN, "!eg history", "#2 @ann:test – @bob:test 0 : 0, void");
	scene_ask_in(scene, ROOM, ANN, "!eg verify #1", "#1: what was played is correct");
}

SCENE_TEST(test_abort_ends_a_match_in_which_not_both_have_acted)
{
	scene->unreachable = BOB;
	scene_begin(scene, "");
	assert_int_equal(scene_match(scene, 1).status, BOT_ACCEPTED);
	scene_ask_in(scene, ROOM, ANN, "!eg abort", "@ann:test aborts #1 (@ann:test – @bob:test)");
	scene->unreachable = NULL;
	scene_begin(scene, "first white");
	scene_tell(scene, ANN, "a");
	scene_tell(scene, BOB, "abort");
	scene_assert_said(scene, ROOM, "@bob:test aborts #2");
	assert_int_equal(scene_match(scene, 2).ending, BOT_VOID);
	scene_begin(scene, "first white");
	scene_tell(scene, ANN, "a");
	scene_tell(scene, BOB, "a");
	scene_ask(scene, BOB, "abort",
		"You have both acted in #3, so it can't be aborted any more. abandon #3 ends it "
		"without a result if @ann:test agrees");
	assert_int_equal(scene_match(scene, 3).status, BOT_PLAYING);
	scene_ask(scene, CARL, "abort #3", "There is no match #3");
}

SCENE_TEST(test_match_is_aborted_before_the_lots_decide_who_begins)
{
	scene->unreachable = BOB;
	scene_begin(scene, "first random");
	scene_ask_in(scene, ROOM, ANN, "!eg abort", "@ann:test aborts #1 (@ann:test – @bob:test)");
	assert_int_equal(scene_match(scene, 1).ending, BOT_VOID);
}

SCENE_TEST(test_practice_is_resigned_or_aborted_at_any_time)
{
	scene_tell(scene, ANN, "practice novice");
	scene_ask(scene, ANN, "resign", "Do you want to resign #1 against Novice?");
	scene_tell(scene, ANN, "resign yes");
	assert_int_equal(scene_match(scene, 1).ending, BOT_RESIGNED);
	scene_tell(scene, ANN, "practice novice");
	scene_tell(scene, ANN, "a");
	scene_tell(scene, ANN, "abort");
	assert_int_equal(scene_match(scene, 2).ending, BOT_VOID);
}

SCENE_TEST(test_moderator_confirms_a_stop_and_never_stops_their_own_match)
{
	scene_begin(scene, "");
	scene_ask_in(scene, ROOM, EVE, "!eg stop",
		"Do you want to stop #1 (@ann:test – @bob:test), so that it counts for nobody?");
	assert_int_equal(scene_match(scene, 1).status, BOT_PLAYING);
	scene_begin_between(scene, EVE, CARL, "");
	scene_ask_in(scene, ROOM, EVE, "!eg stop yes", "Which one?");
	scene_ask_in(scene, ROOM, EVE, "!eg stop #2 yes",
		"You play in #2 yourself, so another moderator has to stop it. !engarde abandon #2 "
		"ends it without a result if @carl:test agrees.");
	assert_int_equal(scene_match(scene, 2).status, BOT_PLAYING);
	scene_say(scene, ROOM, EVE, "!eg stop 1 yes");
	assert_int_equal(scene_match(scene, 1).ending, BOT_STOPPED);
	scene_say(scene, ROOM, EVE, "!eg challenge");
	scene_say(scene, ROOM, EVE, "!eg stop #3 yes"); /* only a challenge */
	assert_int_equal(scene_match(scene, 3).status, BOT_ENDED);
}

/* record, verify and rematch mean the same match: the last one that ended in the room. */
SCENE_TEST(test_commands_after_a_match_mean_the_last_one_that_ended)
{
	scene_begin(scene, "first white"); /* ends last */
	scene_begin_between(scene, ANN, CARL, "first white");
	const char *hand = scene_last(scene, ANN)->event;
	scene_say(scene, ROOM, CARL, "!eg abort #2");
	scene->now += MINUTE;
	scene_say(scene, ROOM, BOB, "!eg abort #1");
	scene_begin_between(scene, EVE, CARL, "");
	scene_ask_in(scene, ROOM, EVE, "!eg verify", "#1: what was played is correct");
	scene_ask_in(scene, ROOM, CARL, "!eg rematch",
		"The last match that ended here is #1, and you can't play that one again. !engarde "
		"rematch #2 repeats your own last one.");
	scene_ask(scene, CARL, "verify", "#2: what was played is correct");
	scene->reply_to = hand;
	scene_ask_in(scene, ROOM, ANN, "!eg rematch", "@ann:test challenges @carl:test");
	scene_say(scene, ROOM, ANN, "!eg cancel");
	scene_ask_in(scene, ROOM, ANN, "!eg rematch", "@ann:test challenges @bob:test");
}

SCENE_TEST(test_board_without_a_match_in_play_is_of_the_last_match)
{
	scene_ask_in(scene, ROOM, EVE, "!eg board", "No match is being played here.");
	scene_begin(scene, "");
	scene_say(scene, ROOM, BOB, "!eg abort");
	scene_ask_in(scene, ROOM, EVE, "!eg board", "#1, round 1: ");
	scene_assert_answer(scene, ROOM, "The match is over.");
	scene_ask_in(scene, ROOM, EVE, "!eg board picture", "The match is over.");
	scene_ask(scene, ANN, "board", "The match is over.");
	scene_ask(scene, EVE, "board", "No match is being played here.");
	scene_begin(scene, "");
	scene_begin_between(scene, ANN, CARL, "");
	scene_ask_in(scene, ROOM, EVE, "!eg board", "Which one?");
	scene_ask_in(scene, ROOM, BOB, "!eg board", "#2, round 1: ");
	scene_ask_in(scene, ROOM, EVE, "!eg board #1", "The match is over.");
	scene_ask(scene, ANN, "board #1", "The match is over.");
	scene_ask(scene, EVE, "board #1", "There is no match #1");
	scene_ask_in(scene, "!yard:test", ANN, "!eg board #1", "There is no match #1");
}

/*
 * A player who is about to lose makes a friend a moderator. The friend can't stop the match, before
 * and after both have acted. Who moderated the room when the match began can.
 */
SCENE_TEST(test_only_moderators_of_the_beginning_stop_a_rated_match)
{
	scene_begin(scene, "clock 5m first white");
	scene->moderator = "@friend:test";
	for (int acted = 0; acted < 2; acted++) {
		scene_ask_in(scene, ROOM, "@friend:test", "!eg stop yes",
			"#1 is rated, so only somebody who moderated this room when it");
		assert_int_equal(scene_match(scene, 1).status, BOT_PLAYING);
		scene_let_both_act(scene);
	}
	scene_say(scene, ROOM, EVE, "!eg stop yes"); /* no longer a moderator */
	scene_assert_answer(scene, ROOM, "Only moderators of this room can do that");
	scene->moderator = EVE;
	scene_say(scene, ROOM, EVE, "!eg stop yes");
	assert_int_equal(scene_match(scene, 1).ending, BOT_STOPPED);
}

/* The clock ends the match also if the bot has been put out of its room. */
SCENE_TEST(test_putting_the_bot_out_of_the_room_escapes_no_defeat)
{
	scene_begin(scene, "clock 5m first white");
	scene_let_both_act(scene);
	SCENE_CALL(scene, bot_host_room_left(scene->host, ROOM));
	scene_wait(scene, 5 * MINUTE);
	assert_int_equal(scene_match(scene, 1).ending, BOT_FORFEITED);
	assert_true(scene_match(scene, 1).rated);
}

/* Nothing is at stake in a match without a clock, and nothing else ends it soon. */
SCENE_TEST(test_later_moderators_stop_a_match_that_is_not_rated)
{
	scene_begin(scene, "clock none");
	scene->moderator = "@friend:test";
	scene_say(scene, ROOM, "@friend:test", "!eg stop yes");
	assert_int_equal(scene_match(scene, 1).ending, BOT_STOPPED);
}

/* Nobody has to lose a match in which not both have acted: "yes" ends it as the bot has offered. */
SCENE_TEST(test_yes_aborts_instead_of_resigning)
{
	scene_begin(scene, "first white");
	scene_tell(scene, ANN, "a");
	scene_ask(scene, BOB, "resign", "Shall I do that? Answer yes or \u2705.");
	scene_tell(scene, BOB, "yes");
	assert_int_equal(scene_match(scene, 1).status, BOT_ENDED);
	assert_int_equal(scene_match(scene, 1).ending, BOT_VOID);
}
