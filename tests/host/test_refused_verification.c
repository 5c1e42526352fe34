/* What the bot tells users whose verification by emoji it has refused. */
#include "bot/host/host.h"
#include "tests/support/scene_match.h"

static void refuse(struct scene *scene, const char *user)
{
	SCENE_CALL(scene, bot_host_verification_refused(scene->host, user));
}

SCENE_TEST(test_player_is_told_in_private_once_an_hour)
{
	scene_give_private_rooms(scene);
	refuse(scene, ANN);
	scene_assert_answer(scene, ANN, "I have refused your verification");
	refuse(scene, ANN);
	scene_assert_quiet(scene);
	refuse(scene, BOB);
	scene_assert_answer(scene, BOB, "I have refused your verification");
	scene_wait(scene, HOUR);
	refuse(scene, ANN);
	scene_assert_answer(scene, ANN, "I have refused your verification");
}

SCENE_TEST(test_message_is_in_the_language_of_the_user)
{
	scene_give_private_rooms(scene);
	scene_tell(scene, ANN, "language nl");
	refuse(scene, ANN);
	scene_assert_answer(scene, ANN, "Ik heb je verificatie geweigerd");
}

SCENE_TEST(test_only_people_in_a_private_room_are_told)
{
	refuse(scene, EVE);
	scene_assert_quiet(scene);
	SCENE_HOST(scene, bot_store_set_private_room(scene->store, EVE, "!eve:test"));
	refuse(scene, EVE);
	scene_assert_quiet(scene);
	SCENE_HOST(scene, bot_store_set_joined(scene->store, EVE, true));
	refuse(scene, EVE);
	scene_assert_answer(scene, EVE, "I have refused your verification");
}

SCENE_TEST(test_banned_user_is_not_told)
{
	scene_give_private_rooms(scene);
	SCENE_HOST(scene, bot_store_ban(scene->store, ANN));
	refuse(scene, ANN);
	scene_assert_quiet(scene);
}
