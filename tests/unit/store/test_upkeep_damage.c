/* Tests that the store finds damaged matches and sets them aside. */
#include "bot/store/store.h"
#include "tests/support/cmocka.h"
#include "tests/support/memory_store.h"

#include <stdio.h>

STORE_TEST(test_match_with_an_impossible_value_is_corrupt)
{
	static const char *const faults[] = {
		"status = 'sleeping'",
		"clock = -1",
		"time_left = 2592000001",
		"proposal = 'draw'",
		"proposer = 'egg'",
		"ended = -1",
		"challenger = 'nobody'",
		"began = -1",
		"room = ''",
		"room = '" MEMORY_STORE_LONG_ID "'",
		"white_reached = 2",
		"rules = 'house'",
		"touches = 0",
		"touches = 16",
		"first = 'red'",
		"board = -1",
		"edits = 4294967296",
		"scrolled = -1",
		"ending = 'eaten'",
		"winner = 'both'",
		"practice = 'hut'",
		"dice = -1",
		"private = 2",
	};
	for (size_t i = 0; i < sizeof(faults) / sizeof(*faults); i++) {
		struct bot_match match = memory_store_challenge("!a:x", "@w:x", "@b:x");
		struct bot_match got;
		char sql[600];
		bot_store_match_add(store, &match);
		snprintf(sql, sizeof(sql), "UPDATE matches SET %s WHERE id = %d", faults[i],
			(int)match.id);
		memory_store_sql(store, sql);
		assert_error(bot_store_match_get(store, match.id, &got), BOT_STORE_CORRUPT);
	}
}

STORE_TEST(test_find_returns_corrupt_for_a_damaged_match)
{
	struct bot_match match = memory_store_challenge("!a:x", "@w:x", "@b:x");
	struct bot_match_filter all = {.status = BOT_CHALLENGE};
	bot_store_match_add(store, &match);
	memory_store_sql(store, "UPDATE matches SET rules = 'none'");
	assert_error(bot_store_match_find(store, &all, &match, 1), BOT_STORE_CORRUPT);
}

STORE_TEST(test_damaged_match_is_set_aside)
{
	struct bot_match match = memory_store_challenge("!a:x", "@w:x", "@b:x"), found[4], got;
	struct bot_damage damage = {.match = 99};
	assert_false(bot_store_set_aside(store, &damage));
	assert_int_equal(damage.match, 99);
	bot_store_match_add(store, &match);
	bot_store_match_add(store, &match);
	bot_store_timer_set(store, match.id, BOT_TIMER_CHALLENGE, 5);
	memory_store_sql(store, "UPDATE matches SET rules = 'none' WHERE id = 2");
	const struct bot_match_filter all = {.status = BOT_CHALLENGE};
	assert_error(bot_store_match_find(store, &all, found, 4), BOT_STORE_CORRUPT);
	assert_true(bot_store_set_aside(store, &damage));
	assert_int_equal(damage.match, 2);
	assert_int_equal(damage.row, 0);
	assert_string_equal(damage.room, "!a:x");
	size_t count = bot_store_match_find(store, &all, found, 4);
	assert_int_equal(count, 1);
	assert_int_equal(found[0].id, 1);
	assert_false(bot_store_match_get(store, 2, &got));
	int64_t id, due;
	enum bot_timer timer;
	assert_false(bot_store_timer_next(store, &id, &timer, &due));
	assert_false(bot_store_set_aside(store, &damage));
}

STORE_TEST(test_damaged_match_without_a_room_is_set_aside)
{
	struct bot_match match = memory_store_challenge("!a:x", "@w:x", "@b:x"), got;
	struct bot_damage damage;
	bot_store_match_add(store, &match);
	memory_store_sql(store, "UPDATE matches SET room = '" MEMORY_STORE_LONG_ID "'");
	assert_error(bot_store_match_get(store, 1, &got), BOT_STORE_CORRUPT);
	assert_true(bot_store_set_aside(store, &damage));
	assert_string_equal(damage.room, "");
}
