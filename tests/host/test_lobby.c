/* The lobby: rooms show each other's open challenges, and people of other rooms accept them. */
#include "tests/support/scene_match.h"

#include <stdio.h>
#include <string.h>

#define YARD "!yard:test"
#define DEN  "!den:test"
#define CAT  "@cat:test"

/* Puts ROOM and YARD into the lobby. */
SCENE_SET_UP(set_up)
{
	scene->now = DAY;
	scene_ask_in(scene, ROOM, EVE, "!eg settings lobby on",
		"This room now shows open challenges of other rooms");
	SCENE_HOST(scene, bot_store_set_setting(scene->store, BOT_OF_ROOM, YARD, "lobby", "on"));
}

/* Returns the event of the last message about an open challenge in a room. */
static const char *advertisement(const struct scene *scene, const char *room)
{
	scene_assert_said(scene, room, "in another room, challenges anybody");
	return scene_last(scene, room)->event;
}

SCENE_TEST_FROM(set_up, test_challenge_is_shown_and_accepted_elsewhere)
{
	scene_say(scene, ROOM, ANN, "!eg challenge everywhere to 3");
	scene_assert_said(scene, ROOM, "Other rooms that show #1: 1.");
	scene_assert_said(
		scene, YARD, "@ann:test, in another room, challenges anybody, first to 3");
	assert_int_equal(scene_last(scene, YARD)->ring, BOT_QUIET);
	assert_null(strstr(scene_last(scene, YARD)->body, ROOM));
	scene_react(scene, YARD, CAT, advertisement(scene, YARD), "✅");
	assert_int_equal(scene_match(scene, 1).status, BOT_PLAYING);
	assert_string_equal(scene_match(scene, 1).player[EG_BLACK], CAT);
	assert_string_equal(scene_match(scene, 1).room, ROOM);
	scene_assert_said(scene, YARD, "You play #1 in private");
	scene_drain_optional(scene);
	scene_assert_said(scene, YARD, "#1: @cat:test has accepted the challenge of @ann:test.");
}

SCENE_TEST_FROM(set_up, test_number_accepts_elsewhere)
{
	scene_say(scene, ROOM, ANN, "!eg challenge everywhere");
	scene_say(scene, "!third:test", CAT, "!eg accept #1"); /* this room does not show it */
	scene_assert_answer(scene, "!third:test", "There is no match #1 here");
	scene_tell(scene, CAT, "accept #1");
	assert_int_equal(scene_match(scene, 1).status, BOT_CHALLENGE);
	scene_say(scene, YARD, ANN, "!eg accept #1"); /* nobody accepts their own challenge */
	assert_int_equal(scene_match(scene, 1).status, BOT_CHALLENGE);
	scene_say(scene, YARD, CAT, "!eg accept #1");
	assert_int_equal(scene_match(scene, 1).status, BOT_PLAYING);
}

SCENE_TEST_FROM(set_up, test_blocks_hold_elsewhere)
{
	scene_tell(scene, ANN, "block " CAT);
	scene_say(scene, ROOM, ANN, "!eg challenge everywhere");
	scene_ask_in(scene, YARD, CAT, "!eg accept #1", "This challenge is not possible.");
	assert_int_equal(scene_match(scene, 1).status, BOT_CHALLENGE);
}

SCENE_TEST_FROM(set_up, test_challenge_that_is_over_says_so_elsewhere)
{
	scene_say(scene, ROOM, ANN, "!eg challenge everywhere");
	scene_say(scene, ROOM, ANN, "!eg cancel");
	scene_drain_optional(scene);
	scene_assert_said(scene, YARD, "#1: This challenge is over.");
	scene_ask_in(scene, YARD, CAT, "!eg accept #1", "There is no match #1 here");
}

SCENE_TEST_FROM(set_up, test_removed_advertisement_stays_away)
{
	const char *event;

	scene_say(scene, ROOM, ANN, "!eg challenge everywhere");
	event = advertisement(scene, YARD);
	SCENE_CALL(scene, bot_host_message_removed(scene->host, YARD, NULL, event, EVE));
	scene_assert_quiet(scene);
	scene_say(scene, YARD, CAT, "!eg accept #1");
	assert_int_equal(scene_match(scene, 1).status, BOT_CHALLENGE);
}

SCENE_TEST_FROM(set_up, test_rooms_outside_see_and_show_nothing)
{
	scene_ask_in(scene, "!third:test", CAT, "!eg challenge everywhere",
		"does not show challenges of other rooms");
	scene_ask_in(scene, ROOM, EVE, "!eg settings lobby off", "no longer shows challenges");
	SCENE_HOST(scene, bot_store_set_setting(scene->store, BOT_OF_ROOM, ROOM, "lobby", "on"));
	SCENE_HOST(scene, bot_store_set_setting(scene->store, BOT_OF_ROOM, YARD, "lobby", NULL));
	scene_say(scene, ROOM, ANN, "!eg challenge everywhere");
	scene_assert_said(scene, ROOM, "Only this room sees #1: I know no other room");
}

SCENE_TEST_FROM(set_up, test_bot_writes_nothing_where_it_may_not)
{
	scene->muted = YARD;
	scene_say(scene, ROOM, ANN, "!eg challenge everywhere");
	scene_assert_said(scene, ROOM, "I know no other room");
}

SCENE_TEST_FROM(set_up, test_lobby_is_for_moderators_and_needs_a_word)
{
	scene_ask_in(scene, ROOM, ANN, "!eg settings lobby off", "moderators");
	scene_ask_in(scene, ROOM, EVE, "!eg settings lobby perhaps", "Shall this room and others");
	scene_ask_in(scene, ROOM, EVE, "!eg no", "no longer shows challenges");
	scene_ask_in(scene, ROOM, EVE, "!eg settings", "settings lobby – off");
	scene_ask_in(scene, ROOM, EVE, "!eg settings lobby on now", "Shall this room and others");
}

SCENE_TEST_FROM(set_up, test_challenge_everywhere_is_for_anybody)
{
	scene_ask_in(scene, ROOM, ANN, "!eg challenge @bob everywhere",
		"is for anybody: leave the name out");
	scene_say(scene, ROOM, ANN, "!eg herausfordern überall bis 3");
	scene_assert_said(scene, YARD, "first to 3");
}

/* Nobody floods the lobby: neither a person, nor a room with many accounts, nor many rooms. */
SCENE_TEST_FROM(set_up, test_lobby_is_not_flooded)
{
	char user[32], room[32];
	unsigned shown = 0;

	for (int i = 0; i < 5; i++) {
		scene_say(scene, ROOM, ANN, "!eg challenge everywhere");
		if (i >= 3)
			scene_assert_said(scene, ROOM, "I can show another challenge elsewhere");
	}
	scene_wait(scene, HOUR);
	for (int i = 0; i < 8; i++) {
		snprintf(user, sizeof(user), "@u%d:test", i);
		scene_say(scene, ROOM, user, "!eg challenge everywhere");
		shown += strstr(scene_last(scene, ROOM)->body, "Other rooms that show") != NULL;
	}
	assert_int_equal(shown, 2); /* and a person with a rating, a third */
	scene_wait(scene, HOUR);
	for (int i = 0; i < 8; i++) {
		snprintf(user, sizeof(user), "@v%d:test", i);
		snprintf(room, sizeof(room), "!w%d:test", i);
		SCENE_HOST(scene,
			bot_store_set_setting(scene->store, BOT_OF_ROOM, room, "lobby", "on"));
		scene->mark = scene->count;
		scene_say(scene, room, user, "!eg challenge everywhere");
	}
	shown = 0;
	for (size_t i = 0; i < scene->count; i++)
		shown += strcmp(scene->row[i].to, YARD) == 0 &&
			 strstr(scene->row[i].body, "@v") != NULL;
	assert_in_range(shown, 1, 3);
}

static void give_rating(struct scene *scene, const char *room, const char *user)
{
	const struct bot_rating rating = {.glicko = {1500, 100, 0.06}, .played = 1, .won = 1};

	SCENE_HOST(scene, bot_rating_set(scene->store, room, user, &rating));
	SCENE_HOST(scene, bot_rating_set(scene->store, NULL, user, &rating));
}

/* Somebody with a server can make any number of rooms, with any ids. */
SCENE_TEST_FROM(set_up, test_many_rooms_keep_no_challenge_from_others)
{
	char room[32];

	for (int i = 0; i < 300; i++) {
		snprintf(room, sizeof(room), "!A%d:evil", i);
		SCENE_HOST(scene,
			bot_store_set_setting(scene->store, BOT_OF_ROOM, room, "lobby", "on"));
	}
	give_rating(scene, YARD, BOB);
	scene_say(scene, ROOM, ANN, "!eg challenge everywhere");
	advertisement(scene, YARD);
	scene_assert_said(scene, ROOM, ": 5.");
}

/* Newcomers, who may all be one person, leave a part of what a room shows to others. */
SCENE_TEST_FROM(set_up, test_newcomers_do_not_use_up_a_room)
{
	char user[32];

	SCENE_HOST(scene, bot_store_set_setting(scene->store, BOT_OF_ROOM, DEN, "lobby", "on"));
	for (int i = 0; i < 3; i++) {
		snprintf(user, sizeof(user), "@u%d:test", i);
		scene_say(scene, DEN, user, "!eg challenge everywhere");
	}
	scene_assert_said(scene, DEN, "Only this room sees #3");
	give_rating(scene, "!third:test", ANN);
	scene_say(scene, ROOM, ANN, "!eg challenge everywhere");
	advertisement(scene, YARD);
}

SCENE_TEST_FROM(set_up, test_only_five_rooms_show_a_challenge)
{
	char room[32];

	for (int i = 0; i < 8; i++) {
		snprintf(room, sizeof(room), "!w%d:test", i);
		SCENE_HOST(scene,
			bot_store_set_setting(scene->store, BOT_OF_ROOM, room, "lobby", "on"));
	}
	scene_say(scene, ROOM, ANN, "!eg challenge everywhere");
	scene_assert_said(scene, ROOM, ": 5.");
	scene_say(scene, ROOM, ANN, "!eg cancel");
	scene_drain_optional(scene);
	assert_int_equal(scene_events(scene), 6); /* all six messages become one line */
}
