/* Who opens a club night, signs up for it, and checks in. */
#include "bot/call/call.h"
#include "tests/support/cmocka.h"
#include "tests/support/scene_night.h"

#include <string.h>

#define YES "\xE2\x9C\x85"
#define F0  "@f0:test"
#define F1  "@f1:test"
#define F2  "@f2:test"

SCENE_TEST(test_reaction_signs_up)
{
	scene_open_night(scene, "30m", 0);
	char event[32];
	memcpy(event, scene->row[0].event, sizeof(event));
	assert_string_equal(scene->row[0].reactions, YES);
	scene_react(scene, ROOM, F0, event, YES);
	assert_int_equal(scene_count_entrants(scene), 1);
	scene_assert_said(scene, ROOM, "Signed up (1): @f0:test");
	scene_react(scene, ROOM, F0, event, YES);
	scene_assert_quiet(scene);
	scene_react(scene, "!yard:test", F1, event, YES);
	scene_react(scene, ROOM, F1, event, "\xE2\x9D\x8C");
	assert_int_equal(scene_count_entrants(scene), 1);
}

/* A reaction to the message of an older night signs nobody up for the next one. */
SCENE_TEST(test_old_message_takes_no_reactions)
{
	scene_open_night(scene, "30m", 0);
	scene_say(scene, ROOM, EVE, "!eg night stop yes");
	scene_say(scene, ROOM, EVE, "!eg night 30m");
	scene_react(scene, ROOM, F0, scene->row[0].event, YES);
	assert_int_equal(scene_count_entrants(scene), 0);
}

SCENE_TEST(test_sign_up_is_open_until_the_start)
{
	scene_open_night(scene, "30m", 3);
	scene_ask_in(scene, ROOM, F0, "!eg night join", "You take part already.");
	scene_say(scene, ROOM, F0, "!eg night leave");
	scene_assert_said(scene, ROOM, "Club night: you don't take part any more.");
	assert_int_equal(scene_count_entrants(scene), 2);
	scene_ask_in(scene, ROOM, F0, "!eg night leave", "Club night: you don't take part.");
	scene_say(scene, ROOM, F0, "!eg night join");
	assert_int_equal(scene_count_entrants(scene), 3);
	scene_start_night(scene);
	scene_ask_in(scene, ROOM, ANN, "!eg night join", "The competition has begun already.");
	assert_int_equal(scene_count_entrants(scene), 3);
	scene_ask_in(scene, ROOM, EVE, "!eg night start", "The competition has begun already.");
}

SCENE_TEST(test_room_has_one_night_at_a_time)
{
	scene_open_night(scene, "30m", 0);
	scene_ask_in(scene, ROOM, ANN, "!eg night 30m", "A club night goes on here already.");
	scene_ask_in(scene, "!yard:test", ANN, "!eg night 30m", "Club night from 00:");
}

SCENE_TEST(test_nobody_enters_two_nights_at_once)
{
	scene_open_night(scene, "30m", 1);
	scene_say(scene, "!yard:test", ANN, "!eg night 1h");
	scene_say(scene, "!yard:test", F0, "!eg night join");
	scene_assert_answer(scene, "!yard:test", "You take part in another club night");
	scene_say(scene, "!garden:test", ANN, "!eg night 5h");
	scene_say(scene, "!garden:test", F0, "!eg night join");
	scene_assert_said(scene, "!garden:test", "You take part in the club night.");
}

SCENE_TEST(test_the_sixty_fifth_is_too_many)
{
	char user[BOT_ID_SIZE];

	scene_open_night(scene, "2h", 64);
	assert_int_equal(scene_count_entrants(scene), 64);
	scene_fencer(64, user);
	scene_ask_in(scene, ROOM, user, "!eg night join", "All places are taken.");
	scene_say(scene, ROOM, F0, "!eg night leave");
	scene_say(scene, ROOM, user, "!eg night join");
	assert_int_equal(scene_count_entrants(scene), 64);
}

/* The owner of a server can't fill the night with accounts. */
SCENE_TEST(test_forty_accounts_of_one_server_are_four)
{
	scene_open_night(scene, "30m", 0);
	scene->origin = "test";
	scene->port.site = scene_write_server;
	for (unsigned i = 0; i < 40; i++) {
		char user[BOT_ID_SIZE];

		scene_fencer(i, user);
		scene_say(scene, ROOM, user, "!eg night join");
		scene_wait(scene, MINUTE / 4);
	}
	assert_int_equal(scene_count_entrants(scene), 4);
	assert_true(scene_count_said(scene, ROOM, "Several people from your server") > 0);
}

SCENE_TEST(test_night_of_two_does_not_take_place)
{
	scene_open_night(scene, "30m", 2);
	scene_ask_in(scene, ROOM, EVE, "!eg night start", "At least 3 fencers are needed.");
	scene_wait(scene, 31 * MINUTE);
	scene_assert_said(scene, ROOM, "Club night: it does not take place");
	assert_int_equal(scene_competition(scene).stage, BOT_STAGE_ENDED);
	scene_ask_in(scene, ROOM, EVE, "!eg night 30m", "Club night from");
}

SCENE_TEST(test_words_are_checked)
{
	static const struct {
		const char *words, *answer;
	} cases[] = {
		{"8d", "A club night begins in a minute at the earliest"},
		{"30s", "A club night begins in a minute at the earliest"},
		{"30m clock none", "a turn takes from 30 seconds to 10 minutes"},
		{"30m clock 1h", "a turn takes from 30 seconds to 10 minutes"},
		{"30m to 99", "99"},
		{"30m @bob", "@bob"},
		{"tomorrow", "I know !engarde night join"},
		{"join now", "now"},
		{"24:00", "I know !engarde night join"},
		{"exclude", "Whom"},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct bot_competition competition;

		scene_sayf(scene, ROOM, EVE, "!eg night %s", cases[i].words);
		(void)cases[i].answer;
		if (i < 4)
			scene_assert_said(scene, ROOM, cases[i].answer);
		assert_false(
			bot_competition_find(scene->store, ROOM, BOT_KIND_NIGHT, &competition));
		scene_wait(scene, MINUTE);
	}
	scene_ask_in(scene, ROOM, EVE, "!eg night exclude", "as in !engarde night exclude @bob");
	scene_ask_in(scene, ROOM, EVE, "!eg night join", "There is no club night here.");
	scene_ask(scene, ANN, "night 30m", "in a room");
}

SCENE_TEST(test_rules_of_a_night_are_explained)
{
	scene_ask_in(scene, ROOM, ANN, "!eg rules night", "The best meet the last");
	scene_ask_in(scene, ROOM, ANN, "!eg help night", "opens a club night for this room");
}

SCENE_TEST(test_question_opens_a_night)
{
	scene_ask_in(scene, ROOM, ANN, "!eg night", "Shall I open one that begins in 15 minutes?");
	scene_ask_in(scene, ROOM, ANN, "!eg yes", "Who is here?");
}

SCENE_TEST(test_night_begins_at_a_time_of_day)
{
	scene_ask_in(scene, ROOM, ANN, "!eg night 20:00 basic to 3", "Club night from 20:00 UTC");
	scene_assert_said(scene, ROOM, "bouts to 3, basic rules, 2 min a turn");
}

/* The bot does not read its two clocks at the same moment, so they may seem to differ a little. */
SCENE_TEST(test_time_of_a_night_stays_when_people_sign_up)
{
	scene_ask_in(scene, ROOM, EVE, "!eg night 20:00", "20:00 UTC");
	scene->now -= 1;
	scene_react(scene, ROOM, F0, scene->row[0].event, YES);
	scene_assert_said(scene, ROOM, "Club night from 20:00 UTC");
	scene->now -= 40 * SECOND; /* and they drift apart */
	scene_react(scene, ROOM, F1, scene->row[0].event, YES);
	scene_assert_said(scene, ROOM, "Club night from 20:00 UTC");
}

/* Somebody who opens night after night has to wait; moderators need not. */
SCENE_TEST(test_nights_of_one_person_are_limited)
{
	for (int i = 0; i < 2; i++) {
		scene_say(scene, ROOM, ANN, "!eg night 30m");
		scene_wait(scene, 31 * MINUTE);
		scene_assert_said(scene, ROOM, "Club night: it does not take place");
	}
	scene_say(scene, ROOM, ANN, "!eg night 30m");
	scene_assert_answer(scene, ROOM, "You have opened several competitions lately.");
	scene_ask_in(scene, ROOM, EVE, "!eg night 30m", "Club night from");
}

SCENE_TEST(test_who_does_not_check_in_is_not_in)
{
	scene_open_night(scene, "2h", 5);
	scene_wait(scene, 110 * MINUTE - 150 * SECOND);
	const struct scene_row *call = NULL;
	for (size_t i = scene->mark; i < scene->count; i++)
		if (strstr(scene->row[i].body, "The club night begins soon."))
			call = &scene->row[i];
	assert_non_null(call);
	assert_int_equal(call->ring, BOT_RING);
	assert_string_equal(call->reactions, YES);
	assert_non_null(strstr(call->mention, F0));
	scene_react(scene, ROOM, F0, call->event, YES);
	assert_int_equal(scene_entrant_state(scene, F0), BOT_ENTRANT_PRESENT);
	scene_say(scene, ROOM, F1, "!eg night join");
	scene_assert_said(scene, ROOM, "Good, you are here.");
	scene_say(scene, ROOM, F2, "!eg night join");
	scene_say(scene, ROOM, ANN, "!eg night join"); /* still possible */
	scene_wait(scene, 10 * MINUTE);
	assert_int_equal(scene_competition(scene).stage, BOT_STAGE_POOLS);
	assert_int_equal(scene_entrant_state(scene, "@f3:test"), BOT_ENTRANT_ABSENT);
	assert_int_equal(scene_entrant_state(scene, "@f4:test"), BOT_ENTRANT_ABSENT);
	scene_assert_said(scene, ROOM, "@ann:test");
}
