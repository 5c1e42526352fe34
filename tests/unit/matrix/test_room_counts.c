/* Tests that a room's value is parsed once, and again when it changes. */
#include "adapters/matrix/room/room_counts.h"
#include "tests/support/cmocka.h"

#include <stdio.h>

static json_int_t parse(const char *room, const char *value)
{
	json_t *parsed = mx_room_counts_parse(room, value);
	json_int_t used = json_integer_value(json_object_get(parsed, "used"));

	assert_non_null(parsed);
	json_decref(parsed);
	return used;
}

UNIT_TEST(test_value_is_kept_until_it_changes)
{
	json_t *first, *second;

	for (int i = 0; i < 2; i++)
		assert_int_equal(parse("!a:test", "{\"used\":1}"), 1);
	first = mx_room_counts_parse("!a:test", "{\"used\":1}");
	second = mx_room_counts_parse("!a:test", "{\"used\":1}");
	assert_ptr_equal(first, second);
	assert_int_equal(parse("!a:test", "{\"used\":2}"), 2);
	assert_int_equal(json_integer_value(json_object_get(first, "used")), 1);
	json_decref(first);
	json_decref(second);
	assert_int_equal(parse("!a:test", "{\"used\":1}"), 1);
}

UNIT_TEST(test_rooms_do_not_mix)
{
	char room[32], value[64];

	for (int round = 0; round < 3; round++)
		for (int i = 0; i < 1000; i++) { /* more rooms than there are places */
			snprintf(room, sizeof(room), "!%d:test", i);
			snprintf(value, sizeof(value), "{\"used\":%d}", i);
			assert_int_equal(parse(room, value), i);
		}
}

UNIT_TEST(test_bad_value_is_refused)
{
	assert_int_equal(parse("!a:test", "{\"used\":1}"), 1);
	assert_null(mx_room_counts_parse("!a:test", "{\"used\":"));
	assert_null(mx_room_counts_parse("!a:test", ""));
	assert_int_equal(parse("!a:test", "{\"used\":1}"), 1);
}

UNIT_TEST(test_long_value_is_parsed_each_time)
{
	char value[4096];
	json_t *first, *second;

	snprintf(value, sizeof(value), "{\"used\":7,\"name\":\"%02000d%02000d\"}", 0, 0);
	for (int i = 0; i < 2; i++)
		assert_int_equal(parse("!long:test", value), 7);
	first = mx_room_counts_parse("!long:test", value);
	second = mx_room_counts_parse("!long:test", value);
	assert_int_equal(json_integer_value(json_object_get(second, "used")), 7);
	assert_ptr_not_equal(first, second);
	json_decref(first);
	json_decref(second);
}

static int forget(void **state)
{
	(void)state;
	mx_room_counts_forget_parsed();
	return 0;
}

UNIT_TEST_GROUP(NULL, forget)
