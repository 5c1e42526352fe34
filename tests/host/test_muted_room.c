/* Rooms in which the bot may not write. */
#include "bot/host/host.h"
#include "tests/support/scene_match.h"

#define YES "\xE2\x9C\x85"

static void mute(struct scene *scene)
{
	scene->muted = ROOM;
	SCENE_CALL(scene, bot_host_room_muted(scene->host, ROOM, true));
}

static void unmute(struct scene *scene)
{
	scene->muted = NULL;
	SCENE_CALL(scene, bot_host_room_muted(scene->host, ROOM, false));
}

/* Asserts that the bot has written nothing in ROOM since the mark. */
static void assert_nothing_in_room(const struct scene *scene)
{
	for (size_t i = scene->mark; i < scene->count; i++)
		assert_string_not_equal(scene->row[i].to, ROOM);
}

SCENE_TEST(test_sender_of_a_command_is_told_once_in_private)
{
	static const char *const commands[] = {"!eg challenge @bob", "!eg challenge",
		"!eg practice", "!eg help", "!eg attack", "!eg bogus", "!eg accept", "!eg",
		"!eg stop"};

	scene->muted = ROOM;
	scene_say(scene, ROOM, ANN, "!eg challenge @bob");
	scene_assert_answer(scene, ANN, "I may not write in the room (https://link/!hall:test)");
	assert_nothing_in_room(scene);
	for (size_t i = 0; i < sizeof(commands) / sizeof(commands[0]); i++) {
		scene_say(scene, ROOM, ANN, commands[i]);
		scene_assert_quiet(scene);
	}
	scene_say(scene, ROOM, BOB, "!eg accept");
	scene_assert_answer(scene, BOB, "I may not write");
	scene_ask_in(scene, "!other:test", ANN, "!eg help", "challenge");
	scene_wait(scene, DAY);
	scene_say(scene, ROOM, ANN, "!eg challenge");
	scene_assert_answer(scene, ANN, "I may not write");
}

SCENE_TEST(test_challenge_in_a_muted_room_is_not_accepted)
{
	const struct scene_row *challenge;

	scene_say(scene, ROOM, ANN, "!eg challenge @bob");
	challenge = scene_last(scene, ROOM);
	mute(scene);
	scene_assert_quiet(scene);
	scene_react(scene, ROOM, BOB, challenge->event, YES);
	scene_assert_answer(scene, BOB, "I may not write");
	scene_tell(scene, BOB, "accept"); /* in private the bot always answers */
	scene_assert_answer(scene, BOB, "I may not write");
	scene_choose(scene, BOB, challenge->event, YES);
	scene_assert_answer(scene, BOB, "I may not write");
	assert_int_equal(scene_match(scene, 1).status, BOT_CHALLENGE);
	unmute(scene);
	scene_react(scene, ROOM, BOB, challenge->event, YES);
	assert_int_equal(scene_match(scene, 1).status, BOT_PLAYING);
}

SCENE_TEST_FROM(scene_setup_timed, test_rematch_in_a_muted_room_does_not_begin)
{
	scene_let_both_act(scene);
	scene_say(scene, ROOM, ANN, "!eg resign yes");
	assert_int_equal(scene_match(scene, 1).status, BOT_ENDED);
	mute(scene);
	scene_say(scene, ROOM, ANN, "!eg rematch");
	scene_assert_answer(scene, ANN, "I may not write");
}

SCENE_TEST_FROM(scene_setup_timed, test_players_are_told_and_the_match_goes_on)
{
	mute(scene);
	assert_int_equal(scene_events(scene), 2);
	scene_assert_said(scene, ANN, "nobody there sees #1 for now");
	scene_assert_said(scene, BOB, "nobody there sees #1 for now");
	const char *first = scene_to_act(scene);
	scene_play(scene);
	assert_string_not_equal(scene_to_act(scene), first);
	scene_say(scene, ROOM, scene_to_act(scene), "!eg a");
	assert_string_equal(scene_to_act(scene), first);
	unmute(scene);
	assert_int_equal(scene_events(scene), 2);
	scene_assert_said(scene, ROOM, "#1, round 1");
	assert_int_equal(scene_last(scene, ROOM)->kind, BOT_OUT_MESSAGE);
	/* Somebody who mutes the bot again and again does not flood the players. */
	mute(scene);
	scene_assert_quiet(scene);
}

SCENE_TEST(test_muted_room_is_welcomed_when_the_bot_may_write)
{
	scene->muted = ROOM;
	SCENE_CALL(scene, bot_host_room_joined(scene->host, ROOM));
	scene_assert_quiet(scene);
	unmute(scene);
	assert_int_equal(scene_events(scene), 1);
	scene_assert_said(scene, ROOM, "!engarde");
	mute(scene);
	unmute(scene);
	scene_assert_quiet(scene);
}

SCENE_TEST_FROM(scene_setup_timed, test_players_hear_of_a_room_that_the_bot_can_not_join)
{
	SCENE_CALL(scene, bot_host_successor_refused(scene->host, 1));
	assert_int_equal(scene_events(scene), 2);
	scene_assert_said(scene, ANN, "Another room replaces the room of #1");
	scene_assert_said(scene, BOB, "Invite me there");
	SCENE_CALL(scene, bot_host_successor_refused(scene->host, 7));
	scene_assert_quiet(scene);
}
