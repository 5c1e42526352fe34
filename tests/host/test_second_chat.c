/* Messages where the bot does not expect them, and what it answers to their senders. */
#include "bot/host/host.h"
#include "tests/support/cmocka.h"
#include "tests/support/scene_match.h"

#include <string.h>

static void test_old_chat_says_where_the_bot_writes_and_is_left(void **state)
{
	struct scene *scene = *state;

	SCENE_STORE(scene, bot_store_set_private_room(scene->store, ANN, "!new:test"));
	SCENE_CALL(scene, bot_host_private_room_moved(scene->host, ANN, "!old:test"));
	assert_int_equal(scene->count - scene->mark, 2);
	assert_string_equal(scene->row[scene->mark].to, "!old:test");
	assert_non_null(strstr(scene->row[scene->mark].body, "https://link/!new:test"));
	assert_true(scene->row[scene->mark].clear);
	assert_int_equal(scene->row[scene->mark + 1].kind, BOT_OUT_LEAVE);
	assert_string_equal(scene->row[scene->mark + 1].to, "!old:test");
}

static void test_user_without_a_private_room_has_no_old_chat(void **state)
{
	struct scene *scene = *state;

	SCENE_CALL(scene, bot_host_private_room_moved(scene->host, ANN, "!old:test"));
	assert_int_equal(scene->count, scene->mark);
}

static void test_player_of_a_match_elsewhere_is_told_where_to_write(void **state)
{
	static const char *const commands[] = {"!eg hand", "!eg attack", "!eg a", "!eg resign"};
	struct scene *scene = *state;

	scene_give_private_rooms(scene);
	scene_begin(scene, "");
	for (size_t i = 0; i < sizeof(commands) / sizeof(commands[0]); i++) {
		scene_say(scene, "!other:test", ANN, commands[i]);
		scene_assert_answer(scene, "!other:test", "Your match #1 is not in this room");
	}
	scene_say(scene, "!other:test", EVE, "!eg hand");
	scene_assert_answer(scene, "!other:test", "You are in no match here");
}

static void test_player_alone_with_the_bot_is_told_where_to_write(void **state)
{
	struct scene *scene = *state;

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

#define TEST(name) cmocka_unit_test_setup_teardown(name, scene_setup, scene_teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_old_chat_says_where_the_bot_writes_and_is_left),
		TEST(test_user_without_a_private_room_has_no_old_chat),
		TEST(test_player_alone_with_the_bot_is_told_where_to_write),
		TEST(test_player_of_a_match_elsewhere_is_told_where_to_write),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
