/*
 * Tests storing ratings, listing the best ratings, and moving ratings to the room that replaces
 * their room.
 */
#include "bot/store/store.h"
#include "tests/support/cmocka.h"
#include "tests/support/memory_store.h"

#include <math.h>
#include <string.h>

static void assert_same(const struct bot_rating *a, const struct bot_rating *b)
{
	assert_memory_equal(&a->glicko, &b->glicko, sizeof(a->glicko)); /* bit for bit */
	assert_int_equal(a->played, b->played);
	assert_int_equal(a->won, b->won);
	assert_int_equal(a->opponents, b->opponents);
}

STORE_TEST(test_rating_is_read_as_it_was_set)
{
	const struct bot_rating one = {{1500.1, 350, 0.06}, 1, 0, 0, 0, 0};
	const struct bot_rating two = {
		{-3.25, 1e-3, 1e-9}, UINT32_MAX, UINT32_MAX, UINT32_MAX, 0, 0};
	struct bot_rating got = {.played = 7};
	assert_false(bot_rating_get(store, "!a:x", "@w:x", &got));
	assert_int_equal(got.played, 7);
	bot_rating_set(store, "!a:x", "@w:x", &one);
	assert_false(bot_rating_get(store, NULL, "@w:x", &got));
	bot_rating_set(store, NULL, "@w:x", &two);
	assert_true(bot_rating_get(store, "!a:x", "@w:x", &got));
	assert_same(&got, &one);
	assert_true(bot_rating_get(store, NULL, "@w:x", &got));
	assert_same(&got, &two);
	bot_rating_set(store, "!a:x", "@w:x", &two);
	assert_true(bot_rating_get(store, "!a:x", "@w:x", &got));
	assert_same(&got, &two);
}

STORE_TEST(test_rating_out_of_range_is_refused)
{
	static const struct bot_rating cases[] = {
		{{NAN, 350, 0.06}, 1, 0, 0, 0, 0},
		{{INFINITY, 350, 0.06}, 1, 0, 0, 0, 0},
		{{1500, 0, 0.06}, 1, 0, 0, 0, 0},
		{{1500, NAN, 0.06}, 1, 0, 0, 0, 0},
		{{1500, 350, -1}, 1, 0, 0, 0, 0},
		{{1500, 350, INFINITY}, 1, 0, 0, 0, 0},
		{{1500, 350, 0.06}, 0, 0, 0, 0, 0},
		{{1500, 350, 0.06}, 1, 2, 0, 0, 0},
	};
	const struct bot_rating good = {{1500, 350, 0.06}, 1, 0, 0, 0, 0};
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++)
		assert_error(bot_rating_set(store, "!a:x", "@w:x", &cases[i]), BOT_INVALID);
	assert_error(bot_rating_set(store, "", "@w:x", &good), BOT_INVALID);
	assert_error(bot_rating_set(store, "!a:x", "", &good), BOT_INVALID);
	assert_error(bot_rating_set(store, memory_store_long_id, "@w:x", &good), BOT_INVALID);
}

STORE_TEST(test_impossible_rating_is_corrupt)
{
	static const char *const faults[] = {
		"rating = 1e9", "deviation = 0", "volatility = -1", "played = 0", "won = 3"};
	for (size_t i = 0; i < sizeof(faults) / sizeof(*faults); i++) {
		const struct bot_rating good = {{1500, 350, 0.06}, 2, 1, 0, 0, 0};
		struct bot_rating got;
		char sql[80] = "UPDATE ratings SET ";
		bot_rating_set(store, NULL, "@w:x", &good);
		memory_store_sql(store, strcat(sql, faults[i]));
		assert_error(bot_rating_get(store, NULL, "@w:x", &got), BOT_STORE_CORRUPT);
	}
}

STORE_TEST(test_top_is_sorted_by_rating_minus_two_deviations)
{
	const struct bot_rating lucky = {{1700, 290, 0.06}, 1, 1, 0, 0, 0};
	const struct bot_rating tried = {{1600, 60, 0.06}, 40, 25, 0, 0, 0};
	const struct bot_rating weak = {{1200, 60, 0.06}, 40, 5, 0, 0, 0};
	struct bot_rated top[3];
	size_t count = bot_rating_top(store, "!a:x", top, 3);
	assert_int_equal(count, 0);
	bot_rating_set(store, "!a:x", "@lucky:x", &lucky);
	bot_rating_set(store, "!a:x", "@tried:x", &tried);
	bot_rating_set(store, "!a:x", "@weak:x", &weak);
	bot_rating_set(store, "!b:x", "@else:x", &tried);
	bot_rating_set(store, NULL, "@else:x", &tried);
	count = bot_rating_top(store, "!a:x", top, 3);
	assert_int_equal(count, 3);
	assert_string_equal(top[0].user, "@tried:x");
	assert_same(&top[0].rating, &tried);
	assert_string_equal(top[1].user, "@lucky:x");
	assert_string_equal(top[2].user, "@weak:x");
	count = bot_rating_top(store, "!a:x", top, 1);
	assert_int_equal(count, 1);
}

STORE_TEST(test_rating_moves_with_its_room)
{
	const struct bot_rating one = {{1600, 60, 0.06}, 40, 25, 0, 0, 0};
	struct bot_rating got;
	bot_rating_set(store, "!a:x", "@w:x", &one);
	bot_rating_set(store, NULL, "@w:x", &one);
	bot_store_room_moved(store, "!a:x", "!b:x");
	assert_false(bot_rating_get(store, "!a:x", "@w:x", &got));
	assert_true(bot_rating_get(store, "!b:x", "@w:x", &got));
	assert_same(&got, &one);
	assert_true(bot_rating_get(store, NULL, "@w:x", &got));
}
