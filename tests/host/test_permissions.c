/* What a user cannot do: act in matches of others, see their cards, or change their language. */
#include "tests/support/scene_match.h"

#include <string.h>

#define OTHER "!yard:test"

/*
 * The bot writes English to Bob. A challenge by a stranger in a Dutch room does not change this.
 */
SCENE_TEST(test_challenge_does_not_change_the_language_of_a_user)
{
	scene_say(scene, ROOM, EVE, "!eg language nl");
	scene_say(scene, ROOM, EVE, "!eg challenge @bob");
	scene_ask(scene, BOB, "utdagen", "I don't know utdagen");
	/* Eve has given a command in a Dutch room, so the bot writes Dutch to her */
	scene_ask(scene, EVE, "utdagen", "utdagen ken ik niet");
	scene_say(scene, OTHER, BOB, "!eg challenge @ann");
	scene_ask(scene, BOB, "utdagen", "I don't know utdagen");
	scene_tell(scene, BOB, "accept #1");
	/* Bob now plays in a Dutch room, so the bot writes Dutch to him */
	scene_ask(scene, BOB, "utdagen", "utdagen ken ik niet");
}

/*
 * Other users can't change a match, even by a command with the match's number or by a reply to a
 * message of the match.
 */
SCENE_TEST(test_match_ignores_other_users_and_rooms)
{
	static const char *const tries[] = {"!eg resign #1 yes", "!eg resign", "!eg +1 #1",
		"!eg a #1", "!eg hand #1", "!eg abandon #1", "!eg pause #1", "!eg nudge #1",
		"!eg hint #1", "!eg cancel #1", "!eg decline #1", "!eg accept #1", "!eg rematch #1",
		"!eg resign #1\n!eg accept", "!eg +1 #1 +1 #1"};
	static const char *const users[] = {
		"@mal:test", "@Ann:test", "@ann:tes", "@ann:test.", "@bob:test:8448", "@ANN:TEST"};

	scene_begin(scene, "first white clock 5m");
	const char *hand = "", *board = "";
	for (size_t i = 0; i < scene->count; i++) {
		if (strcmp(scene->row[i].to, ANN) == 0)
			hand = scene->row[i].event;
		if (strcmp(scene->row[i].to, ROOM) == 0)
			board = scene->row[i].event;
	}
	for (size_t i = 0; i < sizeof(tries) / sizeof(tries[0]); i++) {
		for (size_t j = 0; j < sizeof(users) / sizeof(users[0]); j++) {
			scene->reply_to = j % 2 ? hand : board;
			scene_say(scene, ROOM, users[j], tries[i]);
			scene->reply_to = j % 2 ? board : hand;
			scene_tell(scene, users[j], tries[i] + 4);
			for (size_t row = scene->mark; row < scene->count; row++)
				assert_null(strstr(scene->row[row].body, "Your hand"));
		}
		scene->reply_to = board; /* a player cannot act from another room */
		scene_say(scene, OTHER, ANN, tries[i]);
	}
	scene_choose(scene, "@mal:test", hand, "a");
	scene_say(scene, OTHER, EVE, "!eg stop #1 yes");
	scene_say(scene, ROOM, ANN, "!eg stop #1 yes");
	assert_int_equal(scene_match(scene, 1).status, BOT_PLAYING);
	assert_int_equal(scene_match(scene, 1).proposal, BOT_NO_PROPOSAL);
	assert_int_equal(scene_state(scene, 1).round.plies, 0);
}

/* A reply to a message that was sent to the other player does not act for that player. */
SCENE_TEST(test_reply_acts_only_for_the_sender)
{
	scene_begin(scene, "first white");
	scene_let_both_act(scene);
	const char *hand = scene_last(scene, ANN)->event;
	scene->reply_to = hand;
	scene_tell(scene, BOB, "a"); /* it is Ann's turn */
	assert_int_equal(scene_state(scene, 1).round.plies, 2);
	scene->reply_to = hand;
	scene_tell(scene, BOB, "resign yes");
	assert_int_equal(scene_match(scene, 1).winner, EG_WHITE);
	scene_tell(scene, ANN, "a"); /* the bot plays no action after the end of the match */
	scene_assert_answer(scene, ANN, "You are in no match here.");
	scene_ask_in(scene, ROOM, ANN, "!eg resign #1 yes", "There is no match #1");
	assert_int_equal(scene_match(scene, 1).winner, EG_WHITE);
	assert_int_equal(scene_state(scene, 1).round.plies, 2);
}

/* The bot compares ids byte by byte: an id that differs in one letter is another user. */
SCENE_TEST(test_nobody_plays_both_seats)
{
	scene_ask_in(scene, ROOM, ANN, "!eg challenge @ann:test", "A duel takes two");
	scene_say(scene, ROOM, ANN, "!eg challenge");
	scene_ask_in(scene, ROOM, ANN, "!eg accept", "Your own challenge waits");
	scene_ask_in(scene, ROOM, ANN, "!eg accept #1", "There is no match #1");
	scene_tell(scene, ANN, "accept #1");
	assert_int_equal(scene_match(scene, 1).status, BOT_CHALLENGE);
	scene_say(scene, ROOM, "@Ann:test", "!eg accept #1");
	assert_string_equal(scene_match(scene, 1).player[EG_BLACK], "@Ann:test");
}

/*
 * A record shows cards. Only the room of a match, and its players, get the record. Only the player
 * gets the record of private practice.
 */
SCENE_TEST(test_record_is_only_for_the_room_and_the_players)
{
	static const char *const asks[] = {"!eg record #1", "!eg verify #1", "!eg record #2",
		"!eg verify #2", "!eg board #2", "!eg hand #2"};

	scene_begin(scene, "first white");
	scene_tell(scene, ANN, "practice novice");
	for (size_t i = 0; i < sizeof(asks) / sizeof(asks[0]); i++) {
		scene_ask_in(scene, OTHER, "@mal:test", asks[i], "There is no match #");
		scene_ask(scene, "@mal:test", asks[i] + 4, "There is no match #");
	}
	scene_ask_in(scene, ROOM, "@mal:test", "!eg record #2", "There is no match #2");
	/* the record has no cards of the current round */
	scene_say(scene, ROOM, "@mal:test", "!eg record #1");
	assert_null(strstr(scene_last(scene, ROOM)->file, "\nround 1"));
}
