/* Guests: people who play a match of a room in which they are not, since the lobby showed it. */
#include "tests/support/scene_match.h"

#include <stdio.h>
#include <string.h>

#define YARD  "!yard:test"
#define THIRD "!third:test"
#define CAT   "@cat:test"
#define KEY   "0123456789abcdefghijkl-_"

static struct bot_tap_result result;

static enum bot_tap_outcome tap(
	struct scene *scene, const char *user, const char *what, int64_t match)
{
	char key[40];
	const struct bot_tap given = {.user = user, .key = key, .what = what, .match = match};

	snprintf(key, sizeof(key), "a-new-key-for-each-tap-%u", scene->events++);
	memset(&result, 0, sizeof(result));
	SCENE_CALL(scene, bot_host_tap(scene->host, &given, &result));
	return result.outcome;
}

/* Puts ROOM and YARD into the lobby. ANN and EVE are in ROOM, and CAT is not. */
SCENE_SET_UP(set_up)
{
	scene->now = DAY;
	SCENE_HOST(scene, bot_store_set_setting(scene->store, BOT_OF_ROOM, ROOM, "lobby", "on"));
	SCENE_HOST(scene, bot_store_set_setting(scene->store, BOT_OF_ROOM, YARD, "lobby", "on"));
	scene_give_private_rooms(scene);
	SCENE_HOST(scene, bot_store_set_private_room(scene->store, CAT, "!private-cat:test"));
	SCENE_HOST(scene, bot_store_set_joined(scene->store, CAT, true));
	scene_set_person(scene, 0, ANN, "Ann");
	scene_set_person(scene, 1, EVE, "Eve");
}

/* Begins match 1, which CAT has accepted in YARD. */
static void begin(struct scene *scene)
{
	scene_say(scene, ROOM, ANN, "!eg challenge everywhere to 3 clock 5m");
	scene_say(scene, YARD, CAT, "!eg accept #1");
	assert_int_equal(scene_match(scene, 1).status, BOT_PLAYING);
}

/* Begins match 1, and ends it by the resignation of CAT after both have acted. */
static void play(struct scene *scene)
{
	begin(scene);
	for (int i = 0; i < 2; i++) {
		struct eg_match state = scene_state(scene, 1);
		struct bot_match match = scene_match(scene, 1);

		scene_tell(scene, match.player[state.round.to_act], "a");
	}
	assert_int_equal(tap(scene, CAT, "resign", 1), BOT_TAP_DONE);
	assert_int_equal(scene_match(scene, 1).status, BOT_ENDED);
}

/* Whether any message to a user or a room contains the text. */
static bool has_told(const struct scene *scene, const char *to, const char *text)
{
	for (size_t i = 0; i < scene->count; i++)
		if (strcmp(scene->row[i].to, to) == 0 &&
			(strstr(scene->row[i].body, text) || strstr(scene->row[i].html, text)))
			return true;
	return false;
}

SCENE_TEST_FROM(set_up, test_guest_ends_and_pauses_in_private)
{
	begin(scene);
	scene_tell(scene, CAT, "pause");
	scene_say(scene, ROOM, ANN, "!eg pause");
	assert_true(scene_match(scene, 1).left > 0);
	tap(scene, CAT, "resume", 1);
	scene_say(scene, ROOM, ANN, "!eg resume");
	assert_int_equal(scene_match(scene, 1).left, 0);
	scene_ask_in(scene, YARD, CAT, "!eg resign", "Your match #1 is not in this room.");
	assert_int_equal(scene_match(scene, 1).status, BOT_PLAYING);
}

SCENE_TEST_FROM(set_up, test_guest_asks_for_a_rematch_in_private)
{
	play(scene);
	assert_true(has_told(scene, CAT, "Again? rematch #1. "));
	assert_true(has_told(scene, ANN, "the match's room"));
	scene_tell(scene, CAT, "rematch");
	scene_assert_said(scene, CAT, "I have challenged Ann for you, in another room.");
	scene_assert_said(scene, ROOM, "#2: @cat:test challenges Ann");
	scene_say(scene, ROOM, ANN, "!eg accept");
	assert_int_equal(scene_match(scene, 2).status, BOT_PLAYING);
}

SCENE_TEST_FROM(set_up, test_guest_asks_for_a_rematch_on_the_page)
{
	play(scene);
	assert_int_equal(tap(scene, CAT, "rematch", 1), BOT_TAP_DONE);
	scene_assert_said(scene, ROOM, "#2: @cat:test challenges Ann");
}

SCENE_TEST_FROM(set_up, test_guest_is_asked_for_a_rematch)
{
	play(scene);
	scene_say(scene, ROOM, ANN, "!eg rematch");
	scene_assert_said(scene, CAT, "#2: Ann challenges you in another room");
	scene_choose(scene, CAT, scene_last(scene, CAT)->event, "✅");
	assert_int_equal(scene_match(scene, 2).status, BOT_PLAYING);
	assert_int_equal(tap(scene, CAT, "abort", 2), BOT_TAP_DONE);
	scene_tell(scene, CAT, "rematch"); /* the rematch of the rematch */
	assert_int_equal(scene_match(scene, 3).status, BOT_CHALLENGE);
}

SCENE_TEST_FROM(set_up, test_reaction_of_a_guest_asks_for_a_rematch)
{
	play(scene);
	scene_choose(scene, CAT, scene_last(scene, CAT)->event, "🔁");
	scene_assert_said(scene, ROOM, "#2: @cat:test challenges Ann");
}

SCENE_TEST_FROM(set_up, test_guest_does_not_learn_which_room_it_is)
{
	play(scene);
	scene_say(scene, ROOM, ANN, "!eg rematch");
	scene_tell(scene, CAT, "accept");
	scene_tell(scene, CAT, "board");
	scene_tell(scene, CAT, "stats");
	scene_say(scene, YARD, CAT, "!eg board");
	assert_false(has_told(scene, CAT, ROOM));
	assert_false(has_told(scene, YARD, ROOM));
	scene->knows_people = BOT_PEOPLE_LATER;
	tap(scene, CAT, "resign", 2);
	assert_false(has_told(scene, CAT, ROOM));
}

/* The guest gets the record of the match as anybody does, but it does not name the room. */
SCENE_TEST_FROM(set_up, test_record_of_a_guest_names_no_room)
{
	play(scene);
	scene_tell(scene, CAT, "record");
	assert_non_null(strstr(scene_last(scene, CAT)->file, "[Commitment "));
	assert_null(strstr(scene_last(scene, CAT)->file, "[Room "));
	scene_tell(scene, CAT, "record all");
	assert_null(strstr(scene_last(scene, CAT)->file, ROOM));
	scene_say(scene, ROOM, ANN, "!eg record #1");
	assert_null(strstr(scene_last(scene, ROOM)->file, "[Room "));
	SCENE_HOST(scene, bot_store_set_setting(scene->store, BOT_OF_ROOM, ROOM, "lobby", ""));
	scene_tell(scene, CAT, "record");
	assert_null(strstr(scene_last(scene, CAT)->file, ROOM));
}

/* Without the lobby, a room has no guests: not somebody who has left it either. */
SCENE_TEST_FROM(set_up, test_only_the_lobby_has_guests)
{
	play(scene);
	SCENE_HOST(scene, bot_store_set_setting(scene->store, BOT_OF_ROOM, ROOM, "lobby", NULL));
	scene_ask(scene, CAT, "rematch", "not in the room of #1");
	assert_int_equal(tap(scene, CAT, "rematch", 1), BOT_TAP_REFUSED);
	scene_ask_in(scene, ROOM, ANN, "!eg rematch", "@cat:test isn't in this room");
	scene_ask_in(scene, ROOM, ANN, "!eg challenge @bob", "@bob:test isn't in this room");
}

SCENE_TEST_FROM(set_up, test_strangers_of_the_lobby_are_no_guests)
{
	scene_ask_in(scene, ROOM, ANN, "!eg challenge @bob", "@bob:test isn't in this room");
	scene_ask(scene, CAT, "rematch #1", "That works only in a room");
}

SCENE_TEST_FROM(set_up, test_block_refuses_a_guest)
{
	play(scene);
	scene_tell(scene, ANN, "block " CAT);
	scene_ask(scene, CAT, "rematch", "This challenge is not possible.");
	assert_int_equal(tap(scene, CAT, "rematch", 1), BOT_TAP_REFUSED);
}

SCENE_TEST_FROM(set_up, test_silenced_people_accept_nothing_elsewhere)
{
	scene->silenced_in = ROOM;
	scene->silenced = CAT;
	scene_say(scene, ROOM, ANN, "!eg challenge everywhere");
	scene_ask_in(scene, YARD, CAT, "!eg accept #1", "This challenge is not possible.");
	scene->silenced_in = THIRD;
	scene_say(scene, YARD, CAT, "!eg accept #1");
	scene_tell(scene, CAT, "abort");
	scene->silenced_in = ROOM;
	scene_ask(scene, CAT, "rematch", "You may not write in our room");
}

SCENE_TEST_FROM(set_up, test_guest_does_not_learn_which_room_is_muted)
{
	scene_say(scene, ROOM, ANN, "!eg challenge everywhere");
	scene->muted = ROOM;
	scene_ask_in(scene, YARD, CAT, "!eg accept #1", "This challenge is not possible.");
	scene->muted = NULL;
	scene_say(scene, YARD, CAT, "!eg accept #1");
	SCENE_CALL(scene, bot_host_room_muted(scene->host, ROOM, true));
	scene_assert_said(scene, CAT, "#1");
	assert_false(has_told(scene, CAT, ROOM));
}

SCENE_TEST_FROM(set_up, test_nobody_accepts_in_a_room_that_has_left_the_lobby)
{
	static const char *const rooms[] = {ROOM, YARD};

	scene_say(scene, ROOM, ANN, "!eg challenge everywhere");
	for (int i = 0; i < 2; i++) {
		SCENE_HOST(scene,
			bot_store_set_setting(scene->store, BOT_OF_ROOM, rooms[i], "lobby", NULL));
		scene_ask_in(scene, YARD, CAT, "!eg accept #1", "There is no match #1 here");
		SCENE_HOST(scene,
			bot_store_set_setting(scene->store, BOT_OF_ROOM, rooms[i], "lobby", "on"));
	}
	scene_say(scene, YARD, CAT, "!eg accept #1");
	assert_int_equal(scene_match(scene, 1).status, BOT_PLAYING);
}

SCENE_TEST_FROM(set_up, test_reactions_elsewhere_do_not_accept)
{
	char event[32];

	scene_say(scene, ROOM, ANN, "!eg challenge everywhere");
	snprintf(event, sizeof(event), "%s", scene_last(scene, YARD)->event);
	scene_react(scene, THIRD, CAT, event, "✅");
	scene_choose(scene, CAT, event, "✅");
	scene_react(scene, ROOM, CAT, event, "✅");
	scene->reply_to = event;
	scene_say(scene, THIRD, CAT, "!eg accept");
	scene->reply_to = event;
	scene_tell(scene, CAT, "accept");
	assert_int_equal(scene_match(scene, 1).status, BOT_CHALLENGE);
}

/*
 * A server can have made the reaction of somebody with a verified device. It costs them nothing,
 * and after two matches that they did not play, such a reaction accepts nothing more.
 */
SCENE_TEST_FROM(set_up, test_forged_acceptance_elsewhere_costs_nothing)
{
	scene->forgeable = true;
	SCENE_HOST(
		scene, bot_store_set_setting(scene->store, BOT_OF_USER, CAT, "device", "verified"));
	for (int i = 1; i <= 2; i++) {
		scene_say(scene, ROOM, ANN, "!eg challenge everywhere");
		scene_react(scene, YARD, CAT, scene_last(scene, YARD)->event, "✅");
		assert_int_equal(scene_match(scene, i).status, BOT_PLAYING);
		assert_true(scene_match(scene, i).unproven[EG_BLACK]);
		tap(scene, CAT, "abort", i);
		assert_int_equal(scene_match(scene, i).ending, BOT_VOID);
		scene_wait(scene, HOUR);
	}
	scene_say(scene, ROOM, ANN, "!eg challenge everywhere");
	scene_react(scene, YARD, CAT, scene_last(scene, YARD)->event, "✅");
	assert_int_equal(scene_match(scene, 3).status, BOT_CHALLENGE);
	scene_say(scene, YARD, CAT, "!eg accept #3");
	assert_int_equal(scene_match(scene, 3).status, BOT_PLAYING);
}

SCENE_TEST_FROM(set_up, test_every_room_gets_the_commitment)
{
	scene_say(scene, ROOM, ANN, "!eg challenge everywhere");
	assert_string_not_equal(scene_last(scene, YARD)->commitment, "");
	for (size_t i = scene->mark; i < scene->count; i++)
		if (strcmp(scene->row[i].to, ROOM) == 0 && scene->row[i].commitment[0])
			assert_string_equal(
				scene->row[i].commitment, scene_last(scene, YARD)->commitment);
}

/*
 * The rooms of a challenge may be replaced, and its challenger erased, before anybody accepts it.
 */
SCENE_TEST_FROM(set_up, test_rooms_and_people_of_a_challenge_may_go)
{
	scene_say(scene, ROOM, ANN, "!eg challenge everywhere");
	SCENE_HOST(scene, bot_store_room_moved(scene->store, YARD, THIRD));
	scene_say(scene, YARD, CAT, "!eg accept #1");
	assert_int_equal(scene_match(scene, 1).status, BOT_CHALLENGE);
	scene_say(scene, THIRD, CAT, "!eg accept #1");
	assert_int_equal(scene_match(scene, 1).status, BOT_PLAYING);
	scene_say(scene, ROOM, EVE, "!eg challenge everywhere");
	scene_say(scene, ROOM, EVE, "!eg forget me yes");
	scene_ask_in(scene, THIRD, CAT, "!eg accept #2", "There is no match #2 here");
}

/* The moderators of the guest's room moderate no match of another room. */
SCENE_TEST_FROM(set_up, test_moderators_of_other_rooms_stop_nothing)
{
	begin(scene);
	scene_say(scene, YARD, EVE, "!eg stop #1 yes");
	assert_int_equal(scene_match(scene, 1).status, BOT_PLAYING);
	scene_say(scene, ROOM, EVE, "!eg stop #1 yes");
	assert_int_equal(scene_match(scene, 1).ending, BOT_STOPPED);
	scene_ask(scene, CAT, "rematch #1", "That works only in a room");
}
