/* Which matches a player's table and a room's board have, and in which order. */
#include "bot/match/loading.h"
#include "bot/table/table_view.h"
#include "tests/support/memory_store.h"
#include "tests/support/scene_match.h"
#include "tests/support/scene_page.h"

#include <stdio.h>
#include <string.h>

SCENE_TEST_FROM(scene_setup_in_reach, test_stranger_sees_no_match)
{
	json_t *whole = scene_table(scene, EVE);

	assert_int_equal(scene_count_shown(whole), 0);
	json_decref(whole);
	whole = scene_parse(scene_board_text(scene, "!other:test"));
	assert_int_equal(scene_count_shown(whole), 0);
	json_decref(whole);
}

/* The match that waits for the player comes first, then matches in play, challenges, the ended. */
SCENE_TEST(test_matches_come_in_the_order_of_their_ranks)
{
	scene_begin(scene, "first white");
	scene_say(scene, ROOM, ANN, "!eg challenge @cy:test to 3");
	scene_begin_between(scene, EVE, ANN, "first black");
	scene_say(scene, ROOM, "@dan:test", "!eg challenge @ann to 2");
	scene_tell(scene, ANN, "resign #1 yes");
	scene_say(scene, "!other:test", ANN, "!eg challenge @bob first black");
	scene_say(scene, "!other:test", BOB, "!eg accept");
	json_t *whole = scene_table(scene, ANN);

	assert_int_equal(scene_count_shown(whole), 5);
	scene_assert_field(scene_shown(whole, 0), "id", "3"); /* Ann is to act */
	scene_assert_field(scene_shown(whole, 1), "id", "4"); /* Dan's challenge */
	scene_assert_field(scene_shown(whole, 1), "status", "\"challenge\"");
	scene_assert_field(scene_shown(whole, 1), "may", "[\"accept\",\"decline\"]");
	scene_assert_field(scene_shown(whole, 1), "position", "null");
	scene_assert_field(scene_shown(whole, 1), "news", "[]");
	scene_assert_field(scene_shown(whole, 1), "turn", "0");
	assert_null(json_object_get(scene_shown(whole, 1), "hand"));
	scene_assert_field(scene_shown(whole, 2), "id", "5"); /* Bob is to act */
	scene_assert_field(scene_shown(whole, 3), "id", "2"); /* Ann's challenge */
	scene_assert_field(scene_shown(whole, 3), "may", "[\"cancel\"]");
	scene_assert_field(scene_shown(whole, 4), "id", "1"); /* ended */
	json_decref(whole);
	whole = scene_board(scene);
	assert_int_equal(scene_count_shown(whole), 4);
	scene_assert_field(scene_shown(whole, 0), "id", "3");
	scene_assert_field(scene_shown(whole, 3), "status", "\"ended\"");
	json_decref(whole);
}

SCENE_TEST(test_open_challenge_and_accepted_match)
{
	scene_tell(scene, ANN, "language de");
	scene_say(scene, ROOM, ANN, "!eg challenge");
	scene_assert_table(
		scene, ANN, 0, "players", "{\"white\":\"@ann:test\",\"black\":\"noch offen\"}");
	json_t *whole = scene_board(scene);
	scene_assert_field(scene_shown(whole, 0), "players",
		"{\"white\":\"@ann:test\",\"black\":\"anybody\"}");
	json_decref(whole);
	scene->unreachable = BOB;
	scene_say(scene, ROOM, BOB, "!eg accept");
	scene_assert_table(scene, BOB, 0, "status", "\"accepted\"");
	scene_assert_table(scene, BOB, 0, "may", "[\"cancel\"]");
	scene_assert_table(scene, BOB, 0, "score", "{\"white\":0,\"black\":0}");
}

SCENE_TEST(test_practice_is_private)
{
	scene_give_private_rooms(scene);
	scene_tell(scene, ANN, "language de");
	scene_tell(scene, ANN, "practice maitre");
	json_t *whole = scene_table(scene, ANN);
	scene_assert_field(scene_shown(whole, 0), "practice", "\"maitre\"");
	scene_assert_field(scene_shown(whole, 0), "may", "[\"resign\",\"abandon\"]");
	scene_assert_field(whole, "language", "\"de\"");
	json_decref(whole);
	whole = scene_parse(scene_board_text(scene, "!private-ann:test"));
	assert_int_equal(scene_count_shown(whole), 0);
	json_decref(whole);
	scene_tell(scene, ANN, "resign yes");
	scene_assert_table(scene, ANN, 0, "may", "[\"rematch\"]");
	whole = scene_parse(scene_board_text(scene, "!private-ann:test"));
	assert_int_equal(scene_count_shown(whole), 0);
	json_decref(whole);
}

/* One line has all matches of the longest list that a command would search, and no more. */
SCENE_TEST_FROM(scene_setup_in_reach, test_size_is_bounded)
{
	for (int i = 0; i < BOT_MATCHES_MOST + 20; i++) {
		struct bot_match match = {.player = {ANN, BOB}};

		snprintf(match.room, sizeof(match.room), "!room%d:test", i);
		scene_add_match(scene, &match, scene_even_deck);
	}
	char *text = scene_table_text(scene, ANN);
	assert_true(strlen(text) < (size_t)BOT_MATCHES_MOST * 4096);
	json_t *whole = scene_parse(text);
	assert_int_equal(scene_count_shown(whole), BOT_MATCHES_MOST);
	json_decref(whole);
}

SCENE_TEST_FROM(scene_setup_in_reach, test_damaged_match_is_an_error)
{
	char *text = NULL;
	bool again = false;

	assert_int_equal(bot_store_begin(scene->store), BOT_OK);
	memory_store_sql(scene->store, "UPDATE rounds SET actions = 'x5 x5 x5'");
	assert_int_equal(bot_store_commit(scene->store), BOT_OK);
	assert_int_equal(bot_table_of_user(scene->host, ANN, &text), BOT_STORE_CORRUPT);
	assert_null(text);
	SCENE_STORE(scene, bot_host_set_aside_damage(scene->host, &again));
	assert_true(again);
	json_t *whole = scene_table(scene, ANN);
	assert_int_equal(scene_count_shown(whole), 0);
	json_decref(whole);
}
