/* Edits of commands: what a mended message does, and what it never does. */
#include "tests/support/scene_match.h"

/*
 * Lets a user write a message with this event id; `edits` is the event that it replaces, or NULL.
 */
static void write_event(struct scene *scene, const char *user, const char *event, const char *edits,
	const char *text, bool private)
{
	const struct bot_message message = {.event = event,
		.room = private ? "!private:test" : ROOM,
		.sender = user,
		.text = text,
		.edits = edits,
		.private = private};

	scene->mark = scene->count;
	SCENE_STORE(scene, bot_host_message(scene->host, &message));
	scene_drain(scene);
}

static void say(struct scene *scene, const char *event, const char *edits, const char *text)
{
	write_event(scene, ANN, event, edits, text, false);
}

static void assert_silent(const struct scene *scene)
{
	assert_int_equal(scene->count, scene->mark);
}

SCENE_TEST(test_edit_mends_a_refused_command_once)
{
	say(scene, "$a", NULL, "!eg chalenge @bob");
	scene_assert_answer(scene, ROOM, "Did you mean");
	say(scene, "$b", "$a", "!eg challenge @bob");
	scene_assert_said(scene, ROOM, "challenges @bob:test");
	say(scene, "$b", "$a", "!eg challenge @bob");
	assert_silent(scene);
	say(scene, "$c", "$a", "!eg cancel");
	scene_assert_answer(scene, ROOM, "your edit changes nothing");
	say(scene, "$d", "$a", "!eg cancel");
	assert_silent(scene);
	assert_int_equal(scene_match(scene, 1).status, BOT_CHALLENGE);
}

SCENE_TEST(test_removed_command_is_not_mended)
{
	static const char *const removers[] = {ANN, EVE};
	char event[3] = "$0", edit[3] = "$5";

	for (size_t i = 0; i < sizeof(removers) / sizeof(*removers); i++, event[1]++, edit[1]++) {
		say(scene, event, NULL, "!eg chalenge @bob");
		SCENE_STORE(scene,
			bot_host_message_removed(scene->host, ROOM, NULL, event, removers[i]));
		say(scene, edit, event, "!eg challenge @bob");
		assert_silent(scene);
	}
}

SCENE_TEST(test_removal_in_another_room_changes_nothing)
{
	say(scene, "$a", NULL, "!eg chalenge @bob");
	SCENE_STORE(scene,
		bot_host_message_removed(scene->host, "!other:test", NULL, "$a", "@stranger:far"));
	say(scene, "$b", "$a", "!eg challenge @bob");
	scene_assert_said(scene, ROOM, "challenges @bob:test");
}

SCENE_TEST(test_edit_may_need_several_tries)
{
	say(scene, "$a", NULL, "!eg chalenge @bob");
	say(scene, "$b", "$a", "!eg challenge @bob to 99");
	scene_assert_answer(scene, ROOM, "to 3");
	say(scene, "$c", "$a", "!eg challenge @bob to 3");
	scene_assert_said(scene, ROOM, "challenges @bob:test");
	assert_int_equal(scene_match(scene, 1).rules.touches, 3);
}

SCENE_TEST(test_edit_of_an_obeyed_command_changes_nothing)
{
	say(scene, "$a", NULL, "!eg about");
	say(scene, "$b", "$a", "!eg challenge @bob");
	scene_assert_answer(scene, ROOM, "your edit changes nothing");
	say(scene, "$c", "$a", "!eg challenge @bob");
	assert_silent(scene);
	say(scene, "$d", "$b", "!eg challenge @bob"); /* an edit of the edit */
	assert_silent(scene);
}

SCENE_TEST(test_edit_of_other_events_counts_for_nothing)
{
	say(scene, "$a", NULL, "!eg chalenge @bob");
	write_event(scene, EVE, "$b", "$a", "!eg challenge @bob", false);
	assert_silent(scene);
	write_event(scene, ANN, "$c", "$a", "challenge @bob", true); /* in another room */
	assert_silent(scene);
	say(scene, "$d", "$unknown", "!eg challenge @bob");
	assert_silent(scene);
	say(scene, "$e", NULL, "hello");
	say(scene, "$f", "$e", "!eg challenge @bob");
	assert_silent(scene);
}

SCENE_TEST(test_edit_before_its_message_does_nothing)
{
	say(scene, "$b", "$a", "!eg challenge @bob");
	assert_silent(scene);
	say(scene, "$a", NULL, "!eg about");
	assert_int_equal(scene_events(scene), 1);
	say(scene, "$b", "$a", "!eg challenge @bob");
	assert_silent(scene);
}

SCENE_TEST_FROM(scene_setup_in_reach, test_edit_of_a_refused_action_plays_it)
{
	write_event(scene, ANN, "$a", NULL, "+7", true);
	assert_int_equal(scene_state(scene, 1).round.plies, 4);
	write_event(scene, ANN, "$b", "$a", "+1", true);
	assert_int_equal(scene_state(scene, 1).round.plies, 5);
	write_event(scene, ANN, "$c", "$a", "+2", true);
	scene_assert_answer(scene, ANN, "your edit changes nothing");
	assert_int_equal(scene_state(scene, 1).round.plies, 5);
}

SCENE_TEST_FROM(scene_setup_in_reach, test_edit_of_a_list_of_actions_plays_one)
{
	write_event(scene, ANN, "$a", NULL, "5", true);
	write_event(scene, ANN, "$b", "$a", "+5", true);
	assert_int_equal(scene_state(scene, 1).round.plies, 5);
}

SCENE_TEST(test_edit_asks_for_no_cards_in_clear)
{
	const struct bot_message message = {.event = "$b",
		.room = "!private:test",
		.sender = ANN,
		.text = "hand in clear",
		.edits = "$a",
		.private = true};

	assert_false(bot_host_asks_for_clear(scene->host, &message));
}
