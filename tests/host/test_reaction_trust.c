/* Reactions, votes and replies in encrypted rooms that a server can have written. */
#include "bot/host/host.h"
#include "tests/support/scene_match.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#define OTHER_ROOM "!den:test"
#define YES        "\xE2\x9C\x85"
#define THREE      "3\xEF\xB8\x8F\xE2\x83\xA3" /* a keycap */

static enum bot_protection protects;

static enum bot_protection protection(void *self, const char *user, enum bot_private_form form)
{
	(void)self, (void)user, (void)form;
	return protects;
}

static int set_up(void **state)
{
	struct scene *scene = scene_with_deck(scene_even_deck);

	protects = BOT_PROTECTED;
	scene->port.protection = protection;
	scene->forgeable = true;
	*state = scene;
	return 0;
}

static int tear_down(void **state)
{
	scene_destroy(*state);
	return 0;
}

static unsigned plies(struct scene *scene, int64_t match)
{
	return scene_state(scene, match).round.plies;
}

/* Makes the player ask for their hand. Returns the event id of the bot's answer. */
static const char *hand(struct scene *scene, const char *user)
{
	scene_tell(scene, user, "hand");
	return scene_last(scene, user)->event;
}

/* Makes a verified device of the user write in private. */
static void prove(struct scene *scene, const char *user, const char *text)
{
	scene->proven = true;
	scene_tell(scene, user, text);
	scene->proven = false;
}

static void test_reaction_does_not_play_for_a_user_with_a_verified_device(void **state)
{
	static const char *const keys[] = {"a", THREE, "b"};
	struct scene *scene = *state;
	const char *list = hand(scene, ANN);

	for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
		scene_choose(scene, ANN, list, keys[i]);
		scene_assert_answer(scene, ANN, "a server could have made it in your name");
		assert_non_null(strstr(scene_last(scene, ANN)->body, "reactions on"));
	}
	assert_int_equal(plies(scene, 1), 0);
	prove(scene, ANN, "a");
	assert_int_equal(plies(scene, 1), 1);
}

static void test_reaction_that_means_nothing_is_not_answered(void **state)
{
	struct scene *scene = *state;
	const char *list = hand(scene, ANN);

	scene_choose(scene, ANN, list, "\xF0\x9F\x91\x8D");
	scene_assert_quiet(scene);
}

static void test_reaction_plays_for_a_user_without_a_verified_device(void **state)
{
	struct scene *scene = *state;

	protects = BOT_WITHHOLDING;
	scene_choose(scene, ANN, hand(scene, ANN), "a");
	assert_int_equal(plies(scene, 1), 1);
}

/* A homeserver can hide a user's devices from the bot, but the bot has seen one of them before. */
static void test_device_that_a_server_hides_still_counts(void **state)
{
	struct scene *scene = *state;

	prove(scene, ANN, "board");
	protects = BOT_WITHHOLDING;
	scene_choose(scene, ANN, hand(scene, ANN), "a");
	scene_assert_answer(scene, ANN, "a server could have made it");
	assert_int_equal(plies(scene, 1), 0);
}

static void test_user_can_let_their_reactions_count(void **state)
{
	struct scene *scene = *state;

	scene_say(scene, ROOM, ANN, "!eg reactions on");
	scene_assert_answer(scene, ROOM, "on a verified device");
	scene_choose(scene, ANN, hand(scene, ANN), "a");
	assert_int_equal(plies(scene, 1), 0);

	prove(scene, ANN, "reactions on");
	scene_assert_answer(scene, ANN, "your reactions count in encrypted rooms, too");
	scene_choose(scene, ANN, hand(scene, ANN), "a");
	assert_int_equal(plies(scene, 1), 1);
	scene_tell(scene, ANN, "settings");
	scene_assert_answer(scene, ANN, "reactions – on");

	scene_choose(scene, BOB, hand(scene, BOB), "a"); /* Bob has not chosen so */
	assert_int_equal(plies(scene, 1), 1);

	scene_tell(scene, ANN, "reactions off");
	scene_assert_answer(scene, ANN, "no longer count");
	scene_tell(scene, ANN, "settings reactions");
	scene_assert_answer(scene, ANN, "reactions on or reactions off");
}

static void test_vote_whose_poll_a_server_may_have_chosen_does_not_count(void **state)
{
	struct scene *scene = *state;
	const char *poll;

	scene_tell(scene, ANN, "choices poll");
	poll = hand(scene, ANN);
	scene_vote(scene, ANN, poll, "1");
	scene_assert_answer(scene, ANN, "did not count");
	assert_int_equal(plies(scene, 1), 0);
	scene->forgeable = false;
	scene_vote(scene, ANN, poll, "1");
	assert_int_equal(plies(scene, 1), 1);
}

static void test_reaction_accepts_no_challenge_in_an_encrypted_room(void **state)
{
	struct scene *scene = *state;
	const char *challenge;

	scene_say(scene, ROOM, "@cat:test", "!eg challenge");
	challenge = scene_last(scene, ROOM)->event;
	scene_react(scene, ROOM, BOB, challenge, YES);
	scene_assert_answer(scene, ROOM, "a server could have made it");
	assert_int_equal(scene_match(scene, 2).status, BOT_CHALLENGE);
	scene->forgeable = false;
	scene_react(scene, ROOM, BOB, challenge, YES);
	assert_int_equal(scene_match(scene, 2).status, BOT_PLAYING);
}

/* A reply that a server can have written makes the bot ask, and never makes it play. */
static void test_forged_reply_chooses_no_match(void **state)
{
	struct scene *scene = *state;
	struct bot_match other = {
		.room = OTHER_ROOM, .player = {[EG_WHITE] = ANN, [EG_BLACK] = BOB}};
	const char *first;

	first = hand(scene, ANN);
	scene_add_match(scene, &other, scene_even_deck);
	scene->reply_to = first; /* both matches wait for Ann */
	scene_tell(scene, ANN, "a");
	scene_assert_answer(scene, ANN, "Which one?");
	scene_tell(scene, ANN, "#2 a");
	assert_int_equal(plies(scene, 2), 1);
	scene->reply_to = first; /* only match 1 waits, and the reply is to it */
	scene_tell(scene, ANN, "a");
	assert_int_equal(plies(scene, 1), 1);

	scene_tell(scene, BOB, "#1 a");
	scene->reply_to = first; /* the list is from an earlier turn */
	scene_tell(scene, ANN, "a");
	scene_assert_answer(scene, ANN, "list is from an earlier turn");
	assert_int_equal(plies(scene, 1), 2);
	assert_int_equal(plies(scene, 2), 1);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_reaction_does_not_play_for_a_user_with_a_verified_device),
		TEST(test_reaction_that_means_nothing_is_not_answered),
		TEST(test_reaction_plays_for_a_user_without_a_verified_device),
		TEST(test_device_that_a_server_hides_still_counts),
		TEST(test_user_can_let_their_reactions_count),
		TEST(test_vote_whose_poll_a_server_may_have_chosen_does_not_count),
		TEST(test_reaction_accepts_no_challenge_in_an_encrypted_room),
		TEST(test_forged_reply_chooses_no_match),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
