/* Events and encrypted messages that come twice. */
#include "bot/store/outbox.h"
#include "tests/support/memory_store.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

static char too_long[BOT_ID_SIZE + 1];

static int begin(void **state)
{
	memset(too_long, 'x', BOT_ID_SIZE);
	return memory_store_begin(state);
}

static bool again(struct bot_store *store, const char *event)
{
	bool known = false;
	assert_int_equal(bot_store_handled(store, event, &known), BOT_OK);
	return known;
}

static void test_event_is_handled_once(void **state)
{
	bool known = true;
	assert_false(again(*state, "$1"));
	assert_false(again(*state, "$2"));
	assert_true(again(*state, "$1"));
	assert_true(again(*state, "$1"));
	assert_false(again(*state, "$3"));
	assert_int_equal(bot_store_handled(*state, "", &known), BOT_INVALID);
	assert_int_equal(bot_store_handled(*state, NULL, &known), BOT_INVALID);
	assert_int_equal(bot_store_handled(*state, too_long, &known), BOT_INVALID);
	assert_true(known);
}

static void test_old_events_are_forgotten(void **state)
{
	char event[32];
	for (int i = 0; i < 65536 + 10; i++) {
		snprintf(event, sizeof event, "$%d", i);
		assert_false(again(*state, event));
	}
	assert_true(again(*state, "$10"));
	assert_true(again(*state, "$65545"));
	assert_false(again(*state, "$9"));
	assert_false(again(*state, "$10"));
}

static bool read_before(
	struct bot_store *store, const char *sender, const char *stream, uint32_t number)
{
	bool known = false;
	assert_int_equal(bot_store_numbered(store, sender, stream, number, &known), BOT_OK);
	return known;
}

static void test_number_of_a_stream_is_new_once(void **state)
{
	bool known = true;
	assert_false(read_before(*state, "@a:x", "key", 0));
	assert_false(read_before(*state, "@a:x", "key", 7));
	assert_false(read_before(*state, "@a:x", "key", 3)); /* an older number that comes late */
	assert_true(read_before(*state, "@a:x", "key", 0));
	assert_true(read_before(*state, "@a:x", "key", 3));
	assert_true(read_before(*state, "@a:x", "key", 7));
	assert_false(read_before(*state, "@a:x", "other", 7));
	assert_false(read_before(*state, "@b:x", "key", 7));
	assert_false(read_before(*state, "@a:x", "key", UINT32_MAX));
	assert_true(read_before(*state, "@a:x", "key", UINT32_MAX));
	assert_int_equal(bot_store_numbered(*state, "@a:x", too_long, 1, &known), BOT_INVALID);
	assert_true(known);
}

static void test_numbers_below_the_window_count_as_read(void **state)
{
	for (uint32_t i = 0; i < 3000; i += 3)
		assert_false(read_before(*state, "@a:x", "key", i));
	for (uint32_t i = 0; i < 3000; i += 3)
		assert_true(read_before(*state, "@a:x", "key", i));
	assert_true(read_before(
		*state, "@a:x", "key", 2997 - 1024)); /* below the window: counts as read */
	assert_false(read_before(*state, "@a:x", "key", 2997 - 1022));
}

static void test_old_streams_of_a_sender_are_forgotten(void **state)
{
	char stream[32];
	assert_false(read_before(*state, "@b:x", "key", 5));
	for (int i = 0; i < 1001; i++) {
		snprintf(stream, sizeof stream, "key %d", i);
		assert_false(read_before(*state, "@a:x", stream, 5));
	}
	assert_true(read_before(*state, "@a:x", "key 1", 5));
	assert_false(read_before(*state, "@a:x", "key 0", 5));
	assert_true(read_before(*state, "@b:x", "key", 5)); /* another sender's stream */
}

int main(void)
{
	const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, memory_store_end)
		TEST(test_event_is_handled_once),
		TEST(test_old_events_are_forgotten),
		TEST(test_number_of_a_stream_is_new_once),
		TEST(test_numbers_below_the_window_count_as_read),
		TEST(test_old_streams_of_a_sender_are_forgotten),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
