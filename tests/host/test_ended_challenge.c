/*
 * What the messages of a challenge say once it is over, and the answer to taps that come too late.
 */
#include "bot/host/host.h"
#include "tests/support/scene_match.h"

#define YES      "\xE2\x9C\x85"
#define COLOURED "\xEF\xB8\x8F"
#define THUMB_UP "\xF0\x9F\x91\x8D"
#define AGAIN    "\xF0\x9F\x94\x81"

/* Makes ANN challenge BOB, or anybody. Returns the event of the challenge. */
static const char *challenge(struct scene *scene, const char *terms)
{
	scene_sayf(scene, ROOM, ANN, "!eg challenge %s", terms);
	return scene_last(scene, ROOM)->event;
}

/* Asserts that the optional rows edit this event of the room, and nothing else. */
static void assert_edited(struct scene *scene, const char *event, const char *body)
{
	scene_drain_optional(scene);
	assert_int_equal(scene_events(scene), 1);
	const struct scene_row *row = scene_last(scene, ROOM);
	assert_int_equal(row->kind, BOT_OUT_EDIT);
	assert_int_equal(row->ring, BOT_QUIET);
	assert_string_equal(row->mention, "");
	assert_string_equal(row->edits, event);
	assert_string_equal(row->body, body);
}

UNIT_TEST(test_challenge_tells_how_it_ended)
{
	static const struct {
		const char *terms, *who, *command, *body;
	} cases[] = {
		{"", BOB, "accept", "#1: @bob:test has accepted the challenge of @ann:test."},
		{"@bob", BOB, "accept", "#1: @bob:test has accepted the challenge of @ann:test."},
		{"@bob", BOB, "decline", "#1: This challenge is over."},
		{"@bob", ANN, "cancel", "#1: This challenge is over."},
		{"", ANN, "challenge @bob", "#1: #2 replaces this challenge of @ann:test."},
		{"@bob", EVE, "stop #1 yes", "#1: This challenge is over."},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct scene *scene = scene_create(i);
		const char *event = challenge(scene, cases[i].terms);
		scene_sayf(scene, ROOM, cases[i].who, "!eg %s", cases[i].command);
		assert_edited(scene, event, cases[i].body);
		scene_destroy(scene);
	}
}

SCENE_TEST(test_challenge_tells_that_it_has_expired)
{
	const char *event = challenge(scene, "@bob");

	scene_wait(scene, 25 * HOUR);
	assert_edited(scene, event, "#1: This challenge is over.");
}

SCENE_TEST(test_challenge_speaks_the_language_of_its_room)
{
	scene_say(scene, ROOM, EVE, "!eg language de");
	const char *event = challenge(scene, "");
	scene_say(scene, ROOM, ANN, "!eg cancel");
	assert_edited(scene, event, "#1: Diese Herausforderung gilt nicht mehr.");
}

/* The first board, and what players write, come before the edit. */
SCENE_TEST(test_accepted_challenge_is_edited_after_the_board)
{
	challenge(scene, "");
	scene_say(scene, ROOM, BOB, "!eg accept");
	assert_int_equal(scene_match(scene, 1).status, BOT_PLAYING);
	scene_assert_said(scene, ROOM, "#1, round 1");
}

SCENE_TEST(test_cancelled_match_leaves_its_challenge_accepted)
{
	const char *event = challenge(scene, "@bob");

	scene->unreachable = BOB;
	scene_say(scene, ROOM, BOB, "!eg accept");
	assert_edited(scene, event, "#1: @bob:test has accepted the challenge of @ann:test.");
	scene_say(scene, ROOM, ANN, "!eg cancel");
	scene_drain_optional(scene);
	scene_assert_quiet(scene);
}

SCENE_TEST(test_removed_challenge_is_not_edited)
{
	const char *event = challenge(scene, "@bob");

	SCENE_CALL(scene, bot_host_message_removed(scene->host, ROOM, NULL, event, EVE));
	const char *again = scene_last(scene, ROOM)->event;
	scene_say(scene, ROOM, BOB, "!eg decline");
	assert_edited(scene, again, "#1: This challenge is over.");
}

SCENE_TEST(test_late_tap_is_answered_once)
{
	const char *event = challenge(scene, "");

	scene_say(scene, ROOM, BOB, "!eg accept");
	scene_react(scene, ROOM, BOB, event, YES);
	scene_assert_quiet(scene);
	scene_react(scene, ROOM, EVE, event, THUMB_UP);
	scene_assert_quiet(scene);
	scene_react(scene, ROOM, EVE, event, YES COLOURED);
	scene_assert_answer(scene, ROOM, "#1 can no longer be accepted.");
	scene_react(scene, ROOM, EVE, event, YES);
	scene_assert_quiet(scene);
	scene_react(scene, ROOM, "@cat:test", event, YES);
	scene_assert_answer(scene, ROOM, "#1 can no longer be accepted.");
}

SCENE_TEST(test_late_tap_of_the_challenged_player_is_answered)
{
	const char *event = challenge(scene, "@bob");

	scene_say(scene, ROOM, ANN, "!eg cancel");
	scene_react(scene, ROOM, ANN, event, YES);
	scene_assert_quiet(scene);
	scene_react(scene, ROOM, EVE, event, YES);
	scene_assert_quiet(scene);
	scene_react(scene, ROOM, BOB, event, YES);
	scene_assert_answer(scene, ROOM, "#1 can no longer be accepted.");
}

SCENE_TEST(test_rematch_with_an_erased_player_is_answered)
{
	scene_begin(scene, "to 3");
	scene_tell(scene, ANN, "abort");
	const char *finish = scene_last(scene, ROOM)->event;
	SCENE_HOST(scene, bot_store_person_erase(scene->store, BOB, "erased-1"));
	scene_react(scene, ROOM, ANN, finish, AGAIN);
	scene_assert_answer(scene, ROOM, "You have no ended match");
	scene_react(scene, ROOM, EVE, finish, AGAIN);
	scene_assert_quiet(scene);
}
