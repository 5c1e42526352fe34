/* From the invitation of the bot to the first action: who is told what, and in how many steps. */
#include "tests/support/scene_match.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#define PRIVATE      "!private-bob:test"
#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static unsigned said(const struct scene *scene, const char *to, const char *part)
{
	unsigned count = 0;

	for (size_t i = 0; i < scene->count; i++)
		count += strcmp(scene->row[i].to, to) == 0 && strstr(scene->row[i].body, part);
	return count;
}

/* Lets BOB accept a challenge of ANN. BOB is only invited to his private room. */
static void begin_with_invitation(struct scene *scene)
{
	SCENE_STORE(scene, bot_store_set_private_room(scene->store, BOB, PRIVATE));
	scene->invited = BOB;
	scene_say(scene, ROOM, ANN, "!eg challenge");
	scene_react(scene, ROOM, BOB, scene_last(scene, ROOM)->event, "\xE2\x9C\x85");
}

static void test_room_is_told_who_must_accept_the_invitation(void **state)
{
	static const char body[] = "@bob:test: accept my invitation to our private room "
				   "(https://link/" PRIVATE "). Your cards for #1 are there.";
	struct scene *scene = *state;

	begin_with_invitation(scene);
	assert_int_equal(scene_match(scene, 1).status, BOT_PLAYING);
	assert_int_equal(said(scene, ROOM, body), 1);
	assert_int_equal(said(scene, ROOM, "my invitation"), 1);
	for (size_t i = 0; i < scene->count; i++) {
		if (!strstr(scene->row[i].body, "my invitation"))
			continue;
		assert_non_null(strstr(scene->row[i].html,
			"<a href=\"https://link/" PRIVATE "\">our private room</a>"));
		assert_string_equal(scene->row[i].mention, BOB);
	}
	scene->invited = NULL;
	scene_report_reached(scene, BOB);
	assert_int_equal(said(scene, ROOM, "my invitation"), 1);
}

static void test_room_is_not_told_of_players_who_are_there(void **state)
{
	struct scene *scene = *state;

	scene_begin(scene, "");
	assert_int_equal(said(scene, ROOM, "my invitation"), 0);
}

/* An invitation costs one message more than a match whose players are there. */
static void test_invitation_costs_one_message(void **state)
{
	struct scene *scene = *state;

	begin_with_invitation(scene);
	assert_int_equal(scene_events(scene), 4); /* the notice, the board, two hands */
}

/* Counts what the two people do, from the invitation of the bot to the first action. */
static void test_first_action_takes_five_steps(void **state)
{
	struct scene *scene = *state;
	unsigned steps = 0;

	scene->invited = ANN;
	steps++; /* ANN invites the bot */
	SCENE_CALL(scene, bot_host_room_joined(scene->host, ROOM));
	scene_assert_said(scene, ROOM, "challenge");
	steps++; /* ANN challenges anybody */
	scene_say(scene, ROOM, ANN, "!eg challenge");
	steps++; /* BOB taps the check mark */
	scene_react(scene, ROOM, BOB, scene_last(scene, ROOM)->event, "\xE2\x9C\x85");
	assert_int_equal(said(scene, ROOM, "@ann:test: accept my invitation"), 1);
	steps++; /* ANN accepts the invitation to the private room, from the link in the room */
	assert_int_equal(said(scene, ANN, "Your hand"), 1);
	steps++; /* ANN acts */
	scene_tell(scene, ANN, "a");
	assert_int_equal(scene_state(scene, 1).round.plies, 1);
	assert_int_equal(steps, 5);
}

static void test_first_private_message_says_who_writes_and_how_to_answer(void **state)
{
	static const char *const parts[] = {"I host your matches",
		"Answer with a letter of the list", "@ann:test (White)", "@bob:test (Black)",
		"(White) is on 1", "Your hand: "};
	struct scene *scene = *state;

	scene_begin(scene, "");
	for (size_t i = 0; i < COUNT(parts); i++) {
		assert_int_equal(said(scene, ANN, parts[i]), 1);
		assert_int_equal(said(scene, BOB, parts[i]), 1);
	}
	/* The next match begins with its board alone. */
	scene_say(scene, "!other:test", ANN, "!eg challenge @bob:test");
	scene_say(scene, "!other:test", BOB, "!eg accept");
	assert_int_equal(said(scene, BOB, "I host your matches"), 1);
	assert_int_equal(said(scene, BOB, "(White) is on 1"), 2);
}

/* With polls, the hand is a question, which must stay short. */
static void test_poll_has_no_introduction(void **state)
{
	struct scene *scene = *state;

	scene_tell(scene, ANN, "choices poll");
	scene_begin(scene, "");
	assert_int_equal(said(scene, ANN, "I host your matches"), 0);
	assert_int_equal(said(scene, BOB, "I host your matches"), 1);
}

static void test_direct_chat_is_welcomed_once(void **state)
{
	struct scene *scene = *state;

	scene_report_reached(scene, ANN);
	scene_assert_answer(scene, ANN, "practice begins a match against me");
	scene_report_reached(scene, ANN);
	scene_assert_quiet(scene);
	/* The welcome has said who writes. */
	scene_begin(scene, "");
	assert_int_equal(said(scene, ANN, "I host your matches"), 0);
}

static void test_greeting_in_private_is_answered_with_what_can_be_done(void **state)
{
	static const char *const greetings[] = {"hi", "Hello", "!eg hallo", "ciao", "hoi"};
	struct scene *scene = *state;

	for (size_t i = 0; i < COUNT(greetings); i++) {
		scene_tell(scene, ANN, greetings[i]);
		scene_assert_answer(scene, ANN, "practice begins a match against me");
	}
}

static void test_play_in_private_begins_practice(void **state)
{
	static const char *const words[] = {"play", "start", "spielen", "inizia"};
	(void)state;

	for (size_t i = 0; i < COUNT(words); i++) {
		struct scene *scene = scene_create(i);

		scene_tell(scene, ANN, words[i]);
		assert_int_equal(scene_match(scene, 1).status, BOT_PLAYING);
		assert_int_not_equal(scene_match(scene, 1).practice, BOT_NO_PRACTICE);
		/* Now the next step is the hand. */
		scene_tell(scene, ANN, words[i]);
		scene_assert_answer(scene, ANN, "Your hand");
		scene_tell(scene, ANN, "hi");
		scene_assert_answer(scene, ANN, "Your hand");
		scene_destroy(scene);
	}
}

static void test_start_names_the_challenge_that_waits(void **state)
{
	struct scene *scene = *state;

	scene_say(scene, ROOM, ANN, "!eg challenge @bob");
	scene_tell(scene, BOB, "start");
	scene_assert_answer(scene, BOB, "#1: @ann:test challenges you. Answer with accept or");
}

static void test_play_in_a_room_leads_to_a_challenge(void **state)
{
	static const char *const words[] = {"!eg play", "!eg start", "!eg hi"};
	struct scene *scene = *state;

	for (size_t i = 0; i < COUNT(words); i++) {
		scene_say(scene, ROOM, ANN, words[i]);
		scene_assert_answer(scene, ROOM, "!engarde challenge");
	}
	scene_say(scene, ROOM, ANN, "!eg play @bob to 3");
	scene_assert_answer(scene, ROOM, "@ann:test challenges @bob:test, first to 3");
}

static void test_inviter_is_told_how_to_play_without_encryption(void **state)
{
	struct scene *scene = *state;

	SCENE_CALL(scene, bot_host_room_unreadable(scene->host, ROOM, ANN));
	scene_assert_answer(scene, ROOM, "@ann:test: This room is encrypted");
	scene_assert_said(scene, ROOM, "make a new room with the encryption switched off");
	scene_assert_said(scene, ROOM, "invite me there: @engarde:test");
	assert_string_equal(scene_last(scene, ROOM)->mention, ANN);
	SCENE_CALL(scene, bot_host_room_unreadable(scene->host, ROOM, NULL));
	assert_int_equal(strncmp(scene_last(scene, ROOM)->body, "This room", 9), 0);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, scene_setup, scene_teardown)
	const struct CMUnitTest tests[] = {
		TEST(test_room_is_told_who_must_accept_the_invitation),
		TEST(test_room_is_not_told_of_players_who_are_there),
		TEST(test_invitation_costs_one_message),
		TEST(test_first_action_takes_five_steps),
		TEST(test_first_private_message_says_who_writes_and_how_to_answer),
		TEST(test_poll_has_no_introduction),
		TEST(test_direct_chat_is_welcomed_once),
		TEST(test_greeting_in_private_is_answered_with_what_can_be_done),
		TEST(test_play_in_private_begins_practice),
		TEST(test_start_names_the_challenge_that_waits),
		TEST(test_play_in_a_room_leads_to_a_challenge),
		TEST(test_inviter_is_told_how_to_play_without_encryption),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
