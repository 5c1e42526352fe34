/* Seeks in private: `play` finds an opponent in the rooms that its sender shares with the bot. */
#include "tests/support/scene_night.h"

#include <string.h>

#define YARD "!yard:test"
#define FAR  "!far:test" /* a room without ANN */
#define CAT  "@cat:test"
#define DAN  "@dan:test"

static const struct scene_room rooms[] = {
	{FAR, "Far away", ""}, {ROOM, "Great hall", ""}, {YARD, "Yard", ""}};

static enum bot_people each_person(void *self, const char *room,
	void (*take)(void *taker, const char *user, const char *name), void *taker)
{
	const struct scene *scene = self;

	if (strcmp(room, FAR) != 0)
		take(taker, ANN, "Ann");
	take(taker, BOB, "Bob");
	take(taker, CAT, "Cat");
	return scene->knows_people;
}

/* The bot is in all three rooms. */
SCENE_SET_UP(setup)
{
	scene_set_rooms(scene, rooms, 3);
	scene->port.each_person = each_person;
	scene->knows_people = BOT_PEOPLE_GIVEN;
	scene_give_private_rooms(scene);
}

/* Asserts that the answer to ANN comes in private. Cards and messages in rooms may follow it. */
static void ask(struct scene *scene, const char *text, const char *answer)
{
	scene_tell(scene, ANN, text);
	for (size_t i = scene->mark; i < scene->count; i++)
		if (strcmp(scene->row[i].to, ANN) == 0 && strstr(scene->row[i].body, answer))
			return;
	scene_assert_said(scene, ANN, answer); /* shows what it is instead */
}

/* Asserts that ANN has accepted the challenge. */
static void assert_accepted(struct scene *scene, int64_t id)
{
	assert_int_not_equal(scene_match(scene, id).status, BOT_CHALLENGE);
	assert_string_equal(scene_match(scene, id).player[EG_BLACK], ANN);
}

SCENE_TEST_FROM(setup, test_play_in_private_accepts_the_challenge_that_suits)
{
	scene_rate(scene, ANN, 1500);
	scene_rate(scene, BOB, 1850);
	scene_rate(scene, CAT, 1400);
	scene_say(scene, ROOM, BOB, "!eg challenge");
	scene_say(scene, YARD, CAT, "!eg challenge");
	ask(scene, "play", "You play #2 against Cat in the room Yard");
	assert_accepted(scene, 2);
	assert_string_equal(scene_match(scene, 2).room, YARD);
	assert_int_equal(scene_match(scene, 1).status, BOT_CHALLENGE);
}

SCENE_TEST_FROM(setup, test_sentence_in_private_seeks_and_challenge_does_not)
{
	scene_say(scene, YARD, CAT, "!eg challenge");
	ask(scene, "challenge", "That works only in a room");
	ask(scene, "anyone up for a game?", "Shall I look for an opponent for you");
	assert_int_equal(scene_match(scene, 1).status, BOT_CHALLENGE);
	ask(scene, "yes", "You play #1 against Cat");
	scene_say(scene, YARD, BOB, "!eg challenge to 3");
	ask(scene, "sucht jemand einen Gegner?", "Shall I look for an opponent for you");
	ask(scene, "yes", "You play #2 against Bob");
}

SCENE_TEST_FROM(setup, test_play_in_private_posts_no_challenge_twice)
{
	scene_set_rooms(scene, rooms, 2);
	ask(scene, "play", "#1 for you, to anybody in the room Great hall");
	ask(scene, "play", "#1: your challenge still stands");
}

SCENE_TEST_FROM(setup, test_sentence_in_private_keeps_its_terms)
{
	scene_say(scene, YARD, CAT, "!eg challenge to 2");
	scene_say(scene, YARD, BOB, "!eg challenge to 3");
	ask(scene, "anyone up for a game to 3?", "Shall I look for an opponent for you");
	ask(scene, "yes", "You play #2 against Bob");
}

/* A challenge of a room counts only for the people who are there. */
SCENE_TEST_FROM(setup, test_play_in_private_shows_nothing_of_other_rooms)
{
	scene_say(scene, FAR, CAT, "!eg challenge");
	scene_set_rooms(scene, rooms, 2);
	ask(scene, "play", "#2 for you, to anybody in the room Great hall");
	assert_int_equal(scene_match(scene, 1).status, BOT_CHALLENGE);
	assert_null(strstr(scene_last(scene, ANN)->body, "Far away"));
	scene_assert_said(scene, ROOM, "#2: @ann:test challenges anybody");
	scene_set_rooms(scene, rooms, 1);
	scene_tell(scene, ANN, "cancel");
	ask(scene, "play", "I know of no room in which you could play");
	assert_null(strstr(scene_last(scene, ANN)->body, "Far away"));
	assert_int_equal(scene_match(scene, 1).status, BOT_CHALLENGE);
}

/* In the lobby, the challenges of other rooms count that a room of the sender shows. */
SCENE_TEST_FROM(setup, test_play_in_private_finds_what_the_lobby_shows)
{
	scene->now = DAY;
	SCENE_HOST(scene, bot_store_set_setting(scene->store, BOT_OF_ROOM, FAR, "lobby", "on"));
	SCENE_HOST(scene, bot_store_set_setting(scene->store, BOT_OF_ROOM, YARD, "lobby", "on"));
	scene_say(scene, FAR, CAT, "!eg challenge everywhere");
	ask(scene, "play", "You play #1 against Cat in another room");
	assert_accepted(scene, 1);
	assert_null(strstr(scene_last(scene, ANN)->body, "Far away"));
}

SCENE_TEST_FROM(setup, test_play_in_private_asks_where_to_challenge)
{
	ask(scene, "play to 3", "In which room shall I make a challenge to anybody");
	scene_assert_answer(scene, ANN, "1. Great hall\n2. Yard");
	ask(scene, "2", "#1 for you, to anybody in the room Yard");
	scene_assert_said(scene, YARD, "#1: @ann:test challenges anybody here, first to 3");
	scene_tell(scene, ANN, "is there anybody who wants to play?");
	ask(scene, "yes", "In which room shall I make");
	scene_say(scene, ROOM, BOB, "!eg challenge"); /* before the answer comes */
	ask(scene, "great hall", "You play #2 against Bob in the room Great hall");
}

SCENE_TEST_FROM(setup, test_play_in_private_can_name_the_room)
{
	scene_say(scene, ROOM, BOB, "!eg challenge");
	ask(scene, "play in yard", "#2 for you, to anybody in the room Yard");
	ask(scene, "play in nowhere", "Which one do you mean?");
	assert_int_equal(scene_match(scene, 1).status, BOT_CHALLENGE);
	ask(scene, "1", "You play #1 against Bob in the room Great hall");
}

/* Whoever shares no room with the bot is told what to do, and a "yes" does one of these things. */
SCENE_TEST_FROM(setup, test_play_without_a_room_offers_practice)
{
	scene_set_rooms(scene, rooms, 0);
	ask(scene, "play", "Invite me (@engarde:test) to one, and write play again");
	scene_tell(scene, ANN, "yes");
	assert_int_equal(scene_match(scene, 1).status, BOT_PLAYING);
	assert_int_not_equal(scene_match(scene, 1).practice, BOT_NO_PRACTICE);
	ask(scene, "play", "Your hand"); /* of the match that waits */
}

SCENE_TEST_FROM(setup, test_play_waits_until_the_bot_knows_who_is_where)
{
	scene->knows_people = BOT_PEOPLE_LATER;
	ask(scene, "play", "I am still finding out who is in which room.");
	scene->knows_people = BOT_PEOPLE_GIVEN;
	ask(scene, "play", "In which room shall I make a challenge");
}

SCENE_TEST_FROM(setup, test_play_in_private_leaves_out_who_is_blocked_and_who_plays_already)
{
	scene_say(scene, YARD, CAT, "!eg challenge");
	scene_tell(scene, ANN, "block " CAT);
	ask(scene, "play", "Nobody who suits you is looking");
	assert_int_equal(scene_match(scene, 1).status, BOT_CHALLENGE);
	scene_say(scene, YARD, BOB, "!eg challenge");
	scene_tell(scene, ANN, "anyone up for a game?");
	ask(scene, "yes", "You play #2 against Bob");
	scene_say(scene, YARD, BOB, "!eg challenge");
	scene_tell(scene, ANN, "anyone up for a game?");
	ask(scene, "yes", "Nobody who suits you is looking");
}

/* In a room where the sender or the bot is silenced, the bot neither accepts nor challenges. */
SCENE_TEST_FROM(setup, test_play_in_private_needs_the_right_to_write_in_the_room)
{
	scene->silenced = ANN;
	scene->silenced_in = YARD;
	scene_say(scene, YARD, CAT, "!eg challenge");
	ask(scene, "play", "#2 for you, to anybody in the room Great hall");
	scene_tell(scene, ANN, "cancel");
	scene->muted = ROOM;
	ask(scene, "play", "I know of no room in which you could play");
	assert_int_equal(scene_match(scene, 1).status, BOT_CHALLENGE);
}

SCENE_TEST_FROM(setup, test_play_in_private_counts_for_the_limit_of_the_room)
{
	scene_set_rooms(scene, rooms, 2);
	scene->config.limits.room_per_minute = 1;
	scene_say(scene, ROOM, BOB, "!eg challenge");
	ask(scene, "play", "There is too much going on in our room right now.");
	assert_int_equal(scene_match(scene, 1).status, BOT_CHALLENGE);
	scene_wait(scene, MINUTE);
	ask(scene, "play", "You play #1 against Bob");
}

/* The words fit the usual terms of one room only. */
SCENE_TEST_FROM(setup, test_play_in_private_knows_the_usual_terms_of_each_room)
{
	scene_say(scene, ROOM, EVE, "!eg settings to 2");
	scene_say(scene, YARD, BOB, "!eg challenge take 3");
	ask(scene, "play give 3 casual", "You play #1 against Bob in the room Yard");
	scene_set_rooms(scene, rooms + 1, 1);
	scene_tell(scene, ANN, "anyone up for a game?");
	ask(scene, "yes", "#2 for you, to anybody in the room Great");
	scene_assert_said(scene, ROOM, "#2: @ann:test challenges anybody here, first to 2");
}

/* A greeting looks for no opponent, and may be a question. */
SCENE_TEST_FROM(setup, test_greeting_is_no_search)
{
	static const char *const said[] = {"hello, anyone here?", "who are the players here?",
		"hallo, ist da jemand?", "y a quelqu'un ?", "hi, what is this?",
		"hallo, wie funktioniert das?"};

	for (size_t i = 0; i < sizeof(said) / sizeof(said[0]); i++) {
		scene_tell(scene, ANN, said[i]);
		for (size_t j = scene->mark; j < scene->count; j++) {
			assert_null(strstr(scene->row[j].body, "Shall I look for"));
			assert_null(strstr(scene->row[j].body, "question mark"));
		}
	}
}
