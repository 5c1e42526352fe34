/* Reactions, votes and replies in encrypted rooms that a server can have written. */
#include "bot/host/host.h"
#include "bot/play/early_ending.h"
#include "tests/support/scene_match.h"

#include <string.h>

#define OTHER_ROOM "!den:test"
#define YES        "\xE2\x9C\x85"
#define NO         "\xE2\x9D\x8C"
#define AGAIN      "\xF0\x9F\x94\x81"
#define CAT        "@cat:test"
#define DAN        "@dan:test"
#define THREE      "3\xEF\xB8\x8F\xE2\x83\xA3" /* a keycap */

static enum bot_protection protects;

static enum bot_protection protection(void *self, const char *user, enum bot_private_form form)
{
	(void)self, (void)user, (void)form;
	return protects;
}

/* Ann and Bob play in an encrypted room, and everybody has a verified device. */
static struct scene *new_scene(void)
{
	struct scene *scene = scene_with_deck(scene_even_deck);

	protects = BOT_PROTECTED;
	scene->port.protection = protection;
	scene->forgeable = true;
	return scene;
}

static int set_up(void **state)
{
	*state = new_scene();
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

SCENE_TEST_FROM(set_up, test_reaction_does_not_play_for_a_user_with_a_verified_device)
{
	static const char *const keys[] = {"a", THREE, "b"};
	const char *list = hand(scene, ANN);

	for (size_t i = 0; i < sizeof(keys) / sizeof(*keys); i++) {
		scene_choose(scene, ANN, list, keys[i]);
		scene_assert_answer(scene, ANN, "a server could have made it in your name");
		assert_non_null(strstr(scene_last(scene, ANN)->body, "reactions on"));
	}
	assert_int_equal(plies(scene, 1), 0);
	prove(scene, ANN, "a");
	assert_int_equal(plies(scene, 1), 1);
}

SCENE_TEST_FROM(set_up, test_reaction_that_means_nothing_is_not_answered)
{
	const char *list = hand(scene, ANN);

	scene_choose(scene, ANN, list, "\xF0\x9F\x91\x8D");
	scene_assert_quiet(scene);
}

SCENE_TEST_FROM(set_up, test_reaction_plays_for_a_user_without_a_verified_device)
{
	protects = BOT_WITHHOLDING;
	scene_choose(scene, ANN, hand(scene, ANN), "a");
	assert_int_equal(plies(scene, 1), 1);
}

/* A homeserver can hide a user's devices from the bot, but the bot has seen one of them before. */
SCENE_TEST_FROM(set_up, test_device_that_a_server_hides_still_counts)
{
	prove(scene, ANN, "board");
	protects = BOT_WITHHOLDING;
	scene_choose(scene, ANN, hand(scene, ANN), "a");
	scene_assert_answer(scene, ANN, "a server could have made it");
	assert_int_equal(plies(scene, 1), 0);
}

SCENE_TEST_FROM(set_up, test_user_can_let_their_reactions_count)
{
	scene_ask_in(scene, ROOM, ANN, "!eg reactions on", "on a verified device");
	scene_choose(scene, ANN, hand(scene, ANN), "a");
	assert_int_equal(plies(scene, 1), 0);

	prove(scene, ANN, "reactions on");
	scene_assert_answer(scene, ANN, "your reactions count in encrypted rooms, too");
	scene_choose(scene, ANN, hand(scene, ANN), "a");
	assert_int_equal(plies(scene, 1), 1);
	scene_ask(scene, ANN, "settings", "reactions – on");

	scene_choose(scene, BOB, hand(scene, BOB), "a"); /* Bob has not chosen so */
	assert_int_equal(plies(scene, 1), 1);

	scene_ask(scene, ANN, "reactions off", "no longer play");
	scene_ask(scene, ANN, "settings reactions", "reactions on or reactions off");
}

/* Whoever chooses to tap hears at once if the taps would play nothing. */
SCENE_TEST_FROM(set_up, test_choice_of_taps_says_if_taps_do_not_play)
{
	scene_tell(scene, BOB, "choices taps");
	assert_int_equal(scene_events(scene), 2);
	scene_assert_said(scene, BOB, "only after you have written reactions on");
	prove(scene, BOB, "reactions on");
	scene_ask(scene, BOB, "choices taps", "Tap a card under your list");
	protects = BOT_WITHHOLDING; /* Ann has no verified device */
	scene_say(scene, ROOM, ANN, "!eg choices list");
	scene_say(scene, ROOM, ANN, "!eg choices taps");
	assert_int_equal(scene_events(scene), 2); /* the confirmation and her turn */
	scene_choose(scene, ANN, scene_last(scene, ANN)->event, THREE);
	assert_int_equal(plies(scene, 1), 1);
	scene_tell(scene, BOB, "reactions off");
	protects = BOT_PLAIN;
	scene_tell(scene, BOB, "choices taps");
	assert_int_equal(scene_events(scene), 2); /* likewise */
}

SCENE_TEST_FROM(set_up, test_vote_whose_poll_a_server_may_have_chosen_does_not_count)
{
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

/* Makes a challenge in the room. Returns the event id of its message. */
static const char *challenge(struct scene *scene, const char *user, const char *command)
{
	scene_say(scene, ROOM, user, command);
	return scene_last(scene, ROOM)->event;
}

/* What a tap on a message with a challenge does, whoever can have made it. */
UNIT_TEST(test_reaction_answers_challenges_in_an_encrypted_room)
{
	static const struct {
		const char *command, *user, *key;
		enum bot_match_status then;
	} taps[] = {
		{"!eg challenge", BOB, YES, BOT_PLAYING},
		{"!eg challenge @dan:test", DAN, YES, BOT_PLAYING},
		{"!eg challenge @dan:test", DAN, NO, BOT_ENDED},
		{"!eg challenge @dan:test", CAT, NO, BOT_ENDED},
		{"!eg challenge @dan:test", CAT, YES, BOT_CHALLENGE},
		{"!eg challenge @dan:test", BOB, YES, BOT_CHALLENGE},
		{"!eg challenge @dan:test", BOB, NO, BOT_CHALLENGE},
		{"!eg challenge", BOB, THREE, BOT_CHALLENGE},
	};

	for (size_t i = 0; i < sizeof(taps) / sizeof(*taps); i++) {
		struct scene *scene = new_scene();

		scene_react(scene, ROOM, taps[i].user, challenge(scene, CAT, taps[i].command),
			taps[i].key);
		assert_int_equal(scene_match(scene, 2).status, taps[i].then);
		scene_destroy(scene);
	}
}

SCENE_TEST_FROM(set_up, test_reactions_begin_a_rematch_in_an_encrypted_room)
{
	const char *end;

	scene_say(scene, ROOM, ANN, "!eg abort");
	end = scene_last(scene, ROOM)->event;
	scene_react(scene, ROOM, ANN, end, AGAIN);
	assert_int_equal(scene_match(scene, 2).status, BOT_CHALLENGE);
	scene_react(scene, ROOM, BOB, end, YES);
	assert_int_equal(scene_match(scene, 2).status, BOT_PLAYING);
	scene_choose(scene, BOB, hand(scene, BOB), "a");
	assert_int_equal(plies(scene, 2), 0);
}

/* How a player ends a match that they entered by a tap, before they have acted in it. */
static void leave_by_words(struct scene *scene)
{
	scene_say(scene, ROOM, BOB, "!eg resign yes");
}

static void leave_by_clock(struct scene *scene)
{
	scene_wait(scene, 4 * DAY);
}

static void leave_room(struct scene *scene)
{
	SCENE_CALL(scene, bot_host_user_left(scene->host, ROOM, BOB));
}

/* A match that a server can have entered in Bob's name: Bob accepts, or asks for a rematch. */
static void accept_by_tap(struct scene *scene, const char *end)
{
	(void)end;
	scene_react(scene, ROOM, BOB, challenge(scene, ANN, "!eg challenge first black"), YES);
}

static void ask_by_tap(struct scene *scene, const char *end)
{
	scene_react(scene, ROOM, BOB, end, AGAIN);
	scene_say(scene, ROOM, ANN, "!eg accept");
}

static void (*const entries[])(struct scene *, const char *) = {accept_by_tap, ask_by_tap};
static void (*const exits[])(struct scene *) = {leave_by_words, leave_by_clock, leave_room};

/* Bob has ended two matches early, so that the third one costs: but this one is not proven. */
static void enter(struct scene *scene, size_t way)
{
	const char *end;

	leave_by_words(scene);
	scene_say(scene, ROOM, ANN, "!eg challenge @bob:test first black");
	scene_say(scene, ROOM, BOB, "!eg accept");
	leave_by_words(scene);
	assert_int_equal(scene_match(scene, 2).ending, BOT_VOID);
	end = scene_last(scene, ROOM)->event;
	entries[way](scene, end);
	assert_int_equal(scene_match(scene, 3).status, BOT_PLAYING);
}

static int64_t count_early_endings(struct scene *scene, const char *user)
{
	volatile int64_t count = 0;

	SCENE_HOST(scene, count = bot_early_ending_count(scene->host, user));
	return count;
}

UNIT_TEST(test_match_entered_by_a_reaction_costs_nothing_before_an_action)
{
	for (size_t i = 0; i < 2 * sizeof(exits) / sizeof(*exits); i++) {
		struct scene *scene = new_scene();

		enter(scene, i % 2);
		exits[i / 2](scene);
		assert_int_equal(scene_match(scene, 3).status, BOT_ENDED);
		assert_int_equal(scene_match(scene, 3).ending, BOT_VOID);
		assert_false(scene_match(scene, 3).rated);
		assert_true(count_early_endings(scene, BOB) <= 2);
		scene_destroy(scene);
	}
}

SCENE_TEST_FROM(set_up, test_match_entered_by_a_reaction_costs_after_an_action)
{
	enter(scene, 0);
	prove(scene, BOB, "a");
	leave_by_words(scene);
	assert_int_equal(scene_match(scene, 3).ending, BOT_RESIGNED);
	assert_true(scene_match(scene, 3).rated);
}

/* Nobody can look at hand after hand by tapping: two such matches end, then taps enter none. */
SCENE_TEST_FROM(set_up, test_reactions_enter_only_two_matches_that_end_early)
{
	const char *event;

	for (int64_t id = 2; id <= 3; id++) {
		scene_say(scene, ROOM, ANN, id == 2 ? "!eg abort" : "!eg board");
		accept_by_tap(scene, NULL);
		assert_int_equal(scene_match(scene, id).status, BOT_PLAYING);
		leave_by_words(scene);
	}
	event = challenge(scene, ANN, "!eg challenge @bob:test");
	scene_react(scene, ROOM, BOB, event, YES);
	scene_assert_answer(scene, ROOM, "Please write your answer instead");
	assert_int_equal(scene_match(scene, 4).status, BOT_CHALLENGE);
	scene->now += 3 * DAY;
	scene_react(scene, ROOM, BOB, event, YES);
	assert_int_equal(scene_match(scene, 4).status, BOT_PLAYING);
}

/* A reply that a server can have written makes the bot ask, and never makes it play. */
SCENE_TEST_FROM(set_up, test_forged_reply_chooses_no_match)
{
	struct bot_match other = {
		.room = OTHER_ROOM, .player = {[EG_WHITE] = ANN, [EG_BLACK] = BOB}};
	const char *first;

	first = hand(scene, ANN);
	scene_add_match(scene, &other, scene_even_deck);
	scene->reply_to = first; /* both matches wait for Ann */
	scene_ask(scene, ANN, "a", "Which one?");
	scene_tell(scene, ANN, "#2 a");
	assert_int_equal(plies(scene, 2), 1);
	scene->reply_to = first; /* only match 1 waits, and the reply is to it */
	scene_tell(scene, ANN, "a");
	assert_int_equal(plies(scene, 1), 1);

	scene_tell(scene, BOB, "#1 +1");
	scene->reply_to = first; /* the list is from an earlier turn */
	scene_ask(scene, ANN, "a", "list is from an earlier turn");
	assert_int_equal(plies(scene, 1), 2);
	assert_int_equal(plies(scene, 2), 1);
}
