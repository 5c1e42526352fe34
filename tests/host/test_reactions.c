/* Answers to a challenge by reaction. */
#include "bot/host/host.h"
#include "tests/support/scene_match.h"

#define YES        "\xE2\x9C\x85"
#define NO         "\xE2\x9D\x8C"
#define THUMB_UP   "\xF0\x9F\x91\x8D"
#define THUMB_DOWN "\xF0\x9F\x91\x8E"
#define COLOURED   "\xEF\xB8\x8F"
#define DARK_SKIN  "\xF0\x9F\x8F\xBF"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* Makes ANN challenge BOB, or anybody. Returns the event of the challenge. */
static const char *challenge(struct scene *scene, const char *terms)
{
	scene_sayf(scene, ROOM, ANN, "!eg challenge %s", terms);
	return scene_last(scene, ROOM)->event;
}

UNIT_TEST_FROM(scene_setup, scene_teardown, test_reaction_accepts_a_challenge)
{
	static const char *const keys[] = {
		YES, YES COLOURED, THUMB_UP, THUMB_UP COLOURED, THUMB_UP DARK_SKIN};

	for (size_t i = 0; i < COUNT(keys); i++) {
		struct scene *scene = scene_create(i);
		const char *event = challenge(scene, i % 2 ? "@bob" : "");

		scene_react(scene, ROOM, BOB, event, keys[i]);
		assert_int_equal(scene_match(scene, 1).status, BOT_PLAYING);
		assert_string_equal(scene_match(scene, 1).player[EG_BLACK], BOB);
		scene_destroy(scene);
	}
}

UNIT_TEST_FROM(scene_setup, scene_teardown, test_challenged_player_declines_by_reaction)
{
	static const char *const keys[] = {NO, NO COLOURED, THUMB_DOWN, THUMB_DOWN DARK_SKIN};

	for (size_t i = 0; i < COUNT(keys); i++) {
		struct scene *scene = scene_create(i);

		scene_react(scene, ROOM, BOB, challenge(scene, "@bob"), keys[i]);
		scene_assert_answer(scene, ROOM, "@bob:test declines #1");
		scene_destroy(scene);
	}
}

SCENE_TEST(test_challenger_cancels_by_reaction)
{
	scene_react(scene, ROOM, ANN, challenge(scene, ""), NO);
	scene_assert_answer(scene, ROOM, "#1 is cancelled");
}

/* A reaction counts only if its sender could give the command. */
SCENE_TEST(test_reaction_of_somebody_else_is_just_a_reaction)
{
	const char *event = challenge(scene, "@bob");

	scene_react(scene, ROOM, EVE, event, YES);
	scene_assert_quiet(scene);
	scene_react(scene, ROOM, EVE, event, NO);
	scene_assert_quiet(scene);
	scene_react(scene, ROOM, ANN, event, YES);
	scene_assert_quiet(scene);
	scene_react(scene, ROOM, "@engarde:test", event, YES);
	scene_assert_quiet(scene);
	assert_int_equal(scene_match(scene, 1).status, BOT_CHALLENGE);
}

SCENE_TEST(test_reaction_in_another_room_does_not_count)
{
	const char *event = challenge(scene, "");

	scene_react(scene, "!other:test", EVE, event, YES);
	scene_assert_quiet(scene);
	scene_choose(scene, EVE, event, YES);
	scene_assert_quiet(scene);
	assert_int_equal(scene_match(scene, 1).status, BOT_CHALLENGE);
	/* In private, as by command, the challenged player alone accepts. */
	scene_say(scene, ROOM, ANN, "!eg cancel");
	scene_choose(scene, BOB, challenge(scene, "@bob"), YES);
	assert_int_equal(scene_match(scene, 2).status, BOT_PLAYING);
}

SCENE_TEST(test_other_reactions_and_other_messages_are_ignored)
{
	static const char *const keys[] = {"\xE2\x9D\xA4", "", "yes", YES YES, THUMB_UP THUMB_UP,
		YES "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"};
	const char *event = challenge(scene, "@bob");

	for (size_t i = 0; i < COUNT(keys); i++) {
		scene_react(scene, ROOM, BOB, event, keys[i]);
		scene_assert_quiet(scene);
	}
	scene_say(scene, ROOM, EVE, "!eg about");
	scene_react(scene, ROOM, BOB, scene_last(scene, ROOM)->event, YES);
	scene_assert_quiet(scene);
	scene_react(scene, ROOM, BOB, "$unknown", YES);
	scene_assert_quiet(scene);
	scene_react(scene, ROOM, BOB, event, YES);
	assert_int_equal(scene_match(scene, 1).status, BOT_PLAYING);
	/* The challenge has been answered. */
	scene_react(scene, ROOM, BOB, event, NO);
	scene_assert_quiet(scene);
}

/* The bot learns the name of somebody who reacts to it, but not of those who react to others. */
SCENE_TEST(test_name_of_somebody_who_reacts_to_others_is_not_stored)
{
	struct bot_known_name known;
	struct bot_message message = {.kind = BOT_REACTION,
		.room = ROOM,
		.sender = EVE,
		.name = "Eve",
		.text = YES,
		.reply_to = "$unknown"};

	scene_message(scene, &message);
	assert_false(bot_store_name(scene->store, EVE, &known));
	message.reply_to = challenge(scene, "");
	scene_message(scene, &message);
	assert_true(bot_store_name(scene->store, EVE, &known));
	assert_string_equal(known.name, "Eve");
}

/* The same limits hold as for the command. The answer names the person who has reacted. */
SCENE_TEST(test_limits_hold_for_reactions)
{
	scene_begin(scene, "");
	scene_react(scene, ROOM, BOB, challenge(scene, ""), YES);
	scene_assert_answer(scene, ROOM, "@bob:test: You two already have #1");
	scene->config.limits.sender_per_minute = 1;
	const char *event = scene->row[scene->mark - 1].event;
	for (int i = 0; i < 5; i++)
		scene_react(scene, ROOM, BOB, event, YES);
	scene_assert_quiet(scene);
}

/* The adapter passes on only the reactions that can be an answer. */
SCENE_TEST(test_only_answers_are_commands)
{
	struct bot_message message = {.kind = BOT_REACTION,
		.event = "$e",
		.room = ROOM,
		.sender = BOB,
		.text = YES,
		.reply_to = "$c"};

	assert_true(bot_host_is_command(scene->host, &message));
	message.text = "1\xEF\xB8\x8F\xE2\x83\xA3";
	assert_false(bot_host_is_command(scene->host, &message));
	message.kind = BOT_VOTE;
	message.text = YES;
	assert_false(bot_host_is_command(scene->host, &message));
}

/* A reaction adds no line to the timeline, so it does not move the board up the screen. */
SCENE_TEST(test_reactions_do_not_scroll_the_board_away)
{
	scene_begin(scene, "");
	for (int i = 0; i < 20; i++)
		scene_react(scene, ROOM, BOB, "$other", YES);
	assert_int_equal(scene_match(scene, 1).scrolled, 0);
}

SCENE_TEST(test_bot_offers_the_reactions)
{
	challenge(scene, "@bob");
	assert_string_equal(scene_last(scene, ROOM)->reactions, YES "\n" NO);
	scene_assert_said(scene, ROOM, "Answer with " YES " or !engarde accept, " NO " or");
	scene_say(scene, ROOM, BOB, "!eg challenge");
	assert_string_equal(scene_last(scene, ROOM)->reactions, YES);
}
