/* The command `forget me`: what it erases, and what nobody can reset with it. */
#include "tests/support/scene_match.h"

#include <stdio.h>
#include <string.h>

#define PRIVATE "!private-ann:test" /* Ann's private room */

/* Appends the kind of a row. */
static void note(void *self, const char *kind, const struct bot_column *columns, size_t count)
{
	char *kinds = self;

	(void)columns;
	(void)count;
	snprintf(kinds + strlen(kinds), 512 - strlen(kinds), "%s ", kind);
}

/* Returns the kinds of all rows that the store has about a user. */
static const char *known(struct scene *scene, const char *user)
{
	static char kinds[512];

	kinds[0] = '\0';
	bot_store_person_rows(scene->store, user, note, kinds);
	return kinds;
}

SCENE_TEST(test_forget_explains_and_asks)
{
	static const char *const texts[] = {
		"forget me", "forget", "forget you", "vergiss mich", "forget me #1"};

	scene_tell(scene, ANN, "language en");
	scene_begin(scene, "");
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
		scene_ask(scene, ANN, texts[i], "This can't be undone: forget me yes does it.");
	assert_int_equal(scene_match(scene, 1).status, BOT_PLAYING);
	assert_non_null(strstr(known(scene, ANN), "settings"));
}

UNIT_TEST_FROM(scene_setup, scene_teardown, test_forget_is_confirmed_in_each_language)
{
	static const char *const texts[] = {"forget me yes", "vergiss mich ja", "vergeet mij ja",
		"dimenticami s\xC3\xAC", "dimenticami si", "dimentica me certo"};

	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		void *scene;

		scene_setup(&scene);
		scene_tell(scene, ANN, "language en");
		scene_tell(scene, ANN, texts[i]);
		if (strstr(known(scene, ANN), "settings"))
			fail_msg("%s", texts[i]);
		scene_teardown(&scene);
	}
}

SCENE_TEST(test_forget_erases_what_is_known)
{
	scene->name = "Ann";
	scene_tell(scene, ANN, "language de");
	SCENE_HOST(scene, bot_store_set_private_room(scene->store, ANN, PRIVATE));
	scene_tell(scene, ANN, "block " EVE);
	scene_begin(scene, "first white");
	scene_let_both_act(scene);
	scene_say(scene, ROOM, ANN, "!eg resign #1 yes");
	assert_true(scene_match(scene, 1).rated);
	scene_begin(scene, "");
	scene_say(scene, "!yard:test", ANN, "!eg challenge @eve");
	scene_tell(scene, ANN, "vergiss mich ja");
	/* the answer is the last message, and only then the bot leaves */
	assert_int_equal(scene_rows_that_say(scene, PRIVATE, "heißt du jetzt erased-"), 1);
	size_t last = scene->mark;
	for (size_t i = scene->mark; i < scene->count; i++) {
		assert_string_not_equal(scene->row[i].to, ANN);
		if (strcmp(scene->row[i].to, PRIVATE) == 0)
			last = i;
	}
	assert_int_equal(scene->row[last].kind, BOT_OUT_LEAVE);
	/* the others are told, without the name */
	assert_int_equal(
		scene_rows_that_say(scene, ROOM, "is stopped: a player's data was erased"), 1);
	assert_int_equal(scene_rows_that_say(scene, ROOM, "Ann"), 0);
	assert_int_equal(scene_match(scene, 2).status, BOT_ENDED);
	assert_false(scene_match(scene, 2).rated);
	assert_int_equal(scene_match(scene, 3).status, BOT_ENDED);
	assert_memory_equal(scene_match(scene, 1).player[EG_WHITE], "erased-", 7);
	/* only limits are left */
	assert_null(strstr(known(scene, ANN), "names"));
	assert_null(strstr(known(scene, ANN), "settings"));
	assert_null(strstr(known(scene, ANN), "private_rooms"));
	assert_null(strstr(known(scene, ANN), "ratings"));
	assert_null(strstr(known(scene, ANN), "matches"));
	assert_null(strstr(known(scene, ANN), "blocks"));
	assert_null(strstr(known(scene, ANN), "messages"));
	assert_non_null(strstr(known(scene, BOB), "ratings"));
	/* they may begin again */
	scene_begin(scene, "");
	assert_int_equal(scene_match(scene, 4).status, BOT_PLAYING);
}

/* Nobody escapes a defeat, or spoils an opponent's win, by being forgotten. */
SCENE_TEST(test_forget_resigns_a_match_in_which_both_have_acted)
{
	scene_begin(scene, "first white");
	scene_let_both_act(scene);
	scene_tell(scene, ANN, "forget me yes");
	assert_int_equal(scene_rows_that_say(scene, ROOM, "resigns #1: @bob:test wins."), 1);
	assert_int_equal(scene_rows_that_say(scene, ROOM, ANN), 0);
	assert_int_equal(scene_rows_that_say(scene, BOB, "You won #1"), 1);
	assert_int_equal(scene_match(scene, 1).ending, BOT_RESIGNED);
	assert_int_equal(scene_match(scene, 1).winner, EG_BLACK);
	assert_true(scene_match(scene, 1).rated);
	assert_null(strstr(known(scene, ANN), "ratings"));
	assert_non_null(strstr(known(scene, BOB), "ratings"));
	for (size_t i = scene->mark; i < scene->count; i++)
		assert_null(strstr(scene->row[i].mention, ANN));
}

SCENE_TEST(test_forget_in_a_room_answers_there_last)
{
	scene_begin(scene, "");
	scene_say(scene, ROOM, BOB, "!eg forget me yes");
	scene_assert_said(scene, ROOM, "In old matches you are now called erased-");
	assert_int_equal(scene_rows_that_say(scene, ROOM, "data was erased"), 1);
	assert_int_equal(scene_rows_that_say(scene, BOB, ""), 0);
	assert_int_equal(scene_match(scene, 1).status, BOT_ENDED);
}

/* In Italian, "sì" also means "on". */
SCENE_TEST(test_forget_understands_yes_in_italian)
{
	scene_tell(scene, ANN, "language it");
	scene_tell(scene, ANN, "dimentica me sì");
	assert_null(strstr(known(scene, ANN), "settings"));
}

SCENE_TEST(test_forget_is_undone_by_a_rollback)
{
	const struct bot_message message = {
		.event = "$forget", .room = ROOM, .sender = ANN, .text = "!eg forget me yes"};

	scene_tell(scene, ANN, "language de");
	scene_begin(scene, "");
	scene_undo(scene, &message);
	assert_int_equal(scene_match(scene, 1).status, BOT_PLAYING);
	assert_non_null(strstr(known(scene, ANN), "settings"));
	scene_message(scene, &message);
	scene_message(scene, &message); /* the same event once more */
	assert_int_equal(scene_match(scene, 1).status, BOT_ENDED);
	assert_null(strstr(known(scene, ANN), "settings"));
}

/* Somebody who pesters or floods gets no fresh allowance, and no block ends. */
SCENE_TEST(test_forget_resets_no_limit)
{
	for (int i = 0; i < 3; i++) {
		scene_say(scene, ROOM, ANN, "!eg challenge @bob");
		scene_say(scene, ROOM, BOB, "!eg decline");
	}
	scene_tell(scene, EVE, "block " ANN);
	scene_say(scene, ROOM, ANN, "!eg forget me yes");
	scene_ask_in(
		scene, ROOM, ANN, "!eg challenge @bob", "has not taken up your last challenges");
	scene_ask_in(scene, ROOM, ANN, "!eg challenge @eve", "This challenge is not possible.");
	scene_ask_in(scene, ROOM, ANN, "!eg forget me yes", "only once a day");
	/* nor does the bot offer then what it would not do */
	scene_ask_in(scene, ROOM, ANN, "!eg forget me", "only once a day");
	scene->now += DAY;
	scene_ask_in(scene, ROOM, ANN, "!eg forget me", "This can't be undone");
	scene_ask_in(
		scene, ROOM, ANN, "!eg forget me yes", "In old matches you are now called erased-");
}

SCENE_TEST(test_forget_does_not_empty_the_rate_limit)
{
	int answered = 0;

	scene->config.limits.sender_per_minute = 10;
	scene_tell(scene, ANN, "forget me yes");
	for (int i = 0; i < 12; i++) {
		scene_tell(scene, ANN, "stats");
		answered += scene_events(scene) > 0 &&
			    strstr(scene_last(scene, ANN)->body, "has played no match");
	}
	assert_in_range(answered, 1, 9);
}
