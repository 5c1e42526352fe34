/*
 * Announcements: an admin's text goes to all rooms with a match, one after the other, once each.
 * And the news that the bot writes to its admins.
 */
#include "bot/store/outbox.h"
#include "bot/store/outbox_rows.h"
#include "tests/support/scene_match.h"

#include <stdio.h>
#include <string.h>

#define HOST         "@host:test"
#define SECOND_ADMIN "@second:test"
#define TEXT         "announce Off on\n Sunday."

SCENE_SET_UP(setup)
{
	scene_add_admin(scene, HOST);
	scene_add_admin(scene, SECOND_ADMIN);
}

/* Makes a challenge in each of `count` rooms, and a practice match in Ann's private room. */
static void fill_rooms(struct scene *scene, int count)
{
	char room[32], user[32];

	scene_tell(scene, ANN, "practice");
	for (int i = 0; i < count; i++) {
		snprintf(room, sizeof(room), "!r%02d:test", i);
		snprintf(user, sizeof(user), "@u%d:test", i);
		scene_say(scene, room, user, "!eg challenge");
	}
}

/* Counts how often each room and Ann got the announcement. Asserts that nobody got it twice. */
static size_t count_said(const struct scene *scene)
{
	size_t count = 0;

	for (size_t i = 0; i < scene->count; i++) {
		if (scene->row[i].kind != BOT_OUT_MESSAGE || !strstr(scene->row[i].body, "Off on"))
			continue;
		if (strcmp(scene->row[i].to, HOST) == 0)
			continue;
		assert_int_equal(scene->row[i].ring, BOT_QUIET);
		assert_non_null(strstr(scene->row[i].body, "Off on  Sunday."));
		for (size_t j = 0; j < i; j++)
			assert_false(strcmp(scene->row[i].to, scene->row[j].to) == 0 &&
				     strcmp(scene->row[i].body, scene->row[j].body) == 0);
		count++;
	}
	return count;
}

SCENE_TEST_FROM(setup, test_announcement_reaches_each_room_once)
{
	fill_rooms(scene, 12);
	scene_ask(scene, HOST, TEXT, "Rooms that would get this: 13.");
	scene_assert_said(scene, HOST, "The text: Off on  Sunday.");
	scene_wait(scene, MINUTE);
	assert_int_equal(count_said(scene), 0);
	scene_ask(scene, HOST, "announce yes", "one room after the other, 13 in all");
	scene_wait(scene, 5 * SECOND);
	size_t before = count_said(scene);
	assert_true(before > 0 && before < 13);
	scene_restart(scene, SECOND);
	scene_wait(scene, MINUTE);
	assert_int_equal(count_said(scene), 13);
	scene_assert_said(scene, HOST, "Rooms that got it: 13.");
	scene_assert_said(scene, SECOND_ADMIN, "Rooms that got it: 13.");
	scene_tell(scene, HOST, "announce yes"); /* a text is sent only once */
	scene_assert_answer(scene, HOST, "There is nothing to send");
}

/* Nothing is sent, and the host's timers run. */
static void pass_two_seconds(struct scene *scene)
{
	int64_t next;

	scene->now += 2 * SECOND;
	scene->steady += 2 * SECOND;
	SCENE_STORE(scene, bot_host_run_timers(scene->host, &next));
	assert_true(next > scene->steady && next <= scene->steady + SECOND);
}

/* While the platform accepts nothing, one message of the announcement waits, and not one a room. */
SCENE_TEST_FROM(setup, test_announcement_leaves_the_outbox_to_the_players)
{
	size_t rows = 0;

	fill_rooms(scene, 12);
	scene_tell(scene, HOST, TEXT);
	scene_tell(scene, HOST, "announce yes");
	for (int i = 0; i < 20; i++)
		pass_two_seconds(scene);
	SCENE_HOST(scene, rows = bot_outbox_size(scene->store));
	assert_int_equal(rows, 1);
	/* one room that can't be reached does not hold up the others for ever */
	for (int i = 0; i < 60; i++)
		pass_two_seconds(scene);
	SCENE_HOST(scene, rows = bot_outbox_size(scene->store));
	assert_int_equal(rows, 3);
}

SCENE_TEST_FROM(setup, test_announcement_that_the_store_lost_is_not_sent_twice)
{
	int64_t next;

	fill_rooms(scene, 3);
	scene_tell(scene, HOST, TEXT);
	scene_tell(scene, HOST, "announce yes");
	/* the transaction that adds a message fails, so the message and the note of it are gone */
	assert_int_equal(bot_store_begin(scene->store), BOT_OK);
	assert_int_equal(bot_host_run_timers(scene->host, &next), BOT_OK);
	bot_store_rollback(scene->store);
	scene_wait(scene, MINUTE);
	assert_int_equal(count_said(scene), 4);
}

SCENE_TEST_FROM(setup, test_announcement_can_be_stopped)
{
	fill_rooms(scene, 12);
	scene_tell(scene, HOST, TEXT);
	scene_tell(scene, HOST, "announce yes");
	scene_wait(scene, 3 * SECOND);
	scene_ask(scene, SECOND_ADMIN, "announce something else", "An announcement is on its way");
	scene_ask(scene, HOST, "announce stop", "is stopped");
	size_t said = count_said(scene);
	scene_wait(scene, MINUTE);
	assert_int_equal(count_said(scene), said);
	assert_true(said < 13);
	scene_ask(scene, HOST, "announce stop", "There is nothing to send or to stop");
}

SCENE_TEST_FROM(setup, test_announcement_is_confirmed_by_its_author_in_time)
{
	fill_rooms(scene, 2);
	scene_tell(scene, HOST, TEXT);
	scene_ask(scene, SECOND_ADMIN, "announce yes", "There is nothing to send");
	scene_wait(scene, 11 * MINUTE);
	scene_ask(scene, HOST, "announce yes", "There is nothing to send");
	scene_tell(scene, EVE, "announce yes"); /* for others there is no such command */
	assert_non_null(strstr(scene_last(scene, EVE)->body, "I'm not sure what you mean"));
	scene_wait(scene, MINUTE);
	assert_int_equal(count_said(scene), 0);
}

SCENE_TEST_FROM(setup, test_announcement_with_a_wrong_text_is_explained)
{
	char text[1100] = "announce ";

	scene_ask(scene, HOST, "announce", "Write the text too");
	scene_ask(scene, HOST, TEXT, "Nobody plays at the moment");
	fill_rooms(scene, 1);
	memset(text + 9, 'x', 1001);
	scene_ask(scene, HOST, text, "a text has at most 1000 bytes");
	text[9 + 1000] = '\0';
	scene_tell(scene, HOST, text); /* many more bytes than other commands may have */
	scene_assert_answer(scene, HOST, "To send it, write announce yes");
	scene_ask(scene, HOST,
		"announce one two three four five six seven eight nine ten eleven twelve thirteen "
		"fourteen fifteen sixteen seventeen <b>*bold*</b>",
		"seventeen <b>*bold*</b>");
	assert_null(strstr(scene_last(scene, HOST)->html, "<b>"));
}

/* News for admins */

SCENE_TEST_FROM(setup, test_admins_hear_that_the_homeserver_is_back)
{
	const struct bot_message message = {
		.kind = BOT_WRITTEN, .room = ROOM, .sender = EVE, .text = "!eg help"};

	scene_tell(scene, SECOND_ADMIN, "language de");
	scene_handle(scene, &message);
	SCENE_CALL(scene, bot_host_homeserver_returned(scene->host, 90 * MINUTE));
	scene_assert_said(scene, HOST, "after 1 h 30 min without an answer.");
	scene_assert_said(scene, HOST, "waiting to be sent: 1.");
	scene_assert_said(scene, SECOND_ADMIN, "Der Homeserver antwortet wieder, nach 1 h 30 min");
	assert_int_equal(scene_last(scene, HOST)->ring, BOT_QUIET);
	assert_true(scene_last(scene, HOST)->private);
	SCENE_CALL(scene, bot_host_store_returned(scene->host, 2 * MINUTE));
	scene_assert_said(scene, HOST, "I can write to my store again. For 2 min I could not");
}

SCENE_TEST_FROM(setup, test_admins_hear_that_the_account_may_write_again)
{
	struct bot_hold hold = {"M_CONSENT_NOT_GIVEN", "https://here/consent?u=bot", 90 * MINUTE};

	scene_tell(scene, SECOND_ADMIN, "language de");
	SCENE_CALL(scene, bot_host_account_released(scene->host, &hold));
	scene_assert_said(scene, HOST,
		"For 1 h 30 min it refused them with the error M_CONSENT_NOT_GIVEN "
		"(https://here/consent?u=bot). Nothing is lost.");
	scene_assert_said(scene, SECOND_ADMIN, "nimmt meine Nachrichten wieder an");
	hold.contact = "";
	SCENE_CALL(scene, bot_host_account_released(scene->host, &hold));
	scene_assert_said(scene, HOST, "with the error M_CONSENT_NOT_GIVEN. Nothing is lost.");
}

SCENE_TEST_FROM(setup, test_admins_hear_of_a_start_after_a_crash)
{
	SCENE_CALL(scene, bot_host_started(scene->host)); /* the first start of all */
	scene_assert_quiet(scene);
	scene_restart(scene, SECOND);
	SCENE_CALL(scene, bot_host_started(scene->host));
	scene_assert_said(scene, HOST, "did not stop as");
	SCENE_CALL(scene, bot_host_stops(scene->host));
	scene_restart(scene, SECOND);
	SCENE_CALL(scene, bot_host_started(scene->host));
	scene_assert_quiet(scene);
	/* a copy of the store was made while the bot was running, and replaces the store */
	SCENE_CALL(scene, bot_host_restored(scene->host));
	scene_restart(scene, SECOND);
	SCENE_CALL(scene, bot_host_started(scene->host));
	scene_assert_quiet(scene);
}

SCENE_TEST_FROM(setup, test_admins_hear_of_another_version)
{
	SCENE_STORE(scene, bot_store_set(scene->store, "run", "stopped 0.0.9"));
	SCENE_CALL(scene, bot_host_started(scene->host));
	scene_assert_said(scene, HOST, "now; before, it was 0.0.9.");
	SCENE_STORE(scene, bot_store_set(scene->store, "run", "running 0.0.9"));
	SCENE_CALL(scene, bot_host_started(scene->host));
	scene_assert_said(scene, HOST, "now; before, it was 0.0.9.");
	assert_int_equal(scene_events(scene), 4); /* and both hear that it did not stop */
}

/* An admin whom the bot can't reach does not fill the outbox. */
SCENE_TEST_FROM(setup, test_news_for_an_admin_are_bounded)
{
	size_t rows = 0;

	for (int i = 0; i < 50; i++)
		SCENE_STORE(scene, bot_host_homeserver_returned(scene->host, HOUR));
	SCENE_HOST(scene, rows = bot_outbox_size(scene->store));
	assert_int_equal(rows, 16);
}
