/* The command `record all`: one's own matches as one file, for oneself alone. */
#include "engine/deal/proof.h"
#include "tests/support/scene_match.h"

#include <string.h>

#define OTHER "!yard:test"
#define BEGIN "[Match \""

/* Counts the records of a file. */
static size_t count_records(const char *file)
{
	size_t count = 0;

	for (; (file = strstr(file, BEGIN)); file++)
		count++;
	return count;
}

/* Asserts that the last message to `to` in private is a file, and returns it. */
static const char *file_to(const struct scene *scene, const char *to)
{
	const struct scene_row *row = scene_last(scene, to);

	assert_int_equal(row->kind, BOT_OUT_FILE);
	assert_true(row->private);
	return row->file;
}

/* Proves each record of a file. */
static void assert_proven(const char *file)
{
	while (file) {
		const char *next = strstr(file + 1, BEGIN);
		struct eg_record_fault fault;
		struct eg_proof proof;

		if (eg_record_prove(file, next ? (size_t)(next - file) : strlen(file), &proof,
			    &fault) != EG_OK)
			fail_msg("line %u: %s in:\n%s", fault.line, fault.reason, file);
		file = next;
	}
}

SCENE_TEST(test_file_has_all_matches_of_the_sender)
{
	scene_give_up(scene, ROOM, ANN, BOB, 2);
	scene->now += DAY;
	scene_give_up(scene, OTHER, BOB, ANN, 2);
	scene->now += DAY;
	scene_give_up(scene, ROOM, BOB, EVE, 2); /* not Ann's */
	scene_ask(scene, ANN, "record all", "Your matches as one file, for engarde verify: 2.");
	const char *file = file_to(scene, ANN);
	assert_int_equal(count_records(file), 2);
	assert_memory_equal(file, BEGIN "2\"]", 11);
	assert_non_null(strstr(file, "\n\n" BEGIN "1\"]"));
	assert_proven(file);
	assert_null(strstr(scene_last(scene, ANN)->body, "Older"));
	scene_tell(scene, BOB, "record alle");
	assert_int_equal(count_records(file_to(scene, BOB)), 3);
}

/* The file goes to the person alone, also if they ask in a room. */
SCENE_TEST(test_room_gets_no_file)
{
	scene_give_up(scene, ROOM, ANN, BOB, 2);
	scene_say(scene, ROOM, ANN, "!eg record all");
	assert_int_equal(scene_events(scene), 2);
	assert_int_equal(scene_last(scene, ROOM)->kind, BOT_OUT_MESSAGE);
	scene_assert_said(scene, ROOM, "sent you the file in private. Your matches in it: 1.");
	assert_int_equal(count_records(file_to(scene, ANN)), 1);
}

/* A match that goes on is left out: its cards are in play. */
SCENE_TEST(test_match_in_play_is_left_out)
{
	scene_ask(scene, ANN, "record all", "You haven't finished a match yet.");
	scene_give_up(scene, ROOM, ANN, BOB, 2);
	scene_begin(scene, "to 5");
	scene_play_rounds(scene, 2, 1);
	scene_tell(scene, ANN, "record all");
	const char *file = file_to(scene, ANN);
	assert_int_equal(count_records(file), 1);
	assert_memory_equal(file, BEGIN "1\"]", 11);
}

SCENE_TEST(test_practice_is_in_the_file)
{
	scene_tell(scene, ANN, "practice novice to 1");
	scene_tell(scene, ANN, "a");
	scene_tell(scene, ANN, "resign yes");
	scene_tell(scene, ANN, "record all");
	assert_non_null(strstr(file_to(scene, ANN), "[Black \"novice\"]"));
}

/* One file has 100 matches; the answer says how to get the ones before. */
SCENE_TEST(test_file_is_bounded)
{
	for (int i = 0; i < 103; i++) {
		scene_give_up(scene, ROOM, ANN, BOB, 2);
		scene->now += DAY;
	}
	scene_ask(scene, ANN, "record all", "100.\nOlder ones: record all #3.");
	assert_int_equal(count_records(file_to(scene, ANN)), 100);
	scene_ask(scene, ANN, "record all #3", ": 3.");
	const char *file = file_to(scene, ANN);
	assert_int_equal(count_records(file), 3);
	assert_memory_equal(file, BEGIN "3\"]", 11);
	assert_proven(file);
}

SCENE_TEST(test_number_of_somebody_elses_match_is_refused)
{
	scene_give_up(scene, ROOM, EVE, BOB, 2);
	scene_give_up(scene, ROOM, ANN, BOB, 2);
	scene_begin(scene, "");
	scene_tell(scene, ANN, "record all #1"); /* not Ann's */
	scene_assert_answer(scene, ANN, "#1");
	assert_int_equal(scene_last(scene, ANN)->kind, BOT_OUT_MESSAGE);
	scene_tell(scene, ANN, "record all #3"); /* it goes on */
	assert_int_equal(scene_last(scene, ANN)->kind, BOT_OUT_MESSAGE);
	scene_tell(scene, ANN, "record all #99");
	assert_int_equal(scene_last(scene, ANN)->kind, BOT_OUT_MESSAGE);
	scene_tell(scene, ANN, "record all of them");
	assert_int_equal(scene_last(scene, ANN)->kind, BOT_OUT_MESSAGE);
}

/* Six files, then one in each hour. */
SCENE_TEST(test_files_are_limited)
{
	scene_give_up(scene, ROOM, ANN, BOB, 2);
	for (int i = 0; i < 6; i++) {
		scene_wait(scene, MINUTE);
		scene_tell(scene, ANN, "record all");
		file_to(scene, ANN);
	}
	scene_wait(scene, MINUTE);
	scene_ask(scene, ANN, "record all", "many such files lately: please ask again in 54 min.");
	scene_tell(scene, BOB, "record all");
	file_to(scene, BOB);
	scene_wait(scene, HOUR);
	scene_tell(scene, ANN, "record all");
	file_to(scene, ANN);
}
