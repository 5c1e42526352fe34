/* Storing, listing and removing timeline gaps. */
#include "bot/store/gaps.h"
#include "tests/support/memory_store.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

static void save(struct bot_store *store, const char *room, char *from, char *to)
{
	struct bot_gap gap = {
		.from = from, .to = to, .place = BOT_GAP_INSIDE, .joined = true, .pages = 3};

	strcpy(gap.room, room);
	assert_int_equal(bot_gap_save(store, &gap), BOT_OK);
}

static void test_gap_is_stored_replaced_and_removed(void **state)
{
	char s1[] = "s1", s2[] = "s2", s3[] = "s3";
	struct bot_gap gap = {0};

	assert_int_equal(bot_gap_get(*state, "!a:b", &gap), BOT_NOT_FOUND);
	save(*state, "!a:b", s1, s2);
	save(*state, "!a:b", s2, s3);
	assert_int_equal(bot_gap_get(*state, "!a:b", &gap), BOT_OK);
	assert_string_equal(gap.room, "!a:b");
	assert_string_equal(gap.from, "s2");
	assert_string_equal(gap.to, "s3");
	assert_int_equal(gap.place, BOT_GAP_INSIDE);
	assert_true(gap.joined);
	assert_int_equal(gap.pages, 3);
	bot_gap_finish(&gap);
	assert_int_equal(bot_gap_remove(*state, "!a:b"), BOT_OK);
	assert_int_equal(bot_gap_remove(*state, "!a:b"), BOT_OK);
	assert_int_equal(bot_gap_get(*state, "!a:b", &gap), BOT_NOT_FOUND);
}

struct rooms {
	char list[64];
	unsigned most;
};

static bool take(void *self, const char *room)
{
	struct rooms *rooms = self;

	strcat(rooms->list, room);
	return --rooms->most > 0;
}

static void test_rooms_with_gaps_are_listed(void **state)
{
	struct rooms rooms = {.most = 10};
	char s1[] = "s1", s2[] = "s2";

	save(*state, "!b:b", s1, s2);
	save(*state, "!a:b", s1, s2);
	assert_int_equal(bot_gap_rooms(*state, take, &rooms), BOT_OK);
	assert_string_equal(rooms.list, "!a:b!b:b");
	rooms.most = 1;
	assert_int_equal(bot_gap_rooms(*state, take, &rooms), BOT_NO_MEMORY);
	assert_int_equal(bot_gap_remove_all(*state), BOT_OK);
	rooms = (struct rooms){.most = 10};
	assert_int_equal(bot_gap_rooms(*state, take, &rooms), BOT_OK);
	assert_string_equal(rooms.list, "");
}

static void test_impossible_gap_is_corrupt(void **state)
{
	struct bot_gap gap = {0};

	memory_store_sql(
		*state, "INSERT INTO timeline_gaps VALUES ('!a:b', 's1', 's2', 'up', 1, 0)");
	assert_int_equal(bot_gap_get(*state, "!a:b", &gap), BOT_STORE_CORRUPT);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, memory_store_begin, memory_store_end)
	const struct CMUnitTest tests[] = {
		TEST(test_gap_is_stored_replaced_and_removed),
		TEST(test_rooms_with_gaps_are_listed),
		TEST(test_impossible_gap_is_corrupt),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
