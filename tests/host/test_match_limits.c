/* Limits on matches and challenges: no user can keep others from playing. */
#include "bot/club/rating.h"
#include "bot/store/outbox_rows.h"
#include "tests/support/scene_match.h"

#include <stdio.h>
#include <string.h>

#define OTHER "!yard:test"

/* Adds `count` matches directly to the store, each in a room of its own. */
static void add_matches(struct scene *scene, size_t count, struct bot_match match)
{
	assert_int_equal(bot_store_begin(scene->store), BOT_OK);
	for (size_t i = 0; i < count; i++) {
		snprintf(match.room, sizeof(match.room), "!room%zu:test", i);
		match.rules =
			(struct eg_match_rules){{EG_ADVANCED, EG_FINAL_POSITION}, 5, EG_WHITE, {0}};
		bot_store_match_add(scene->store, &match);
	}
	assert_int_equal(bot_store_commit(scene->store), BOT_OK);
}

SCENE_TEST(test_very_many_challenges_hide_no_match)
{
	add_matches(scene, 300, (struct bot_match){.player = {EVE, BOB}, .status = BOT_CHALLENGE});
	scene_say(scene, ROOM, ANN, "!eg challenge first black clock 5m");
	scene_say(scene, ROOM, BOB, "!eg accept #301");
	scene_tell(scene, BOB, "a");
	scene_tell(scene, ANN, "a");
	assert_int_equal(scene_state(scene, 301).round.plies, 2);
	scene_say(scene, ROOM, ANN, "!eg pause");
	scene_tell(scene, BOB, "pause");
	assert_true(scene_match(scene, 301).left > 0);
	scene_tell(scene, BOB, "resign yes");
	assert_int_equal(scene_match(scene, 301).ending, BOT_RESIGNED);
}

SCENE_TEST(test_very_many_matches_hide_no_board)
{
	add_matches(scene, 300,
		(struct bot_match){.player = {EVE, "@carl:test"}, .status = BOT_PLAYING});
	assert_int_equal(bot_store_begin(scene->store), BOT_OK);
	for (int64_t id = 1; id <= 300; id++)
		bot_store_round_add(scene->store, id, 1, scene_even_deck);
	assert_int_equal(bot_store_commit(scene->store), BOT_OK);
	scene_begin(scene, "clock 5m");
	scene_wait(scene, SECOND);
	scene_restart(scene, HOUR);
	scene_wait(scene, SECOND);
	scene_assert_said(scene, ROOM, "until 01:");
}

SCENE_TEST(test_challenges_by_one_player_are_limited)
{
	char room[32], text[64];

	for (int i = 0; i < 8; i++) {
		snprintf(room, sizeof(room), "!room%d:test", i);
		snprintf(text, sizeof(text), "!eg challenge @u%d", i);
		scene_say(scene, room, ANN, i % 2 ? text : "!eg challenge");
		scene_assert_said(scene, room, " challenges ");
	}
	/* the ninth challenge replaces the oldest one */
	scene_say(scene, ROOM, ANN, "!eg challenge @bob");
	assert_int_equal(scene_events(scene), 2);
	scene_assert_said(scene, ROOM, "challenges @bob:test");
	scene_assert_said(scene, "!room0:test", "#1 is cancelled");
	/* replaces only the one in this room */
	scene_ask_in(scene, ROOM, ANN, "!eg challenge @bob to 3", "#9 no longer stands");
	/* other players have their own limit */
	scene_ask_in(scene, "!room0:test", BOB, "!eg challenge", "challenges anybody");
}

SCENE_TEST(test_challenges_to_one_player_are_limited_and_declined_together)
{
	char room[32], user[32];

	for (int i = 0; i < 16; i++) {
		snprintf(room, sizeof(room), "!room%d:test", i);
		snprintf(user, sizeof(user), "@u%d:test", i);
		scene_say(scene, room, user, "!eg challenge @bob");
		scene_assert_said(scene, room, "challenges @bob:test");
	}
	scene_ask_in(scene, ROOM, ANN, "!eg challenge @bob",
		"@bob:test has 16 challenges to answer already");
	/* Bob declines only the challenges in this room */
	scene_ask_in(scene, "!room0:test", BOB, "!eg decline all", "@bob:test declines #1.");
	scene_ask_in(scene, "!room0:test", BOB, "!eg decline all", "no challenge here");
	scene_ask(scene, BOB, "decline all #3", "Just write decline");
	scene_tell(scene, BOB, "decline 3");
	scene_assert_answer(scene, "!room2:test", "@bob:test declines #3.");
	scene_tell(scene, BOB, "decline all");
	assert_int_equal(scene_events(scene), 14);
	assert_int_equal(scene_match(scene, 16).status, BOT_ENDED);
	scene_ask_in(scene, ROOM, ANN, "!eg challenge @bob", "challenges @bob:test");
}

/*
 * Strangers with many accounts fill the limit for strangers. A friend, who has played a rated match
 * with the challenged player, has another limit.
 */
SCENE_TEST(test_challenges_by_strangers_do_not_block_friends)
{
	char room[32], user[32];

	scene_begin(scene, "first white");
	scene_let_both_act(scene);
	scene_tell(scene, BOB, "resign yes");
	assert_true(scene_match(scene, 1).rated);
	for (int i = 0; i < 17; i++) {
		snprintf(room, sizeof(room), "!room%d:evil", i);
		snprintf(user, sizeof(user), "@u%d:evil", i);
		scene_say(scene, room, user, "!eg challenge @bob:test");
		scene_assert_said(
			scene, room, i < 16 ? "challenges @bob:test" : "has 16 challenges");
	}
	scene_ask_in(scene, ROOM, ANN, "!eg challenge @bob", "@ann:test challenges @bob:test");
	/* Eve has played with nobody, so she is a stranger to Bob */
	scene_ask_in(scene, ROOM, EVE, "!eg challenge @bob",
		"@bob:test has 16 challenges to answer already");
}

/* The accounts of one server leave places in a player's list of challenges to people from
 * elsewhere. */
SCENE_TEST(test_challenges_from_one_server_leave_places)
{
	char room[32], user[32];

	scene->port.site = scene_write_server;
	scene->origin = "evil";
	for (int i = 0; i < 5; i++) {
		snprintf(room, sizeof(room), "!room%d:evil", i);
		snprintf(user, sizeof(user), "@u%d:evil", i);
		scene_say(scene, room, user, "!eg challenge @bob:test");
		scene_assert_said(scene, room, i < 4 ? "challenges @bob:test" : "has 4 challenges");
	}
	scene->origin = "good";
	scene_say(scene, ROOM, "@carl:good", "!eg challenge @bob:test");
	scene_assert_said(scene, ROOM, "challenges @bob:test");
}

SCENE_TEST(test_two_players_have_one_match_per_room)
{
	scene_give_private_rooms(scene);
	scene_say(scene, ROOM, ANN, "!eg challenge");
	scene_say(scene, ROOM, BOB, "!eg challenge @ann");
	scene_say(scene, ROOM, ANN, "!eg accept #2");
	assert_int_equal(scene_match(scene, 2).status, BOT_PLAYING);
	scene_ask_in(scene, ROOM, BOB, "!eg accept #1", "You two already have #2 in this room");
	assert_int_equal(scene_match(scene, 1).status, BOT_CHALLENGE);
	scene_ask_in(
		scene, ROOM, BOB, "!eg challenge @ann", "You two already have #2 in this room");
	scene_ask_in(scene, OTHER, BOB, "!eg challenge @ann", "challenges @ann:test");
	scene_say(scene, ROOM, EVE, "!eg accept #1");
	assert_int_equal(scene_match(scene, 1).status, BOT_PLAYING);
	scene_say(scene, ROOM, BOB, "!eg resign yes");
	scene_say(scene, ROOM, BOB, "!eg challenge @ann");
	scene_say(scene, ROOM, ANN, "!eg challenge @bob"); /* Bob's challenge to Ann is open */
	scene_assert_answer(scene, ROOM, "#4 waits for your answer already");
}

SCENE_TEST(test_practice_matches_have_their_own_limit)
{
	char user[32];

	for (int i = 0; i < 6; i++) {
		snprintf(user, sizeof(user), "@u%d:test", i);
		scene_say(scene, ROOM, user, "!eg practice novice");
		scene_assert_said(scene, ROOM, i < 5 ? "round 1" : "already has 5 matches");
	}
	for (int i = 0; i < 6; i++) {
		snprintf(user, sizeof(user), "@u%d:test", i);
		scene_say(scene, ROOM, user, "!eg challenge");
		scene_assert_said(
			scene, ROOM, i < 5 ? "challenges anybody" : "already has 5 matches");
	}
}

/* Two new accounts of a server begin a match in the room, or practise there. */
static void begin_pair(struct scene *scene, const char *server, int i, const char *command)
{
	char user[32];

	scene->origin = server;
	snprintf(user, sizeof(user), "@u%d:%s", i, server);
	scene_say(scene, ROOM, user, command);
	if (strstr(command, "challenge") && !strstr(scene_last(scene, ROOM)->body, "your server")) {
		snprintf(user, sizeof(user), "@v%d:%s", i, server);
		scene_say(scene, ROOM, user, "!eg accept");
	}
	scene->origin = NULL;
}

static void establish(struct scene *scene, const char *user)
{
	const struct bot_rating rating = {.glicko = bot_glicko_new, .played = 1};

	SCENE_HOST(scene, bot_rating_set(scene->store, NULL, user, &rating));
}

/* However long their matches take, the accounts of one server leave places to people from
 * elsewhere. */
SCENE_TEST(test_accounts_of_one_server_leave_places_in_a_room)
{
	scene->config.matches.per_room = 8;
	scene->port.site = scene_write_server;
	for (int i = 0; i < 8; i++)
		begin_pair(scene, "evil", i, "!eg challenge clock 30d");
	assert_int_equal(scene_match(scene, 4).status, BOT_PLAYING);
	begin_pair(scene, "evil", 9, "!eg challenge");
	scene_assert_answer(scene, ROOM, "People from your server already have their share");
	begin_pair(scene, "good", 1, "!eg challenge clock 1d");
	assert_int_equal(scene_match(scene, 5).status, BOT_PLAYING);
	/* Somebody who has played gets more, but not all. */
	establish(scene, "@u7:evil");
	begin_pair(scene, "evil", 7, "!eg challenge");
	establish(scene, "@u8:evil");
	begin_pair(scene, "evil", 8, "!eg challenge");
	assert_int_equal(scene_match(scene, 7).status, BOT_PLAYING);
	establish(scene, "@u9:evil");
	begin_pair(scene, "evil", 9, "!eg challenge");
	scene_assert_answer(scene, ROOM, "People from your server already have their share");
	scene_say(scene, ROOM, ANN, "!eg challenge"); /* of the bot's own server */
	scene_assert_answer(scene, ROOM, "challenges anybody");
}

/* Challenges hold places, too, and practice matches have places of their own. */
SCENE_TEST(test_challenges_and_practice_of_one_server_leave_places)
{
	char user[32];

	scene->config.matches.per_room = 8;
	scene->port.site = scene_write_server;
	scene->origin = "evil";
	for (int i = 0; i < 8; i++) {
		snprintf(user, sizeof(user), "@u%d:evil", i);
		scene_say(scene, ROOM, user, "!eg challenge");
		scene_assert_said(scene, ROOM, i < 4 ? "challenges anybody" : "your server");
	}
	scene_say(scene, ROOM, "@u0:evil", "!eg challenge to 3"); /* replaces their own */
	scene_assert_answer(scene, ROOM, "#1 no longer stands");
	for (int i = 0; i < 8; i++) {
		snprintf(user, sizeof(user), "@u%d:evil", i);
		scene_say(scene, ROOM, user, "!eg practice novice");
		scene_assert_said(scene, ROOM, i < 4 ? "round 1" : "your server");
	}
}

/*
 * No rate limit counts actions. So the bot must not store more and more outbox rows for a player
 * whom it can't reach.
 */
SCENE_TEST(test_unsent_hands_do_not_pile_up)
{
	unsigned moves = 0;
	size_t rows = 0;

	scene_begin(scene, "to 15 first white");
	while (moves < 300 && scene_match(scene, 1).status == BOT_PLAYING) {
		/* scene_handle does not send the new rows */
		scene_handle(scene, &(struct bot_message){.room = "!p:test",
					    .sender = scene_to_act(scene),
					    .text = "a",
					    .private = true});
		moves++;
	}
	assert_true(moves > 100);
	/* some rows may be acknowledgements */
	rows = bot_outbox_lane_size(scene->store, true, ANN);
	assert_in_range(rows, 0, 10 + BOT_OPTIONAL_MOST);
	rows = bot_outbox_lane_size(scene->store, true, BOB);
	assert_in_range(rows, 0, 10 + BOT_OPTIONAL_MOST);
	scene->mark = scene->count;
	scene_drain(scene);
	if (scene_match(scene, 1).status == BOT_PLAYING) /* the bot has sent the newest hand */
		scene_assert_said(scene, scene_to_act(scene), "Your hand: ");
}
