/* Challenges, from the command to the first deal: terms, answers, expiry, unreachable players. */
#include "tests/support/scene_match.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

UNIT_TEST(test_challenge_has_the_terms_asked_for)
{
	static const struct {
		const char *text;
		struct eg_match_rules rules;
		const char *opponent;
		bool unseen;
	} cases[] = {
		{"", {{EG_ADVANCED, EG_FINAL_POSITION}, 5, EG_WHITE, {0}}, "", false},
		{"@bob", {{EG_ADVANCED, EG_FINAL_POSITION}, 5, EG_WHITE, {0}}, BOB, false},
		{"to 15 BASIC @bob:test unseen", {{EG_BASIC, EG_FINAL_POSITION}, 15, EG_WHITE, {0}},
			BOB, true},
		{"ferti first random", {{EG_ADVANCED, EG_FINAL_CARDS}, 5, EG_NOBODY, {0}}, "",
			false},
		{"standard, first Black, to 1",
			{{EG_STANDARD, EG_FINAL_POSITION}, 1, EG_BLACK, {0}}, "", false},
		{"@bob with basic rules and first to 3",
			{{EG_BASIC, EG_FINAL_POSITION}, 3, EG_WHITE, {0}}, BOB, false},
		{"best of 3", {{EG_ADVANCED, EG_FINAL_POSITION}, 2, EG_WHITE, {0}}, "", false},
		{"@bob best 5 touches", {{EG_ADVANCED, EG_FINAL_POSITION}, 3, EG_WHITE, {0}}, BOB,
			false},
		{"meilleur de 29", {{EG_ADVANCED, EG_FINAL_POSITION}, 15, EG_WHITE, {0}}, "",
			false},
		{"@bob 3 points", {{EG_ADVANCED, EG_FINAL_POSITION}, 3, EG_WHITE, {0}}, BOB, false},
		{"3 Treffer basic", {{EG_BASIC, EG_FINAL_POSITION}, 3, EG_WHITE, {0}}, "", false},
		{"best of 3 games", {{EG_ADVANCED, EG_FINAL_POSITION}, 2, EG_WHITE, {0}}, "",
			false},
		{"to 4 punti", {{EG_ADVANCED, EG_FINAL_POSITION}, 4, EG_WHITE, {0}}, "", false},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct scene *scene = scene_create(1);

		scene_sayf(scene, ROOM, ANN, "!eg challenge %s", cases[i].text);
		struct bot_match match = scene_match(scene, 1);
		assert_int_equal(match.status, BOT_CHALLENGE);
		assert_int_equal(match.rules.round.level, cases[i].rules.round.level);
		assert_int_equal(
			match.rules.round.final_retreat, cases[i].rules.round.final_retreat);
		assert_int_equal(match.rules.touches, cases[i].rules.touches);
		assert_int_equal(match.rules.first, cases[i].rules.first);
		assert_int_equal(match.unseen, cases[i].unseen);
		assert_string_equal(match.player[EG_WHITE], ANN);
		assert_string_equal(match.player[EG_BLACK], cases[i].opponent);
		scene_destroy(scene);
	}
}

SCENE_TEST(test_challenge_with_invalid_terms_is_answered)
{
	static const struct {
		const char *text;
		const char *answer;
	} cases[] = {
		{"to 16", "from 1 to 15"},
		{"to", "as in !engarde challenge to 3"},
		{"to 0", "from 1 to 15"},
		{"best of 0", "from 1 to 15"},
		{"best of 30", "from 1 to 15"},
		{"best of", "from 1 to 15"},
		{"first", "Who begins?"},
		{"first red", "Who begins?"},
		{"first to 16", "from 1 to 15"},
		{"clock soon", "From 30 seconds to 30 days"},
		{"5 parsecs", "I don't understand 5 here"},
		{"bob", "I don't understand bob here"},
		{"to 3 http://evil.test", "I don't understand \xE2\x80\xA6 here"},
		{"@bob @eve", "name one person only"},
		{"#3", "gets its number from me"},
		{"b c d e f g h i j k l", "I don't understand b here"},
		{"@bob?", "question mark"},
		{"@bob:<b>", "look like a user's id"},
		{"@ann", "takes two"},
		{"@engarde:test", "only host"},
		{"computer to 3", "only host"},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct bot_match match;

		scene_sayf(scene, ROOM, ANN, "!eg challenge %s", cases[i].text);
		scene_assert_answer(scene, ROOM, cases[i].answer);
		assert_false(bot_store_match_get(scene->store, 1, &match));
	}
}

SCENE_TEST(test_challenge_of_anybody_is_open)
{
	static const char *const words[] = {"anybody", "everyone to 3", "jemand"};

	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		scene_sayf(scene, ROOM, ANN, "!eg challenge %s", words[i]);
		assert_string_equal(scene_match(scene, (int64_t)i + 1).player[EG_BLACK], "");
	}
}

SCENE_TEST(test_word_against_comes_before_the_opponent)
{
	scene_say(scene, ROOM, ANN, "!eg I want to play against @bob");
	assert_string_equal(scene_match(scene, 1).player[EG_BLACK], BOB);
	scene_say(scene, ROOM, ANN, "!eg practice against the computer");
	assert_int_equal(scene_match(scene, 2).practice, BOT_NOVICE);
}

SCENE_TEST(test_challenge_is_made_and_accepted_when_the_bot_is_addressed)
{
	scene_say(scene, ROOM, ANN, "@engarde:test: challenge @bob");
	scene_say(scene, ROOM, BOB, "engarde, accept");
	assert_int_equal(scene_match(scene, 1).status, BOT_PLAYING);
}

SCENE_TEST(test_challenge_to_the_writer_is_accepted_in_private_without_its_number)
{
	scene_say(scene, ROOM, EVE, "!eg challenge");
	scene_say(scene, ROOM, ANN, "!eg challenge @bob");
	scene_tell(scene, BOB, "accept");
	assert_int_equal(scene_match(scene, 1).status, BOT_CHALLENGE);
	assert_int_equal(scene_match(scene, 2).status, BOT_PLAYING);
}

SCENE_TEST(test_challenge_rings_for_the_challenged_player)
{
	scene_say(scene, ROOM, ANN, "!eg challenge @bob");
	assert_int_equal(scene_last(scene, ROOM)->ring, BOT_RING);
	assert_string_equal(scene_last(scene, ROOM)->mention, BOB);
	scene_say(scene, ROOM, BOB, "!eg challenge");
	assert_int_equal(scene_last(scene, ROOM)->ring, BOT_QUIET);
	assert_string_equal(scene_last(scene, ROOM)->mention, "");
}

SCENE_TEST(test_challenge_in_private_needs_a_room)
{
	scene_ask(scene, ANN, "challenge @bob", "I know of no room with you");
}

SCENE_TEST(test_challenge_accepted_begins_when_both_are_reached)
{
	scene_say(scene, ROOM, ANN, "!eg challenge first black");
	scene_say(scene, ROOM, BOB, "!eg accept");
	assert_int_equal(scene_match(scene, 1).status, BOT_PLAYING);
	/* the rows are two requests to reach a player, the board and two hands */
	assert_int_equal(scene->count - scene->mark, 5);
	assert_int_equal(scene_events(scene), 3);
	assert_int_equal(scene_last(scene, BOB)->ring, BOT_RING);
	assert_string_equal(scene_last(scene, BOB)->mention, "");
	assert_int_equal(scene_last(scene, ANN)->ring, BOT_QUIET);
	assert_non_null(strstr(scene_last(scene, ANN)->body, "waiting for @bob:test"));
}

SCENE_TEST(test_challenge_is_accepted_by_number)
{
	scene_say(scene, ROOM, ANN, "!eg challenge");
	scene_say(scene, ROOM, EVE, "!eg challenge");
	scene_ask_in(scene, ROOM, BOB, "!eg accept 3", "#3");
	scene_ask_in(scene, ROOM, BOB, "!eg accept 2 1", "Just write !engarde accept");
	scene_say(scene, ROOM, BOB, "!eg accept 2");
	assert_int_equal(scene_match(scene, 1).status, BOT_CHALLENGE);
	assert_int_equal(scene_match(scene, 2).status, BOT_PLAYING);
}

SCENE_TEST(test_challenge_is_not_accepted_by_another_user)
{
	scene_say(scene, ROOM, ANN, "!eg challenge @bob");
	scene_ask_in(scene, ROOM, ANN, "!eg accept", "Your own challenge waits");
	scene_ask_in(scene, ROOM, EVE, "!eg accept", "no challenge here");
	scene_ask_in(scene, ROOM, EVE, "!eg accept #1", "There is no match #1");
	scene_ask_in(scene, "!other:test", EVE, "!eg accept #1", "There is no match #1");
	assert_int_equal(scene_match(scene, 1).status, BOT_CHALLENGE);
	scene_tell(scene, BOB, "accept");
	assert_int_equal(scene_match(scene, 1).status, BOT_PLAYING);
}

SCENE_TEST(test_challenge_that_is_open_is_accepted_only_in_its_room)
{
	scene_say(scene, ROOM, ANN, "!eg challenge");
	scene_ask(scene, BOB, "accept", "no challenge here");
	scene_ask(scene, BOB, "accept #1", "There is no match #1");
	assert_int_equal(scene_match(scene, 1).status, BOT_CHALLENGE);
}

SCENE_TEST(test_challenge_among_several_is_selected)
{
	char reply[32];

	scene_say(scene, ROOM, ANN, "!eg challenge");
	snprintf(reply, sizeof(reply), "%s", scene_last(scene, ROOM)->event);
	scene_say(scene, ROOM, EVE, "!eg challenge");
	scene_ask_in(scene, ROOM, BOB, "!eg accept",
		"#1 (@ann:test – anybody), #2 (@eve:test – anybody)");
	scene->reply_to = reply;
	scene_say(scene, ROOM, BOB, "!eg accept");
	assert_int_equal(scene_match(scene, 1).status, BOT_PLAYING);
	scene_say(scene, ROOM, "@dan:test", "!eg challenge @bob");
	scene_say(scene, ROOM, BOB, "!eg accept"); /* #2 challenges anybody, #3 challenges Bob */
	assert_int_equal(scene_match(scene, 3).status, BOT_PLAYING);
	scene_say(scene, ROOM, BOB, "!eg accept #2");
	assert_int_equal(scene_match(scene, 2).status, BOT_PLAYING);
}

SCENE_TEST(test_challenge_declined_or_cancelled_is_over)
{
	int64_t next;

	scene_say(scene, ROOM, ANN, "!eg challenge @bob");
	scene_ask_in(scene, ROOM, ANN, "!eg decline", "no challenge here");
	scene_tell(scene, BOB, "decline");
	scene_assert_answer(scene, ROOM, "@bob:test declines #1");
	assert_int_equal(scene_match(scene, 1).status, BOT_ENDED);
	scene_ask_in(scene, ROOM, BOB, "!eg accept", "no challenge here");
	scene_say(scene, ROOM, ANN, "!eg challenge @bob");
	scene_ask_in(scene, ROOM, BOB, "!eg cancel", "no challenge here to cancel");
	scene_ask_in(scene, ROOM, ANN, "!eg cancel", "#2 is cancelled");
	scene_run_timers(scene, &next);
	assert_int_equal(next, -1);
}

SCENE_TEST(test_challenge_expires)
{
	int64_t next;

	scene_say(scene, ROOM, ANN, "!eg challenge");
	scene_wait(scene, INT64_C(24) * 3600000 - 1);
	assert_int_equal(scene_events(scene), 0);
	scene_wait(scene, 1);
	scene_assert_answer(scene, ROOM, "#1 has expired");
	scene_run_timers(scene, &next);
	assert_int_equal(next, -1);
	scene_ask_in(scene, ROOM, BOB, "!eg accept", "no challenge here");
}

SCENE_TEST(test_accepted_match_waits_until_both_are_reached)
{
	scene->unreachable = BOB;
	scene_say(scene, ROOM, ANN, "!eg challenge @bob");
	scene_ask_in(scene, ROOM, BOB, "!eg accept", "Open a direct chat with me (@engarde:test)");
	assert_int_equal(scene_match(scene, 1).status, BOT_ACCEPTED);
	scene_ask_in(scene, ROOM, BOB, "!eg +1", "in no match here");
	scene_report_reached(scene, BOB);
	assert_int_equal(scene_match(scene, 1).status, BOT_PLAYING);
}

SCENE_TEST(test_accepted_match_is_explained_again_when_the_bot_joins)
{
	scene->unreachable = BOB;
	scene_begin(scene, "");
	SCENE_CALL(scene, bot_host_room_joined(scene->host, ROOM));
	scene_assert_said(scene, ROOM, "Open a direct chat with me");
	assert_int_equal(scene_match(scene, 1).status, BOT_ACCEPTED);
}

SCENE_TEST(test_accepted_match_that_never_begins_expires_or_is_cancelled)
{
	scene->unreachable = BOB;
	scene_begin(scene, "");
	scene_wait(scene, INT64_C(24) * 3600000);
	scene_assert_answer(scene, ROOM, "#1 has expired");
	scene_begin(scene, "");
	scene_tell(scene, BOB, "cancel");
	scene_assert_answer(scene, ROOM, "#2 is cancelled");
	assert_int_equal(scene_match(scene, 2).status, BOT_ENDED);
}

SCENE_TEST(test_player_reached_again_gets_the_hand_again)
{
	scene_begin(scene, "");
	scene_begin_between(scene, EVE, ANN, "");
	assert_int_equal(scene_events(scene), 3); /* the bot sent a board and two hands for #2 */
	scene_report_unreachable(scene, BOB, BOT_SERVER_ENCRYPTS);
	scene_assert_answer(scene, ROOM, "unencrypted direct chat");
	scene_report_unreachable(scene, BOB, BOT_SERVER_ENCRYPTS);
	assert_int_equal(scene_events(scene), 0);
	/* after this command the bot may tell Bob of the next failure */
	scene_say(scene, ROOM, BOB, "!eg hand");
	scene_report_unreachable(scene, BOB, BOT_SERVER_ENCRYPTS);
	scene_assert_answer(scene, ROOM, "unencrypted direct chat");
	scene_report_reached(scene, BOB);
	scene_assert_answer(scene, BOB, "Your hand: ");
}

UNIT_TEST(test_match_with_random_first_draws_the_first_player)
{
	bool seen[2] = {false, false};

	for (uint64_t seed = 0; seed < 20; seed++) {
		struct scene *scene = scene_create(seed);

		scene_begin(scene, "first random");
		enum eg_seat first = scene_match(scene, 1).rules.first;
		assert_true(first == EG_WHITE || first == EG_BLACK);
		assert_int_equal(scene_state(scene, 1).round.to_act, first);
		seen[first] = true;
		scene_destroy(scene);
	}
	assert_true(seen[EG_WHITE] && seen[EG_BLACK]);
}

/* The words of other bots for a clock. */
SCENE_TEST(test_pace_sets_the_clock)
{
	static const struct {
		const char *pace, *clock;
	} cases[] = {
		{"bullet", "30 s a turn"},
		{"blitz", "1 min a turn"},
		{"rapid", "5 min a turn"},
		{"daily", "1 d a turn"},
		{"fast", "5 min a turn"},
		{"slow", "3 d a turn"},
		{"schnell", "5 min a turn"},
		{"blitz clock 2m", "2 min a turn"},
		{"rapide", "5 min a turn"},
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		scene_sayf(scene, ROOM, ANN, "!eg challenge %s", cases[i].pace);
		scene_assert_said(scene, ROOM, cases[i].clock);
	}
}
