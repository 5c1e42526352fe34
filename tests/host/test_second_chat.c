/* Messages where the bot does not expect them, and what it answers to their senders. */
#include "bot/host/host.h"
#include "tests/support/scene_match.h"

#include <string.h>

SCENE_TEST(test_old_chat_says_where_the_bot_writes_and_is_left)
{
	SCENE_HOST(scene, bot_store_set_private_room(scene->store, ANN, "!new:test"));
	SCENE_CALL(scene, bot_host_private_room_moved(scene->host, ANN, "!old:test"));
	assert_int_equal(scene->count - scene->mark, 2);
	assert_string_equal(scene->row[scene->mark].to, "!old:test");
	assert_non_null(strstr(scene->row[scene->mark].body, "https://link/!new:test"));
	assert_true(scene->row[scene->mark].clear);
	assert_int_equal(scene->row[scene->mark + 1].kind, BOT_OUT_LEAVE);
	assert_string_equal(scene->row[scene->mark + 1].to, "!old:test");
}

SCENE_TEST(test_user_without_a_private_room_has_no_old_chat)
{
	SCENE_CALL(scene, bot_host_private_room_moved(scene->host, ANN, "!old:test"));
	assert_int_equal(scene->count, scene->mark);
}

SCENE_TEST(test_player_of_a_match_elsewhere_is_told_where_to_write)
{
	static const char *const commands[] = {"!eg hand", "!eg attack", "!eg a", "!eg resign"};

	scene_give_private_rooms(scene);
	scene_begin(scene, "");
	for (size_t i = 0; i < sizeof(commands) / sizeof(commands[0]); i++) {
		scene_ask_in(scene, "!other:test", ANN, commands[i],
			"Your match #1 is not in this room");
	}
	scene_ask_in(scene, "!other:test", EVE, "!eg hand", "You are in no match here");
}

SCENE_TEST(test_player_alone_with_the_bot_is_told_where_to_write)
{
	scene_give_private_rooms(scene);
	SCENE_CALL(scene, bot_host_stray_message(scene->host, "!other:test", ANN));
	scene_assert_quiet(scene);
	scene_begin(scene, "");
	SCENE_CALL(scene, bot_host_stray_message(scene->host, "!other:test", EVE));
	scene_assert_quiet(scene);
	SCENE_CALL(scene, bot_host_stray_message(scene->host, "!other:test", ANN));
	scene_assert_answer(scene, "!other:test", "Write about your match in our private room");
	SCENE_CALL(scene, bot_host_stray_message(scene->host, "!other:test", ANN));
	scene_assert_quiet(scene);
}
