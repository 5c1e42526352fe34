/* Tests json_stream.h, which reads big answers value by value. */
#include "adapters/matrix/client/json.h"
#include "adapters/matrix/client/json_stream.h"
#include "tests/support/cmocka.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Feeds a text in parts of `part` bytes. Returns NULL if the text is not one complete object. */
static json_t *read_in(const char *text, size_t size, size_t part, unsigned *dropped)
{
	struct mx_json_stream *stream = mx_json_stream_create();
	json_t *json = NULL;
	bool fine = true;

	assert_non_null(stream);
	for (size_t i = 0; i < size && fine; i += part)
		fine = mx_json_stream_feed(stream, text + i, size - i < part ? size - i : part);
	if (fine)
		json = mx_json_stream_take(stream);
	*dropped = mx_json_stream_dropped(stream);
	mx_json_stream_destroy(stream);
	return json;
}

static json_t *read_text(const char *text, unsigned *dropped)
{
	return read_in(text, strlen(text), strlen(text) + 1, dropped);
}

/* json_stream.h must give the same result as jansson. */
UNIT_TEST(test_valid_text_is_read_as_jansson_reads_it)
{
	static const char *const texts[] = {"{}", " { } ",
		"{\"next_batch\":\"s1\",\"rooms\":{\"join\":{\"!a:b\":{\"timeline\":{\"events\":[{"
		"\"type\":"
		"\"m\",\"content\":{\"body\":\"a\\\"]}\\\\\"}},null,7,\"x\",[],{}],\"limited\":"
		"true},"
		"\"state\":{\"events\":[]},\"summary\":{\"m.joined_member_count\":2}}},\"leave\":{}"
		"}}",
		"{ \"chunk\" : [ 1 , [ 2 , [ ] ] , { } ] , \"end\" : \"x\" , \"state\" : [ ] }",
		"{\"events\":[{\"a\":1}],\"x\":{\"events\":[1]},\"to_device\":{\"events\":[{}]}}",
		"{\"device_lists\":{\"changed\":[\"@a:b\"],\"left\":[]},\"a\":-1.5,\"b\":false}",
		"{\"\":1,\"\\u00e9\":2,\"rooms\":[1,2],\"join\":7}"};

	for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++) {
		size_t size = strlen(texts[i]);
		json_t *whole = json_loads(texts[i], 0, NULL);

		assert_non_null(whole);
		for (size_t part = 1; part <= size; part++) {
			unsigned dropped;
			json_t *json = read_in(texts[i], size, part, &dropped);

			assert_non_null(json);
			assert_true(json_equal(json, whole));
			assert_int_equal(dropped, 0);
			json_decref(json);
		}
		json_decref(whole);
	}
}

UNIT_TEST(test_text_that_is_no_object_is_refused)
{
	static const char *const texts[] = {"", "[]", "7", "\"x\"", "{", "{\"a\"",
		"{\"a\":", "{\"a\":1", "{\"a\":1,}", "{\"a\":1}}", "{\"a\":1} x", "{,}",
		"{\"a\" 1}", "{\"a\":,}", "{]", "{\"chunk\":[1,]}", "{\"chunk\":[,]}",
		"{\"chunk\":[}", "{\"chunk\":[1 2]}", "{\"a\":\"x", "<html>", "{1:2}",
		"{\"rooms\":{\"join\":{}}"};

	for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++) {
		unsigned dropped;

		assert_null(read_text(texts[i], &dropped));
	}
}

/*
 * Asserts that the reader drops only `piece` from a page that has `piece` between two good values.
 */
static void assert_dropped(const char *piece)
{
	char *text = malloc(strlen(piece) + 64);
	unsigned dropped;
	json_t *json, *chunk;

	sprintf(text, "{\"chunk\":[1,%s,3],\"end\":\"e\"}", piece);
	json = read_text(text, &dropped);
	chunk = json_object_get(json, "chunk");
	assert_int_equal(json_array_size(chunk), 3);
	assert_int_equal(json_integer_value(json_array_get(chunk, 0)), 1);
	assert_true(json_is_null(json_array_get(chunk, 1)));
	assert_int_equal(json_integer_value(json_array_get(chunk, 2)), 3);
	assert_string_equal(mx_json_text(json, "end"), "e");
	assert_int_equal(dropped, 1);
	json_decref(json);
	free(text);
}

static char *repeated(const char *begin, const char *part, size_t count, const char *end)
{
	char *text = malloc(strlen(begin) + count * strlen(part) + strlen(end) + 1);
	char *at = stpcpy(text, begin);

	while (count-- > 0)
		at = stpcpy(at, part);
	strcpy(at, end);
	return text;
}

UNIT_TEST(test_only_the_bad_value_is_dropped)
{
	char *big = repeated("{\"a\":\"", "x", 300000, "\"}");
	char *many = repeated("[", "{},", 40000, "{}]");

	assert_dropped("{\"a\":\"\\q\"}");
	assert_dropped("{\"a\":\"\x01\"}");
	assert_dropped("{\"a\" 1}");
	assert_dropped("[1,2}");
	assert_dropped("a:b");
	assert_dropped(big);
	assert_dropped(many);
	free(big);
	free(many);
}

UNIT_TEST(test_deep_value_is_cut)
{
	char *deep = repeated("{\"chunk\":[{\"a\":", "[", 5000, "");
	char *text = repeated(deep, "]", 5000, ",\"b\":1}]}");
	unsigned dropped;
	json_t *json = read_text(text, &dropped);

	assert_int_equal(json_integer_value(json_object_get(
				 json_array_get(json_object_get(json, "chunk"), 0), "b")),
		1);
	assert_int_equal(dropped, 0);
	json_decref(json);
	free(text);
	free(deep);
}

UNIT_TEST(test_value_of_a_bad_key_is_dropped)
{
	char *key = repeated("{\"", "k", 5000, "\":{\"x\":1},\"a\":2}");
	unsigned dropped;
	json_t *json = read_text(key, &dropped);

	assert_int_equal(json_object_size(json), 1);
	assert_int_equal(dropped, 1);
	json_decref(json);
	json = read_text("{\"\x01\":[1,2],\"a\":2}", &dropped);
	assert_int_equal(json_integer_value(json_object_get(json, "a")), 2);
	assert_int_equal(json_object_size(json), 1);
	json_decref(json);
	free(key);
}

#define EVENT "{\"type\":\"m.room.message\",\"content\":{\"body\":\"%s\"}},"

/* Reads an answer with `rooms` rooms. Each has `events` events of `bytes` bytes. */
static json_t *flood(unsigned rooms, unsigned events, unsigned bytes, unsigned *dropped)
{
	static const char end[] = "1],\"prev_batch\":\"p\"}},";
	struct mx_json_stream *stream = mx_json_stream_create();
	char *body = malloc(bytes + 1), *event = malloc(bytes + 128), head[256];
	json_t *json;

	memset(body, 'x', bytes);
	body[bytes] = '\0';
	sprintf(event, EVENT, body);
	assert_true(mx_json_stream_feed(stream, "{\"rooms\":{\"join\":{", 18));
	for (unsigned i = 0; i < rooms; i++) {
		sprintf(head, "\"!%u:b\":{\"timeline\":{\"limited\":false,\"events\":[", i);
		assert_true(mx_json_stream_feed(stream, head, strlen(head)));
		for (unsigned j = 0; j < events; j++)
			assert_true(mx_json_stream_feed(stream, event, strlen(event)));
		assert_true(mx_json_stream_feed(stream, end, strlen(end)));
	}
	sprintf(head, "\"!good:b\":{\"timeline\":{\"events\":[7]}}}},\"next_batch\":\"n\"}");
	assert_true(mx_json_stream_feed(stream, head, strlen(head)));
	json = mx_json_stream_take(stream);
	*dropped = mx_json_stream_dropped(stream);
	mx_json_stream_destroy(stream);
	free(event);
	free(body);
	return json;
}

static const json_t *timeline_of(const json_t *json, const char *room)
{
	const json_t *joined = json_object_get(json_object_get(json, "rooms"), "join");

	return json_object_get(json_object_get(joined, room), "timeline");
}

/*
 * From an answer of a hundred megabytes, the reader keeps the timelines of only some rooms. The
 * reader marks the other rooms as limited, so that the bot reads their gaps later.
 */
UNIT_TEST(test_timeline_that_does_not_fit_is_limited)
{
	unsigned dropped, whole = 0;
	json_t *json = flood(34, 50, 60000, &dropped), *good;
	char room[16];

	assert_non_null(json);
	assert_string_equal(mx_json_text(json, "next_batch"), "n");
	assert_int_equal(dropped, 0);
	for (unsigned i = 0; i < 34; i++) {
		const json_t *line;
		size_t size;

		sprintf(room, "!%u:b", i);
		line = timeline_of(json, room);
		size = json_array_size(json_object_get(line, "events"));
		whole += size == 51;
		assert_true(size == 51 || size == 0);
		assert_true(json_is_true(json_object_get(line, "limited")) == (size == 0));
		assert_string_equal(mx_json_text(line, "prev_batch"), "p");
	}
	assert_in_range(whole, 5, 10);
	good = json_object_get(timeline_of(json, "!good:b"), "events");
	assert_int_equal(json_array_size(good), 1);
	json_decref(json);
}

UNIT_TEST(test_one_room_does_not_crowd_out_the_others)
{
	unsigned dropped;
	json_t *json = flood(1, 2000, 60000, &dropped);

	assert_true(json_is_true(json_object_get(timeline_of(json, "!0:b"), "limited")));
	assert_int_equal(
		json_array_size(json_object_get(timeline_of(json, "!good:b"), "events")), 1);
	json_decref(json);
}

/*
 * The reader keeps the state events with an empty key, wherever they stand among a flood of other
 * events.
 */
UNIT_TEST(test_state_of_a_room_is_kept_beside_a_flood)
{
	static const char head[] = "{\"rooms\":{\"join\":{\"!a:b\":{\"state\":{\"events\":[";
	static const char tail[] =
		"{\"type\":\"m.room.power_levels\",\"state_key\":\"\"}]}}}},\"next_batch\":\"n\"}";
	struct mx_json_stream *stream = mx_json_stream_create();
	char *other =
		repeated("{\"type\":\"m.room.power_levels\",\"state_key\":\"", "x", 60000, "\"},");
	char *member = repeated(
		"{\"type\":\"m.room.member\",\"state_key\":\"@a:b\",\"x\":\"", "x", 60000, "\"},");
	json_t *json, *events, *last;

	assert_true(mx_json_stream_feed(stream, head, strlen(head)));
	for (int i = 0; i < 200; i++) {
		assert_true(mx_json_stream_feed(stream, other, strlen(other)));
		assert_true(mx_json_stream_feed(stream, member, strlen(member)));
	}
	assert_true(mx_json_stream_feed(stream, tail, strlen(tail)));
	json = mx_json_stream_take(stream);
	events = json_object_get(
		json_object_get(
			json_object_get(
				json_object_get(json_object_get(json, "rooms"), "join"), "!a:b"),
			"state"),
		"events");
	assert_in_range(json_array_size(events), 10, 100);
	last = json_array_get(events, json_array_size(events) - 1);
	assert_string_equal(mx_json_text(last, "state_key"), "");
	json_decref(json);
	mx_json_stream_destroy(stream);
	free(other);
	free(member);
}

/* The reader keeps next_batch even if a flood of other values comes before it. */
UNIT_TEST(test_short_members_are_kept_beside_a_flood)
{
	static const char head[] = "{\"to_device\":{\"events\":[";
	static const char tail[] = "1]},\"device_one_time_keys_count\":{\"x\":7},"
				   "\"next_batch\":\"n\"}";
	struct mx_json_stream *stream = mx_json_stream_create();
	json_t *json, *counts;

	assert_true(mx_json_stream_feed(stream, head, strlen(head)));
	for (int i = 0; i < 200000; i++)
		assert_true(mx_json_stream_feed(stream, "\"a\",", 4));
	assert_true(mx_json_stream_feed(stream, tail, strlen(tail)));
	json = mx_json_stream_take(stream);
	assert_string_equal(mx_json_text(json, "next_batch"), "n");
	counts = json_object_get(json, "device_one_time_keys_count");
	assert_int_equal(json_integer_value(json_object_get(counts, "x")), 7);
	json_decref(json);
	mx_json_stream_destroy(stream);
}

/* The reader keeps the gap of a room even if earlier rooms use up its memory limit. */
UNIT_TEST(test_gap_is_kept_beside_a_flood)
{
	static const char tail[] =
		"1]}},\"!b:b\":{\"timeline\":{\"events\":[],\"limited\":true}}}}}";
	struct mx_json_stream *stream = mx_json_stream_create();
	json_t *json;

	assert_true(mx_json_stream_feed(stream, "{\"rooms\":{\"join\":{", 18));
	for (int room = 0; room < 10; room++) {
		char head[64];

		snprintf(head, sizeof(head), "%s\"!%d:b\":{\"timeline\":{\"events\":[",
			room > 0 ? "1]}}," : "", room);
		assert_true(mx_json_stream_feed(stream, head, strlen(head)));
		for (int i = 0; i < 38000; i++)
			assert_true(mx_json_stream_feed(stream, "\"a\",", 4));
	}
	assert_true(mx_json_stream_feed(stream, tail, strlen(tail)));
	json = mx_json_stream_take(stream);
	assert_true(json_is_true(json_object_get(timeline_of(json, "!b:b"), "limited")));
	json_decref(json);
	mx_json_stream_destroy(stream);
}

UNIT_TEST(test_page_that_does_not_fit_overflows)
{
	struct mx_json_stream *stream = mx_json_stream_create();
	char *event = repeated("\"", "x", 60000, "\",");

	assert_true(mx_json_stream_feed(stream, "{\"chunk\":[", 10));
	for (int i = 0; i < 100; i++)
		assert_true(mx_json_stream_feed(stream, event, strlen(event)));
	assert_false(mx_json_stream_has_overflowed(stream));
	for (int i = 0; i < 400; i++)
		assert_true(mx_json_stream_feed(stream, event, strlen(event)));
	assert_true(mx_json_stream_has_overflowed(stream));
	mx_json_stream_destroy(stream);
	free(event);
}
