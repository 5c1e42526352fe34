/*
 * Tests of encrypted messages: the interface to the encryption library, with two devices. A few
 * JSON objects replace the homeserver.
 */
#include "tests/e2ee/device.h"
#include "tests/support/cmocka.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void test_message_is_decrypted_by_devices_that_got_its_key(void **state)
{
	struct device alice, bob;
	char *text, *event;
	enum mx_machine_status status;
	json_t *clear;

	device_open_pair(&alice, &bob, *state);
	device_share_keys(&alice, &bob);
	event = device_send(&alice,
		"{\"msgtype\": \"m.text\", \"body\": \"secret\", \"m.relates_to\":"
		"{\"rel_type\": \"m.replace\", \"event_id\": \"$old\"}}");
	/*
	 * the relation to the event "$old" must not be encrypted, because the homeserver reads it
	 */
	assert_non_null(strstr(event, "$old"));

	clear = GOOD(mx_machine_decrypt, bob.machine, ROOM, event, 0);
	assert_string_equal(
		json_string_value(json_object_get(
			json_object_get(json_object_get(clear, "event"), "content"), "body")),
		"secret");
	json_decref(clear);
	/* Now Bob accepts only signed devices, and Alice has not signed her device. */
	clear = GOOD(mx_machine_decrypt, bob.machine, ROOM, event, 1);
	assert_null(json_object_get(clear, "event"));
	assert_non_null(json_object_get(clear, "why"));
	assert_true(json_is_true(json_object_get(clear, "unsigned")));
	json_decref(clear);
	/* The same event must not be readable in another room. */
	clear = GOOD(mx_machine_decrypt, bob.machine, "!other:example.org", event, 0);
	assert_null(json_object_get(clear, "event"));
	json_decref(clear);
	free(event);
	device_close_pair(&alice, &bob);
}

/* A homeserver can write a relation beside the encrypted content of an event. */
static void test_relation_beside_the_encrypted_content_is_not_inside(void **state)
{
	struct device alice, bob;
	char *text, *event, *forged;
	enum mx_machine_status status;
	json_t *json, *clear, *content;

	device_open_pair(&alice, &bob, *state);
	device_share_keys(&alice, &bob);
	event = device_send(&alice, "{\"msgtype\": \"m.text\", \"body\": \"secret\"}");
	json = json_loads(event, 0, NULL);
	(void)json_object_set_new(json_object_get(json, "content"), "m.relates_to",
		json_pack("{s:s, s:s}", "rel_type", "m.replace", "event_id", "$old"));
	forged = json_dumps(json, 0);
	clear = GOOD(mx_machine_decrypt, bob.machine, ROOM, forged, 0);
	content = json_object_get(json_object_get(clear, "event"), "content");
	assert_string_equal(json_string_value(json_object_get(content, "body")), "secret");
	assert_null(json_object_get(content, "m.relates_to"));
	json_decref(clear);
	json_decref(json);
	free(event);
	free(forged);
	device_close_pair(&alice, &bob);
}

static void test_copy_of_a_message_has_the_same_session_and_index(void **state)
{
	struct device alice, bob;
	char *text, *event, *other;
	enum mx_machine_status status;
	json_t *first, *copy, *next, *json;

	device_open_pair(&alice, &bob, *state);
	device_share_keys(&alice, &bob);
	event = device_send(&alice, "{\"body\": \"secret\"}");
	first = GOOD(mx_machine_decrypt, bob.machine, ROOM, event, 0);
	json = json_loads(event, 0, NULL);
	json_object_set_new(json, "event_id", json_string("$copy"));
	json_object_set_new(json, "origin_server_ts", json_integer(5));
	other = json_dumps(json, 0);
	copy = GOOD(mx_machine_decrypt, bob.machine, ROOM, other, 0);
	free(event);
	event = device_send(&alice, "{\"body\": \"secret\"}");
	next = GOOD(mx_machine_decrypt, bob.machine, ROOM, event, 0);
	assert_true(json_is_string(json_object_get(first, "session")));
	assert_true(
		json_equal(json_object_get(first, "session"), json_object_get(copy, "session")));
	assert_true(
		json_equal(json_object_get(first, "session"), json_object_get(next, "session")));
	assert_int_equal(json_integer_value(json_object_get(first, "index")), 0);
	assert_int_equal(json_integer_value(json_object_get(copy, "index")), 0);
	assert_int_equal(json_integer_value(json_object_get(next, "index")), 1);
	json_decref(first);
	json_decref(copy);
	json_decref(next);
	json_decref(json);
	free(event);
	free(other);
	device_close_pair(&alice, &bob);
}

static void test_malformed_parts_do_not_affect_others(void **state)
{
	struct device alice, bob;
	char *event;

	device_open_pair(&alice, &bob, *state);
	alice.hostile = bob.hostile = true;
	device_share_keys(&alice, &bob);
	event = device_send(&alice, "{\"body\": \"secret\"}");
	device_assert_read(&bob, event);
	free(event);
	device_close_pair(&alice, &bob);
}

static void test_malformed_events_are_unreadable(void **state)
{
	static const char *const broken[] = {"{", "nul", "{\"content\": {}}",
		"{\"content\": {\"algorithm\": \"m.megolm.v1.aes-sha2\", \"ciphertext\": 5}}"};
	struct device alice;
	json_t *deep = json_pack("{s:o}", "content", device_deep(200));
	char *text = json_dumps(deep, 0);

	device_open(&alice, *state, ALICE, "ALICES");
	for (size_t i = 0; i < sizeof(broken) / sizeof(*broken); i++)
		device_assert_unreadable(&alice, broken[i]);
	device_assert_unreadable(&alice, text);
	free(text);
	json_decref(deep);
	device_close(&alice);
}

static void test_invalid_user_ids_do_not_keep_others_from_the_keys(void **state)
{
	struct device alice, bob;
	char *event;

	device_open_pair(&alice, &bob, *state);
	device_answer_requests(&alice, &bob, NULL);
	device_answer_requests(&bob, &alice, NULL);
	device_answer_requests(&alice, &bob,
		"{\"room\": \"" ROOM "\", \"users\": [\"@a b\", \"@x\", 5, \"" ALICE "\", \"" BOB
		"\"], \"signed_only\": false}");
	event = device_send(&alice, "{\"body\": \"secret\"}");
	device_assert_read(&bob, event);
	free(event);
	device_close_pair(&alice, &bob);
}

/*
 * By default, the encryption library waits until its query of devices is answered. Then the whole
 * bot would have to wait.
 */
static void test_unanswered_device_query_delays_no_message(void **state)
{
#define THREE                                                                                      \
	"{\"room\": \"" ROOM "\", \"users\": [\"" ALICE "\", \"" BOB "\", \"@eve:example.org\"]"
	struct device alice, bob;
	char *text, *event;
	enum mx_machine_status status;
	json_t *query;

	device_open_pair(&alice, &bob, *state);
	device_answer_requests(&alice, &bob, NULL);
	device_answer_requests(&bob, &alice, NULL);
	device_answer_requests(&alice, &bob, THREE ", \"signed_only\": false}");
	json_decref(GOOD(mx_machine_take_sync, alice.machine,
		"{\"device_lists\": {\"changed\": [\"@eve:example.org\"]}}"));
	mx_machine_set_time(alice.machine, 1000000);
	query = GOOD(mx_machine_query_changed, alice.machine, 0);
	/* this request stays unanswered */
	assert_true(json_is_object(json_object_get(query, "request")));
	json_decref(query);
	/* the room asks about its members itself */
	alice.now = 1005000;
	mx_machine_set_time(alice.machine, alice.now);
	device_answer_requests(&alice, &bob, THREE ", \"signed_only\": false}");
	event = device_send(&alice, "{\"body\": \"secret\"}");
	device_assert_read(&bob, event);
	free(event);
	device_close_pair(&alice, &bob);
#undef THREE
}

/*
 * Returns how many messages the device encrypts with one key. The room's settings ask for a new key
 * after `asked` messages.
 */
static int messages_a_key(struct device *from, struct device *to, const char *asked)
{
	char room[300], *text;
	enum mx_machine_status status;
	json_t *requests;
	int count = 0;

	snprintf(room, sizeof(room),
		"{\"room\": \"" ROOM "\", \"users\": [\"" ALICE "\", \"" BOB
		"\"], \"signed_only\": false, \"rotation_messages\": %s}",
		asked);
	device_answer_requests(from, to, room);
	do {
		free(device_send(from, "{}"));
		count++;
		requests = GOOD(mx_machine_requests, from->machine, room);
		if (json_array_size(requests) > 0) {
			json_decref(requests);
			return count;
		}
		json_decref(requests);
	} while (count < 2000);
	return count;
}

static void test_key_rotation_of_a_room_is_bounded(void **state)
{
	static const struct {
		const char *asked;
		int messages;
	} cases[] = {{"1", 20}, {"0", 20}, {"-7", 20}, {"50", 50}, {"1e300", 100}, {"null", 100},
		{"9007199254740991", 1000}};
	struct device alice, bob;

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		device_open_pair(&alice, &bob, *state);
		device_answer_requests(&alice, &bob, NULL);
		device_answer_requests(&bob, &alice, NULL);
		assert_int_equal(messages_a_key(&alice, &bob, cases[i].asked), cases[i].messages);
		device_close_pair(&alice, &bob);
	}
}

static void test_file_is_encrypted_in_place(void **state)
{
	char data[] = "a board, and much more", *text;
	enum mx_machine_status status;
	json_t *key = GOOD(mx_machine_encrypt_file, data, sizeof(data) - 1);

	(void)state;
	assert_string_not_equal(data, "a board, and much more");
	assert_string_equal(json_string_value(json_object_get(key, "v")), "v2");
	assert_non_null(json_object_get(json_object_get(key, "hashes"), "sha256"));
	json_decref(key);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		DEVICE_TEST(test_message_is_decrypted_by_devices_that_got_its_key),
		DEVICE_TEST(test_relation_beside_the_encrypted_content_is_not_inside),
		DEVICE_TEST(test_copy_of_a_message_has_the_same_session_and_index),
		DEVICE_TEST(test_malformed_parts_do_not_affect_others),
		DEVICE_TEST(test_malformed_events_are_unreadable),
		DEVICE_TEST(test_invalid_user_ids_do_not_keep_others_from_the_keys),
		DEVICE_TEST(test_unanswered_device_query_delays_no_message),
		DEVICE_TEST(test_key_rotation_of_a_room_is_bounded),
		cmocka_unit_test(test_file_is_encrypted_in_place),
	};

	device_choose_place(argc, argv);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
