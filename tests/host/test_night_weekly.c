/* The club night that a room holds every week. */
#include "bot/call/call.h"
#include "bot/competition/weekly.h"
#include "tests/support/cmocka.h"
#include "tests/support/scene_weekly.h"

#include <string.h>

#define YARD "!yard:test"

static bool has_weekly(struct scene *scene, const char *room)
{
	struct bot_weekly_night found;

	return bot_weekly_night_get(scene->store, room, &found);
}

SCENE_TEST(test_nights_are_opened_a_day_before)
{
	struct bot_competition competition;

	scene_begin_weekly(scene, "friday 20:00 pools to 1");
	scene_assert_said(scene, ROOM,
		"Fri 20:00 (UTC), bouts to 1, 2 min a turn. The next one is in 2 d 20 h, Fri 20:00 "
		"UTC. Its sign-up opens tomorrow 20:00 UTC.");
	scene_wait_until(scene, FRIDAY_20 - DAY - MINUTE);
	assert_false(bot_competition_find(scene->store, ROOM, BOT_KIND_NIGHT, &competition));
	scene_wait_until(scene, FRIDAY_20 - DAY);
	assert_int_equal(scene_stage(scene), BOT_STAGE_SIGN_UP);
	assert_int_equal(scene_count_said(scene, ROOM, "Club night from Fri 20:00 UTC"), 1);
	scene_sign_up(scene, 3);
	scene_wait_until(scene, FRIDAY_20 - HOUR);
	assert_int_equal(scene_count_said(scene, ROOM, "Club night from Fri 20:00 UTC") +
				 scene_count_said(scene, ROOM, "Club night from 20:00 UTC"),
		2);
	scene_wait_until(scene, FRIDAY_20 - 5 * MINUTE);
	assert_int_equal(scene_stage(scene), BOT_STAGE_CHECK_IN);
	scene_sign_up(scene, 3);
	scene_wait_until(scene, FRIDAY_20 + SECOND);
	assert_int_equal(scene_stage(scene), BOT_STAGE_POOLS);
	assert_int_equal(scene_weekly(scene, ROOM).starts, FRIDAY_20 + WEEK);
	scene_fence_all(scene);
	assert_int_equal(scene_stage(scene), BOT_STAGE_ENDED);
	scene_be_down_until(scene, FRIDAY_20 + WEEK - DAY + MINUTE);
	assert_int_equal(scene_stage(scene), BOT_STAGE_SIGN_UP);
}

/* Those who came last time are mentioned once, with their places, unless they have quiet hours. */
SCENE_TEST(test_those_of_last_time_are_invited)
{
	const struct scene_row *invitation = NULL;

	scene_begin_weekly(scene, "friday 20:00 pools to 1");
	scene_wait_until(scene, FRIDAY_20 - DAY);
	assert_int_equal(scene_count_said(scene, ROOM, "who takes part?"), 0);
	scene_wait_until(scene, FRIDAY_20 - 20 * MINUTE);
	scene_sign_up(scene, 4);
	scene_wait_until(scene, FRIDAY_20 + SECOND);
	scene_fence_all(scene);
	scene_tell(scene, "@f1:test", "quiet 18-23");
	scene_wait_until(scene, FRIDAY_20 + WEEK - DAY + MINUTE);
	assert_int_equal(scene_count_said(scene, ROOM, "who takes part?"), 1);
	for (size_t i = 0; i < scene->count; i++)
		if (strstr(scene->row[i].body, "who takes part?"))
			invitation = &scene->row[i];
	assert_non_null(strstr(invitation->body, "Club night, Fri 20:00 UTC: who takes part?"));
	assert_non_null(strstr(invitation->body, "Last time: 1."));
	assert_non_null(strstr(invitation->body, "@f1:test"));
	assert_int_equal(invitation->ring, BOT_RING);
	assert_non_null(strstr(invitation->mention, "@f0:test"));
	assert_null(strstr(invitation->mention, "@f1:test"));
	scene_react(scene, ROOM, "@f2:test", invitation->event, "\xE2\x9C\x85");
	assert_int_equal(scene_count_entrants(scene), 1);
	scene_wait_until(scene, FRIDAY_20 + WEEK - 20 * MINUTE);
	assert_int_equal(scene_count_said(scene, ROOM, "who takes part?"), 1);
}

/* An evening that does not take place is no reason to forget those of the one before. */
SCENE_TEST(test_those_of_the_last_real_evening_are_invited)
{
	const struct scene_row *invitation = NULL;

	scene_begin_weekly(scene, "friday 20:00 pools to 1");
	scene_wait_until(scene, FRIDAY_20 - 20 * MINUTE);
	scene_sign_up(scene, 4);
	scene_wait_until(scene, FRIDAY_20 + SECOND);
	scene_fence_all(scene);
	scene_wait_until(scene, FRIDAY_20 + WEEK - 20 * MINUTE);
	scene_say(scene, ROOM, "@f9:test", "!eg night join");
	scene_wait_until(scene, FRIDAY_20 + WEEK + SECOND);
	assert_int_equal(scene_stage(scene), BOT_STAGE_ENDED);
	scene_forget_rows(scene);
	scene_wait_until(scene, FRIDAY_20 + 2 * WEEK - DAY + MINUTE);
	for (size_t i = 0; i < scene->count; i++)
		if (strstr(scene->row[i].body, "who takes part?"))
			invitation = &scene->row[i];
	assert_non_null(invitation);
	assert_non_null(strstr(invitation->body, "Last time: 1."));
	assert_non_null(strstr(invitation->mention, "@f0:test"));
	assert_non_null(strstr(invitation->mention, "@f9:test"));
}

/* The wall clock and the host's time drift apart: a night of 20:00 is one of 20:00 all the same. */
SCENE_TEST(test_drift_does_not_change_the_time)
{
	scene_begin_weekly(scene, "friday 20:00 pools to 1");
	scene->now += 30 * SECOND;
	scene_wait_until(scene, FRIDAY_20 - DAY + MINUTE);
	assert_int_equal(scene_count_said(scene, ROOM, "Club night from Fri 20:00 UTC"), 1);
	scene->now -= 50 * SECOND;
	scene_sign_up(scene, 3);
	scene_wait_until(scene, FRIDAY_20 - 30 * MINUTE);
	scene_say(scene, ROOM, EVE, "!eg night 21:00");
	scene_assert_said(scene, ROOM, "New start of the club night: 21:00 UTC.");
	for (size_t i = 0; i < scene->count; i++)
		assert_null(strstr(scene->row[i].body, ":59 UTC"));
}

/* Each night has a secret of its own, and so its own lots. */
SCENE_TEST(test_nights_have_different_secrets)
{
	char secret[BOT_SECRET_SIZE];

	scene_begin_weekly(scene, "friday 20:00");
	scene_wait_until(scene, FRIDAY_20 - DAY);
	memcpy(secret, scene_competition(scene).secret, sizeof(secret));
	scene_wait_until(scene, FRIDAY_20 + MINUTE);
	scene_be_down_until(scene, FRIDAY_20 + WEEK - DAY + MINUTE);
	assert_int_equal(scene_stage(scene), BOT_STAGE_SIGN_UP);
	assert_string_not_equal(scene_competition(scene).secret, secret);
}

/* Who stops a night must not get the same night again. */
SCENE_TEST(test_zone_does_not_bring_a_night_back)
{
	scene_begin_weekly(scene, "friday 20:00");
	scene_wait_until(scene, FRIDAY_20 - 5 * HOUR);
	scene_say(scene, ROOM, EVE, "!eg night stop yes");
	int64_t stopped = scene_competition(scene).id;
	scene_wait_until(scene, FRIDAY_20 - 50 * MINUTE);
	scene_say(scene, ROOM, EVE, "!eg settings timezone Europe/London");
	assert_int_equal(scene_weekly(scene, ROOM).starts, FRIDAY_20 + WEEK);
	scene_say(scene, ROOM, EVE, "!eg settings timezone Pacific/Kiritimati");
	scene_say(scene, ROOM, EVE, "!eg settings timezone Pacific/Midway");
	scene_say(scene, ROOM, EVE, "!eg settings timezone UTC");
	assert_int_equal(scene_weekly(scene, ROOM).starts, FRIDAY_20 + WEEK);
	scene_wait_until(scene, FRIDAY_20);
	assert_int_equal(scene_competition(scene).id, stopped);
}

/* A moderator moves one night. The next one is at the usual time again. */
SCENE_TEST(test_moved_night_stays_where_it_is)
{
	scene_begin_weekly(scene, "friday 20:00 pools to 1");
	scene_wait_until(scene, FRIDAY_20 - 5 * HOUR);
	scene_say(scene, ROOM, EVE, "!eg night 21:30");
	scene_assert_said(scene, ROOM, "New start of the club night: 21:30 UTC.");
	scene_wait_until(scene, FRIDAY_20 + MINUTE);
	assert_int_equal(scene_stage(scene), BOT_STAGE_SIGN_UP);
	scene_sign_up(scene, 3);
	scene_wait_until(scene, FRIDAY_20 + 90 * MINUTE - MINUTE);
	assert_int_equal(scene_stage(scene), BOT_STAGE_CHECK_IN);
	scene_sign_up(scene, 3);
	scene_wait_until(scene, FRIDAY_20 + 90 * MINUTE + SECOND);
	assert_int_equal(scene_stage(scene), BOT_STAGE_POOLS);
	assert_int_equal(scene_weekly(scene, ROOM).starts, FRIDAY_20 + WEEK);
}

/* Whatever brings a time back: the night before belongs to the secret. */
SCENE_TEST(test_repeated_time_has_another_secret)
{
	static const unsigned char key[BOT_KEY_SIZE] = "secrets follow from this key, no";
	struct bot_weekly_night again;
	char secret[BOT_SECRET_SIZE];

	bot_store_offer_key(scene->store, key);
	scene_begin_weekly(scene, "friday 20:00");
	again = scene_weekly(scene, ROOM);
	scene_wait_until(scene, FRIDAY_20 - 5 * HOUR);
	struct bot_competition first = scene_competition(scene);
	memcpy(secret, first.secret, sizeof(secret));
	scene_say(scene, ROOM, EVE, "!eg night stop yes");
	again.competition = first.id;
	SCENE_HOST(scene, bot_weekly_night_save(scene->store, &again));
	scene_wait(scene, MINUTE);
	assert_int_equal(scene_stage(scene), BOT_STAGE_SIGN_UP);
	assert_string_not_equal(scene_competition(scene).secret, secret);
}

/* It is 20:00 in Berlin in winter and in summer. */
SCENE_TEST(test_time_is_the_rooms_time)
{
	int64_t march = NOV_25_2026 + 120 * DAY;

	scene->now = march;
	scene_ask_in(scene, ROOM, ANN, "!eg settings timezone Europe/Berlin", "Only moderators");
	scene_say(scene, ROOM, EVE, "!eg settings timezone Mars/Olympus");
	scene_assert_answer(scene, ROOM, "I don't know this place.");
	scene_say(scene, ROOM, EVE, "!eg settings timezone europe/berlin");
	scene_assert_answer(scene, ROOM, "The time zone of this room is Europe/Berlin.");
	scene_ask_in(scene, ROOM, EVE, "!eg settings", "settings timezone – Europe/Berlin");
	scene_say(scene, ROOM, EVE, "!eg night every friday at 20:00");
	scene_assert_answer(scene, ROOM, "Fri 20:00 (Europe/Berlin)");
	assert_int_equal(scene_weekly(scene, ROOM).starts, march + DAY + 19 * HOUR);
	scene_wait_until(scene, march + DAY + 20 * HOUR);
	assert_int_equal(scene_weekly(scene, ROOM).starts, march + DAY + 18 * HOUR + WEEK);
	scene_say(scene, ROOM, EVE, "!eg settings timezone UTC");
	assert_int_equal(scene_weekly(scene, ROOM).starts, march + DAY + 20 * HOUR + WEEK);
	scene_say(scene, ROOM, EVE, "!eg settings timezone America/New_York");
	scene_ask_in(scene, ROOM, ANN, "!eg night 20:00", "Club night from 20:00 EDT");
}

/*
 * Nobody signs up, so a line without a mention says that the night does not take place. After four
 * such nights the room holds no more.
 */
SCENE_TEST(test_nobody_signs_up)
{
	scene_begin_weekly(scene, "friday 20:00");
	scene_wait_until(scene, FRIDAY_20 + MINUTE);
	assert_int_equal(scene_stage(scene), BOT_STAGE_ENDED);
	assert_int_equal(scene_count_said(scene, ROOM, "Club night: it does not take place"), 1);
	for (size_t i = 0; i < scene->count; i++)
		assert_int_equal(scene->row[i].ring, BOT_QUIET);
	for (int week = 1; week < 4; week++) {
		scene_be_down_until(scene, FRIDAY_20 + week * WEEK - 2 * HOUR);
		scene_wait_until(scene, FRIDAY_20 + week * WEEK + MINUTE);
	}
	scene_be_down_until(scene, FRIDAY_20 + 4 * WEEK - 2 * HOUR);
	assert_false(has_weekly(scene, ROOM));
	assert_int_equal(scene_count_said(scene, ROOM, "Club night: it does not take place"), 4);
	assert_int_equal(scene_count_said(scene, ROOM, "The last four club nights"), 1);
	size_t before = scene->count;
	scene_wait(scene, DAY);
	assert_int_equal(scene->count, before);
}

SCENE_TEST(test_only_moderators_begin_it)
{
	scene_ask_in(scene, ROOM, ANN, "!eg night every friday 20:00", "Only moderators");
	assert_false(has_weekly(scene, ROOM));
	scene_ask(scene, EVE, "night every friday 20:00", "in a room");
	scene_begin_weekly(scene, "friday 20:00");
	scene_ask_in(scene, ROOM, ANN, "!eg night never", "Only moderators");
	scene->moderator = BOB; /* EVE is demoted, but has begun it */
	scene_ask_in(scene, ROOM, EVE, "!eg night every monday 20:00", "Only moderators");
	assert_int_equal(scene_weekly(scene, ROOM).weekday, 5);
	scene_wait_until(scene, FRIDAY_20 - HOUR);
	scene_say(scene, ROOM, EVE, "!eg night stop yes"); /* nor does she direct the nights */
	scene_assert_answer(scene, ROOM, "Only moderators");
	scene_say(scene, ROOM, EVE, "!eg night never");
	scene_assert_answer(scene, ROOM, "no longer hold a club night here every week");
	assert_false(has_weekly(scene, ROOM));
	assert_int_equal(scene_stage(scene), BOT_STAGE_SIGN_UP);
	scene_say(scene, ROOM, BOB, "!eg night never");
	scene_assert_answer(scene, ROOM, "There is no club night here every week.");
}

SCENE_TEST(test_moderators_end_what_others_began)
{
	scene_begin_weekly(scene, "friday 20:00");
	scene->moderator = BOB;
	scene_say(scene, ROOM, BOB, "!eg night never");
	assert_false(has_weekly(scene, ROOM));
	scene_be_down_until(scene, FRIDAY_20 - HOUR);
	assert_int_equal(scene_count_said(scene, ROOM, "Club night from"), 0);
}

SCENE_TEST(test_room_has_one)
{
	scene_begin_weekly(scene, "friday 20:00");
	scene_say(scene, ROOM, EVE, "!eg night every mondays at 19:30 to 3 third place");
	scene_assert_answer(scene, ROOM, "Mon 19:30 (UTC)");
	struct bot_weekly_night found = scene_weekly(scene, ROOM);
	assert_int_equal(found.weekday, 1);
	assert_int_equal(found.minute, 19 * 60 + 30);
	assert_int_equal(found.rules.touches, 3);
	assert_true(found.third_place);
	scene_assert_answer(scene, ROOM,
		"Mon 19:30 (UTC), bouts to 3, 2 min a turn, with a bout for third place if there");
	scene_assert_answer(scene, ROOM, "\nIt replaces the one on Fri 20:00.");
	scene_ask_in(scene, ROOM, ANN, "!eg night", "Mon 19:30 (UTC)");
	scene_be_down_until(scene, FRIDAY_20 + 3 * DAY - 3 * HOUR);
	scene_wait(scene, 2 * HOUR);
	assert_int_equal(scene_count_said(scene, ROOM, "elimination, bouts to 3"), 2);
	assert_int_equal(scene_count_said(scene, ROOM, "elimination, bouts to 5"), 0);
}

SCENE_TEST(test_other_languages_are_understood)
{
	static const char *const words[] = {"!eg abend jeden dienstag um 19:30 poules bis 3",
		"!eg avond elke dinsdag om 19:30 tot 3", "!eg serata ogni martedì alle 19:30 ai 3",
		"!eg night every tuesday 19:30 to 3"};

	scene->now = NOV_25_2026;
	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++) {
		scene_say(scene, ROOM, EVE, words[i]);
		struct bot_weekly_night found = scene_weekly(scene, ROOM);
		assert_int_equal(found.weekday, 2);
		assert_int_equal(found.minute, 19 * 60 + 30);
		assert_int_equal(found.rules.touches, 3);
		scene_say(scene, ROOM, EVE, "!eg night never");
		scene_wait(scene, MINUTE);
	}
}

SCENE_TEST(test_words_are_checked)
{
	static const char *const words[] = {"!eg night every", "!eg night every friday",
		"!eg night every someday 20:00", "!eg night every friday 24:00",
		"!eg night every friday 20:00 clock 1h", "!eg night every friday 20:00 to 99"};

	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++) {
		scene_say(scene, ROOM, EVE, words[i]);
		assert_false(has_weekly(scene, ROOM));
		if (i < 4)
			scene_assert_answer(scene, ROOM, "say the day and the time");
		scene_wait(scene, MINUTE);
	}
}

/* A night of the room still goes on when the sign-up of the next one is due. */
SCENE_TEST(test_sign_up_waits_for_the_end_of_another_night)
{
	scene_begin_weekly(scene, "friday 20:00 to 2");
	scene_wait_until(scene, FRIDAY_20 - DAY - HOUR);
	scene_say(scene, ROOM, EVE, "!eg night 2h to 1");
	scene_wait_until(scene, FRIDAY_20 - DAY + 50 * MINUTE);
	assert_int_equal(scene_count_said(scene, ROOM, "elimination, bouts to 2"), 0);
	scene_wait_until(scene, FRIDAY_20 - DAY + 80 * MINUTE);
	assert_int_equal(scene_count_said(scene, ROOM, "elimination, bouts to 2"), 1);
}

/* No member can put a night of their own in the place of the weekly one, as moderators can. */
SCENE_TEST(test_members_do_not_suppress_the_weekly_night)
{
	scene_begin_weekly(scene, "friday 20:00 to 2");
	scene_ask_in(scene, ROOM, ANN, "!eg night 6d", "The weekly club night comes before that.");
	scene_say(scene, ROOM, ANN, "!eg night 30m"); /* it is over before */
	scene_assert_answer(scene, ROOM, "Club night from");
	scene_say(scene, ROOM, ANN, "!eg night stop yes");
	scene_wait_until(scene, FRIDAY_20 - DAY - HOUR);
	scene_ask_in(scene, ROOM, ANN, "!eg night 30m", "The weekly club night comes before that.");
	scene_ask_in(scene, ROOM, EVE, "!eg night 6d", "Club night from");
	scene_wait_until(scene, FRIDAY_20 + MINUTE);
	assert_int_equal(scene_count_said(scene, ROOM, "another club night goes on here"), 1);
	assert_int_equal(scene_weekly(scene, ROOM).starts, FRIDAY_20 + WEEK);
}

SCENE_TEST(test_started_or_stopped_night_is_not_opened_twice)
{
	scene_begin_weekly(scene, "friday 20:00 to 1");
	scene_wait_until(scene, FRIDAY_20 - 5 * HOUR);
	scene_say(scene, ROOM, EVE, "!eg night stop yes");
	scene_be_down_until(scene, FRIDAY_20 + WEEK - 6 * HOUR);
	scene_wait_until(scene, FRIDAY_20 + WEEK - 5 * HOUR);
	assert_int_equal(scene_count_said(scene, ROOM, "Club night from"), 2);
	scene_sign_up(scene, 3);
	scene_start_night(scene); /* hours too early */
	scene_wait(scene, 4 * MINUTE);
	scene_fence_all(scene);
	scene_wait_until(scene, FRIDAY_20 + WEEK + MINUTE);
	assert_int_equal(scene_stage(scene), BOT_STAGE_ENDED);
	assert_int_equal(scene_weekly(scene, ROOM).starts, FRIDAY_20 + 2 * WEEK);
}

/* Somebody starts the night just before the reminder: the check-in goes on. */
SCENE_TEST(test_reminder_leaves_an_early_start_alone)
{
	scene_begin_weekly(scene, "friday 20:00 to 1");
	scene_wait_until(scene, FRIDAY_20 - 10 * HOUR);
	scene_sign_up(scene, 3);
	scene_wait_until(scene, FRIDAY_20 - HOUR - MINUTE);
	scene_say(scene, ROOM, EVE, "!eg night start yes");
	assert_int_equal(scene_stage(scene), BOT_STAGE_CHECK_IN);
	scene_sign_up(scene, 3);
	size_t said = scene_count_said(scene, ROOM, "Club night from");
	scene_wait_until(scene, FRIDAY_20 - HOUR + SECOND);
	assert_int_equal(scene_count_said(scene, ROOM, "Club night from"), said);
	scene_wait_until(scene, FRIDAY_20 - HOUR + 3 * MINUTE);
	assert_int_equal(scene_stage(scene), BOT_STAGE_POOLS);
	scene_fence_all(scene);
	scene_ask_in(scene, ROOM, ANN, "!eg night", "The next one is in 7 d");
}

/* Whoever asks or wants to join before the sign-up hears when it opens, by their own clock. */
SCENE_TEST(test_those_who_come_too_early_hear_when_the_sign_up_opens)
{
	static const char *const early[] = {"!eg night join", "!eg join", "!eg night",
		"!eg when is the next club night?", "!eg when does it start?"};
	scene_begin_weekly(scene, "friday 20:00 to 1");
	scene_tell(scene, ANN, "timezone tokyo");
	for (size_t i = 0; i < sizeof(early) / sizeof(early[0]); i++) {
		scene_say(scene, ROOM, ANN, early[i]);
		scene_assert_answer(scene, ROOM, "2 d 20 h, Sat 05:00 JST. Its sign-up opens Fri");
	}
	scene_wait_until(scene, FRIDAY_20 - DAY + MINUTE);
	scene_say(scene, ROOM, ANN, "!eg night join");
	assert_int_equal(scene_count_entrants(scene), 1);
}

SCENE_TEST(test_next_night_after_a_stopped_one_is_the_next_weeks)
{
	scene_begin_weekly(scene, "friday 20:00 to 1");
	scene_wait_until(scene, FRIDAY_20 - 5 * HOUR);
	scene_say(scene, ROOM, EVE, "!eg night stop yes");
	scene_ask_in(scene, ROOM, ANN, "!eg night", "The next one is in 7 d 5 h");
	scene_wait_until(scene, FRIDAY_20 + MINUTE);
	assert_int_equal(scene_weekly(scene, ROOM).starts, FRIDAY_20 + WEEK);
	scene_be_down_until(scene, FRIDAY_20 + WEEK - DAY + MINUTE);
	assert_int_equal(scene_stage(scene), BOT_STAGE_SIGN_UP);
}

/* The open night keeps its time and terms, and begins by the clock on the wall as before. */
SCENE_TEST(test_new_time_is_for_the_nights_after_the_open_one)
{
	scene_begin_weekly(scene, "friday 20:00 to 2");
	scene_wait_until(scene, FRIDAY_20 - 20 * HOUR);
	scene_say(scene, ROOM, EVE, "!eg night every friday 20:00 to 3");
	scene_assert_said(scene, ROOM, "The next one is in 7 d 20 h");
	scene_assert_said(scene, ROOM, "The club night that is open now stays as it is.");
	scene_ask_in(scene, ROOM, EVE, "!eg night every saturday 18:00 to 3",
		"Sat 18:00 (UTC), bouts to 3, 2 min a turn. The next one is in 1 d 18 h");
	scene_be_down_until(scene, FRIDAY_20 - 90 * MINUTE);
	scene_wait_until(scene, FRIDAY_20 - 9 * MINUTE);
	assert_int_equal(scene_stage(scene), BOT_STAGE_CHECK_IN);
	scene_wait_until(scene, FRIDAY_20 + MINUTE);
	assert_int_equal(scene_stage(scene), BOT_STAGE_ENDED);
	assert_int_equal(scene_weekly(scene, ROOM).starts, FRIDAY_20 + 22 * HOUR);
	scene_wait_until(scene, FRIDAY_20 + HOUR);
	assert_int_equal(scene_stage(scene), BOT_STAGE_SIGN_UP);
	assert_int_equal(scene_count_said(scene, ROOM, "elimination, bouts to 3"), 1);
}

SCENE_TEST(test_weekly_nights_begin_after_an_open_night)
{
	scene->now = NOV_25_2026;
	scene_wait_until(scene, FRIDAY_20 - 20 * HOUR);
	scene_say(scene, ROOM, ANN, "!eg night 21h to 1");
	scene_say(scene, ROOM, EVE, "!eg night every friday 20:00");
	scene_assert_said(scene, ROOM, "The next one is in 7 d 20 h");
	scene_assert_said(scene, ROOM, "The club night that is open now stays as it is.");
	assert_false(scene_weekly(scene, ROOM).open);
	assert_int_equal(scene_weekly(scene, ROOM).starts, FRIDAY_20 + WEEK);
}

SCENE_TEST(test_kicked_bot_forgets_it)
{
	scene_begin_weekly(scene, "friday 20:00");
	SCENE_CALL(scene, bot_host_room_left(scene->host, ROOM));
	assert_false(has_weekly(scene, ROOM));
	size_t before = scene->count;
	scene_be_down_until(scene, FRIDAY_20 - HOUR);
	assert_int_equal(scene->count, before);
}

SCENE_TEST(test_muted_room_is_tried_again)
{
	scene_begin_weekly(scene, "friday 20:00");
	scene->muted = ROOM;
	scene_wait_until(scene, FRIDAY_20 - 12 * HOUR);
	assert_int_equal(scene_count_said(scene, ROOM, "Club night from"), 0);
	scene->muted = NULL;
	scene_wait(scene, 11 * MINUTE);
	assert_int_equal(scene_count_said(scene, ROOM, "Club night from"), 1);
}

/* The room is upgraded while the sign-up is open. */
SCENE_TEST(test_it_moves_with_the_room)
{
	scene_begin_weekly(scene, "friday 20:00");
	scene_wait_until(scene, FRIDAY_20 - 5 * HOUR);
	SCENE_HOST(scene, bot_store_room_moved(scene->store, ROOM, YARD));
	SCENE_CALL(scene, bot_host_room_left(scene->host, ROOM));
	scene_wait_until(scene, FRIDAY_20 + MINUTE);
	assert_int_equal(scene_count_said(scene, YARD, "Club night from"), 1);
	scene_be_down_until(scene, FRIDAY_20 + WEEK - DAY + MINUTE);
	assert_int_equal(scene_count_said(scene, YARD, "Club night from"), 2);
	assert_false(has_weekly(scene, ROOM));
}

/* Two rooms hold their nights at the same time. */
SCENE_TEST(test_two_rooms_do_not_disturb_each_other)
{
	struct bot_weekly_night other;

	scene_begin_weekly(scene, "friday 20:00 to 1");
	other = scene_weekly(scene, ROOM);
	memcpy(other.room, YARD, sizeof(YARD));
	memcpy(other.event, "$other", sizeof("$other"));
	SCENE_HOST(scene, bot_weekly_night_save(scene->store, &other));
	scene_wait_until(scene, FRIDAY_20 - HOUR);
	scene_sign_up(scene, 3);
	scene_say(scene, YARD, "@f0:test", "!eg night join");
	scene_assert_answer(scene, YARD, "You take part in another club night");
	scene_wait_until(scene, FRIDAY_20 - 5 * MINUTE);
	scene_sign_up(scene, 3);
	scene_wait_until(scene, FRIDAY_20 + MINUTE);
	assert_int_equal(scene_stage(scene), BOT_STAGE_POOLS);
	assert_int_equal(scene_count_said(scene, YARD, "does not take place"), 1);
	assert_int_equal(scene_weekly(scene, YARD).starts, FRIDAY_20 + WEEK);
}

SCENE_TEST(test_erased_organiser_is_forgotten)
{
	scene_begin_weekly(scene, "friday 20:00");
	scene_tell(scene, EVE, "forget me yes");
	scene_wait(scene, SECOND);
	assert_string_equal(scene_weekly(scene, ROOM).organiser, "");
	scene_wait_until(scene, FRIDAY_20 - DAY);
	assert_int_equal(scene_stage(scene), BOT_STAGE_SIGN_UP);
}

SCENE_TEST(test_damaged_row_blocks_nobody)
{
	struct bot_weekly_night damaged;

	scene_begin_weekly(scene, "friday 20:00");
	damaged = scene_weekly(scene, ROOM);
	damaged.weekday = 9;
	damaged.due = 1;
	SCENE_HOST(scene, bot_weekly_night_save(scene->store, &damaged));
	scene_ask_in(scene, ROOM, ANN, "!eg night", "Shall I open one");
	scene_wait(scene, MINUTE);
	assert_false(bot_weekly_night_get(scene->store, ROOM, &damaged));
}
