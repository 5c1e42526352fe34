/* Challenges to people who are not in the room, and answers that are given in another room. */
#include "tests/support/scene_match.h"

static void know_people(struct scene *scene)
{
	scene_set_person(scene, 0, ANN, "Ann");
	scene_set_person(scene, 1, EVE, "Eve");
}

SCENE_TEST(test_challenge_to_somebody_who_is_not_in_the_room_is_refused)
{
	know_people(scene);
	scene_say(scene, ROOM, ANN, "!eg challenge @eve");
	scene_ask_in(scene, ROOM, ANN, "!eg challenge @bob",
		"@bob:test isn't in this room, so this challenge can't "
		"reach them. Check the name, or invite them");
	assert_int_equal(scene_last(scene, ROOM)->ring, BOT_QUIET);
	assert_int_equal(scene_match(scene, 1).status, BOT_CHALLENGE);
	scene_set_person(scene, 2, BOB, "Bob");
	scene_ask_in(scene, ROOM, ANN, "!eg challenge @bob", "#2: Ann challenges Bob");
}

SCENE_TEST(test_challenge_is_made_while_the_bot_does_not_know_who_is_there)
{
	know_people(scene);
	scene->knows_people = BOT_PEOPLE_LATER;
	scene_say(scene, ROOM, ANN, "!eg challenge @bob");
	scene_assert_said(scene, ROOM, "challenges @bob:test");
	scene->knows_people = BOT_PEOPLE_TOO_MANY;
	scene_say(scene, ROOM, EVE, "!eg challenge @bob");
	scene_assert_said(scene, ROOM, "challenges @bob:test");
	scene->knows_people = BOT_PEOPLE_GIVEN;
	scene->people[0].user = NULL; /* a list without the sender is not complete */
	scene_ask_in(scene, ROOM, ANN, "!eg challenge @bob to 3", "challenges @bob:test");
}

SCENE_TEST(test_challenge_ends_when_the_adapter_finds_nobody)
{
	scene_say(scene, ROOM, ANN, "!eg challenge @bob");
	SCENE_CALL(scene, bot_host_user_outside(scene->host, 1));
	scene_assert_answer(scene, ROOM, "@bob:test isn't in this room");
	assert_int_equal(scene_match(scene, 1).status, BOT_ENDED);
	SCENE_CALL(scene, bot_host_user_outside(scene->host, 1)); /* it has ended */
	scene_assert_quiet(scene);
	SCENE_CALL(scene, bot_host_user_outside(scene->host, 7)); /* there is no such match */
	scene_assert_quiet(scene);
	scene_say(scene, ROOM, ANN, "!eg challenge");
	SCENE_CALL(scene, bot_host_user_outside(scene->host, 2)); /* it is for anybody */
	scene_assert_quiet(scene);
	assert_int_equal(scene_match(scene, 2).status, BOT_CHALLENGE);
}

SCENE_TEST(test_challenge_is_answered_in_another_room)
{
	scene_say(scene, ROOM, EVE, "!eg challenge"); /* an open challenge is for its room */
	scene_ask_in(scene, "!other:test", BOB, "!eg accept", "no challenge here");
	scene_say(scene, ROOM, ANN, "!eg challenge @bob");
	scene_say(scene, "!other:test", BOB, "!eg accept");
	scene_assert_said(scene, "!other:test", "Done. #2 is in another room");
	assert_int_equal(scene_match(scene, 2).status, BOT_PLAYING);
	scene_say(scene, ROOM, EVE, "!eg challenge @bob");
	scene_say(scene, "!other:test", BOB, "!eg decline");
	scene_assert_said(scene, "!other:test", "Done. #3 is in another room");
	scene_assert_said(scene, ROOM, "@bob:test declines #3.");
	assert_int_equal(scene_events(scene), 2);
}

SCENE_TEST(test_challenges_of_other_rooms_are_listed)
{
	scene_say(scene, ROOM, ANN, "!eg challenge @bob");
	scene_say(scene, "!third:test", EVE, "!eg challenge @bob");
	scene_ask_in(scene, "!other:test", BOB, "!eg accept",
		"Which one? Answer with its number, such as !engarde #1: "
		"#1 (@ann:test – @bob:test), "
		"#2 (@eve:test – @bob:test)");
	scene_ask(scene, BOB, "accept", "Which one? Answer with its number, such as #1:");
	scene_say(scene, "!other:test", BOB, "!eg accept #2");
	assert_int_equal(scene_match(scene, 2).status, BOT_PLAYING);
	/* a challenge of this room comes first */
	scene_say(scene, "!other:test", ANN, "!eg challenge");
	scene_say(scene, "!other:test", BOB, "!eg accept");
	assert_int_equal(scene_match(scene, 3).status, BOT_PLAYING);
	assert_int_equal(scene_match(scene, 1).status, BOT_CHALLENGE);
}
