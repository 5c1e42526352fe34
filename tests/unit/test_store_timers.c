/* The timers of matches. */
#include "bot/store/store.h"
#include "tests/support/memory_store.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

static struct bot_match playing(struct bot_store *store)
{
	struct bot_match match = memory_store_challenge("!a:x", "@w:x", "@b:x");
	match.rules.first = EG_WHITE;
	assert_int_equal(bot_store_match_add(store, &match), BOT_OK);
	return match;
}

static void test_next_timer_is_the_earliest(void **state)
{
	struct bot_store *store = *state;
	int64_t match = 0, due = 0;
	enum bot_timer kind;
	assert_int_equal(bot_store_timer_next(store, &match, &kind, &due), BOT_NOT_FOUND);
	struct bot_match a = playing(store), b = playing(store);
	assert_int_equal(bot_store_timer_set(store, a.id, BOT_TIMER_CHALLENGE, 2000), BOT_OK);
	assert_int_equal(bot_store_timer_set(store, b.id, BOT_TIMER_CHALLENGE, 1000), BOT_OK);
	assert_int_equal(bot_store_timer_next(store, &match, &kind, &due), BOT_OK);
	assert_int_equal(match, b.id);
	assert_int_equal(kind, BOT_TIMER_CHALLENGE);
	assert_int_equal(due, 1000);
	/* Setting a timer again replaces it. */
	assert_int_equal(bot_store_timer_set(store, b.id, BOT_TIMER_CHALLENGE, INT64_MAX), BOT_OK);
	assert_int_equal(bot_store_timer_next(store, &match, &kind, &due), BOT_OK);
	assert_int_equal(match, a.id);
	assert_int_equal(bot_store_timer_clear(store, a.id, BOT_TIMER_CHALLENGE), BOT_OK);
	assert_int_equal(bot_store_timer_clear(store, a.id, BOT_TIMER_CHALLENGE), BOT_OK);
	assert_int_equal(bot_store_timer_next(store, &match, &kind, &due), BOT_OK);
	assert_int_equal(match, b.id);
	assert_int_equal(due, INT64_MAX);
	memory_store_sql(store, "UPDATE timers SET kind = 'egg'");
	assert_int_equal(bot_store_timer_next(store, &match, &kind, &due), BOT_STORE_CORRUPT);
}

static void test_each_match_has_its_own_timers(void **state)
{
	struct bot_store *store = *state;
	int64_t match = 0, due = 7;
	enum bot_timer kind;
	struct bot_match a = playing(store), b = playing(store);
	for (enum bot_timer timer = BOT_TIMER_CHALLENGE; timer <= BOT_TIMER_NUDGE; timer++) {
		assert_int_equal(bot_store_timer_set(store, a.id, timer, 10 + timer), BOT_OK);
		assert_int_equal(bot_store_timer_get(store, b.id, timer, &due), BOT_NOT_FOUND);
		assert_int_equal(due, 7);
	}
	assert_int_equal(bot_store_timer_set(store, b.id, BOT_TIMER_NUDGE, 99), BOT_OK);
	for (enum bot_timer timer = BOT_TIMER_CHALLENGE; timer <= BOT_TIMER_NUDGE; timer++) {
		assert_int_equal(bot_store_timer_get(store, a.id, timer, &due), BOT_OK);
		assert_int_equal(due, 10 + timer);
		assert_int_equal(bot_store_timer_next(store, &match, &kind, &due), BOT_OK);
		assert_int_equal(match, a.id);
		assert_int_equal(kind, BOT_TIMER_CHALLENGE);
	}
	assert_int_equal(bot_store_timers_clear(store, a.id), BOT_OK);
	assert_int_equal(bot_store_timer_next(store, &match, &kind, &due), BOT_OK);
	assert_int_equal(match, b.id);
	assert_int_equal(kind, BOT_TIMER_NUDGE);
	assert_int_equal(due, 99);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(name, memory_store_begin, memory_store_end)
		TEST(test_next_timer_is_the_earliest),
		TEST(test_each_match_has_its_own_timers),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
