/* Tests how the store handles events and encrypted messages that come twice, and timeline gaps. */
#include "tests/support/cmocka.h"
#include "tests/support/memory_store.h"

#include <stdio.h>
#include <string.h>

static bool again(struct bot_store *store, const char *event)
{
	return bot_store_handled(store, event);
}

STORE_TEST(test_event_is_handled_once)
{
	assert_false(again(store, "$1"));
	assert_false(again(store, "$2"));
	assert_true(again(store, "$1"));
	assert_true(again(store, "$1"));
	assert_false(again(store, "$3"));
	assert_error(bot_store_handled(store, ""), BOT_INVALID);
	assert_error(bot_store_handled(store, NULL), BOT_INVALID);
	assert_error(bot_store_handled(store, memory_store_long_id), BOT_INVALID);
}

STORE_TEST(test_asking_whether_an_event_is_handled_notes_nothing)
{
	assert_false(bot_store_is_handled(store, "$1"));
	assert_false(again(store, "$1"));
	assert_true(bot_store_is_handled(store, "$1"));
}

STORE_TEST(test_old_events_are_forgotten)
{
	char event[32];
	for (int i = 0; i < 65536 + 256; i++) {
		snprintf(event, sizeof(event), "$%d", i);
		assert_false(again(store, event));
	}
	assert_true(again(store, "$256"));
	assert_true(again(store, "$65791"));
	assert_false(again(store, "$255"));
	assert_true(again(store, "$255"));
	assert_true(again(store, "$256"));
}

static bool read_before(
	struct bot_store *store, const char *sender, const char *stream, uint32_t number)
{
	return bot_store_numbered(store, sender, stream, number);
}

STORE_TEST(test_number_of_a_stream_is_new_once)
{
	assert_false(read_before(store, "@a:x", "key", 0));
	assert_false(read_before(store, "@a:x", "key", 7));
	/* a message with a lower number may come later than a message with a higher number */
	assert_false(read_before(store, "@a:x", "key", 3));
	assert_true(read_before(store, "@a:x", "key", 0));
	assert_true(read_before(store, "@a:x", "key", 3));
	assert_true(read_before(store, "@a:x", "key", 7));
	assert_false(read_before(store, "@a:x", "other", 7));
	assert_false(read_before(store, "@b:x", "key", 7));
	assert_false(read_before(store, "@a:x", "key", UINT32_MAX));
	assert_true(read_before(store, "@a:x", "key", UINT32_MAX));
	assert_error(bot_store_numbered(store, "@a:x", memory_store_long_id, 1), BOT_INVALID);
}

STORE_TEST(test_numbers_below_the_window_count_as_read)
{
	for (uint32_t i = 0; i < 3000; i += 3)
		assert_false(read_before(store, "@a:x", "key", i));
	for (uint32_t i = 0; i < 3000; i += 3)
		assert_true(read_before(store, "@a:x", "key", i));
	assert_true(read_before(
		store, "@a:x", "key", 2997 - 1024)); /* the store does not remember such low
							 numbers, so each of them counts as read */
	assert_false(read_before(store, "@a:x", "key", 2997 - 1022));
}

STORE_TEST(test_old_streams_of_a_sender_are_forgotten)
{
	char stream[32];
	assert_false(read_before(store, "@b:x", "key", 5));
	for (int i = 0; i < 1001; i++) {
		snprintf(stream, sizeof(stream), "key %d", i);
		assert_false(read_before(store, "@a:x", stream, 5));
	}
	assert_true(read_before(store, "@a:x", "key 1", 5));
	assert_false(read_before(store, "@a:x", "key 0", 5));
	assert_true(read_before(store, "@b:x", "key", 5)); /* streams of other senders stay */
}

static void save(struct bot_store *store, const char *room, char *from, char *to)
{
	struct bot_gap gap = {
		.from = from, .to = to, .place = BOT_GAP_INSIDE, .joined = true, .pages = 3};

	strcpy(gap.room, room);
	bot_gap_save(store, &gap);
}

STORE_TEST(test_gap_is_stored_replaced_and_removed)
{
	char s1[] = "s1", s2[] = "s2", s3[] = "s3";
	struct bot_gap gap = {0};

	assert_false(bot_gap_get(store, "!a:b", &gap));
	save(store, "!a:b", s1, s2);
	save(store, "!a:b", s2, s3);
	assert_true(bot_gap_get(store, "!a:b", &gap));
	assert_string_equal(gap.room, "!a:b");
	assert_string_equal(gap.from, "s2");
	assert_string_equal(gap.to, "s3");
	assert_int_equal(gap.place, BOT_GAP_INSIDE);
	assert_true(gap.joined);
	assert_int_equal(gap.pages, 3);
	bot_gap_finish(&gap);
	bot_gap_remove(store, "!a:b");
	bot_gap_remove(store, "!a:b");
	assert_false(bot_gap_get(store, "!a:b", &gap));
}

static void take(void *self, const char *room)
{
	strcat(self, room);
}

STORE_TEST(test_rooms_with_gaps_are_listed)
{
	char rooms[64] = "";
	char s1[] = "s1", s2[] = "s2";

	save(store, "!b:b", s1, s2);
	save(store, "!a:b", s1, s2);
	bot_gap_rooms(store, take, rooms);
	assert_string_equal(rooms, "!a:b!b:b");
	bot_gap_remove_all(store);
	rooms[0] = '\0';
	bot_gap_rooms(store, take, rooms);
	assert_string_equal(rooms, "");
}

STORE_TEST(test_impossible_gap_is_corrupt)
{
	struct bot_gap gap = {0};

	memory_store_sql(
		store, "INSERT INTO timeline_gaps VALUES ('!a:b', 's1', 's2', 'up', 1, 0)");
	assert_error(bot_gap_get(store, "!a:b", &gap), BOT_STORE_CORRUPT);
}
