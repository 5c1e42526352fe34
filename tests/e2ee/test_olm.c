/*
 * Tests of the interface to the encryption library, with two devices. A few JSON objects replace
 * the homeserver.
 */
#include "tests/e2ee/device.h"

#include <jansson.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <cmocka.h>

static char *send(struct device *from, const char *content)
{
	char *text, *event;
	enum mx_olm_status status;
	json_t *sealed = GOOD(mx_olm_encrypt, from->olm, ROOM, "m.room.message", content);
	json_t *whole =
		json_pack("{s:s, s:s, s:s, s:i, s:o}", "type", "m.room.encrypted", "event_id",
			"$event", "sender", from->user, "origin_server_ts", 1, "content", sealed);

	event = json_dumps(whole, 0);
	json_decref(whole);
	assert_null(strstr(event, "secret"));
	return event;
}

static void test_message_is_decrypted_by_devices_that_got_its_key(void **state)
{
	struct device alice, bob;
	char *text, *event;
	enum mx_olm_status status;
	json_t *clear;

	device_open(&alice, *state, ALICE, "ALICES");
	device_open(&bob, *state, BOB, "BOBS");
	device_settle(&alice, &bob, NULL);
	device_settle(&bob, &alice, NULL);
	device_settle(&alice, &bob, device_circle);
	event = send(&alice, "{\"msgtype\": \"m.text\", \"body\": \"secret\", \"m.relates_to\":"
			     "{\"rel_type\": \"m.replace\", \"event_id\": \"$old\"}}");
	assert_non_null(strstr(event, "$old")); /* the homeserver must see the relation */

	clear = GOOD(mx_olm_decrypt, bob.olm, ROOM, event, 0);
	assert_string_equal(
		json_string_value(json_object_get(
			json_object_get(json_object_get(clear, "event"), "content"), "body")),
		"secret");
	json_decref(clear);
	/* Alice has not signed her device. */
	clear = GOOD(mx_olm_decrypt, bob.olm, ROOM, event, 1);
	assert_null(json_object_get(clear, "event"));
	assert_non_null(json_object_get(clear, "why"));
	json_decref(clear);
	/* The event is from another room. */
	clear = GOOD(mx_olm_decrypt, bob.olm, "!other:example.org", event, 0);
	assert_null(json_object_get(clear, "event"));
	json_decref(clear);
	free(event);
	device_close(&alice);
	device_close(&bob);
}

static void test_keys_survive_a_restart(void **state)
{
	struct device alice, bob;
	char *text, *event;
	enum mx_olm_status status;
	json_t *first, *again, *clear;

	device_open(&alice, *state, ALICE, "ALICES");
	device_open(&bob, *state, BOB, "BOBS");
	device_settle(&alice, &bob, NULL);
	device_settle(&bob, &alice, NULL);
	device_settle(&alice, &bob, device_circle);
	first = GOOD(mx_olm_identity, bob.olm);
	mx_olm_close(bob.olm);
	assert_int_equal(
		mx_olm_open(bob.folder, NULL, BOB, "OTHER", &bob.olm, &text), MX_OLM_OTHER_DEVICE);
	mx_olm_free(text);
	assert_int_equal(
		mx_olm_open(bob.folder, NULL, ALICE, "BOBS", &bob.olm, &text), MX_OLM_OTHER_DEVICE);
	mx_olm_free(text);
	assert_int_equal(mx_olm_open(bob.folder, NULL, BOB, "BOBS", &bob.olm, &text), MX_OLM_OK);
	mx_olm_free(text);
	again = GOOD(mx_olm_identity, bob.olm);
	assert_true(json_equal(first, again));
	event = send(&alice, "{\"body\": \"secret\"}");
	clear = GOOD(mx_olm_decrypt, bob.olm, ROOM, event, 0);
	assert_non_null(json_object_get(clear, "event"));
	json_decref(clear);
	json_decref(first);
	json_decref(again);
	free(event);
	device_close(&alice);
	device_close(&bob);
}

static void test_invalid_arguments_return_errors(void **state)
{
	static const char *const broken[] = {"{", "nul", "\xff", "{\"room\": 1"};
	struct device alice;
	char *text;
	enum mx_olm_status status;

	device_open(&alice, *state, ALICE, "ALICES");
	for (size_t i = 0; i < sizeof broken / sizeof *broken; i++) {
		BAD(mx_olm_requests, alice.olm, broken[i]);
		BAD(mx_olm_take_answer, alice.olm, "{\"id\": \"id\", \"kind\": \"query\"}",
			broken[i]);
		BAD(mx_olm_take_answer, alice.olm, broken[i], "{}");
		BAD(mx_olm_recover, alice.olm, broken[i]);
	}
	BAD(mx_olm_take_answer, alice.olm, "{\"id\": \"id\", \"kind\": \"nonsense\"}", "{}");
	BAD(mx_olm_count_devices, alice.olm, "no user", 0);
	/* No key was shared, so the library panics. The interface turns that into an error. */
	BAD(mx_olm_encrypt, alice.olm, ROOM, "m.room.message", "{}");
	BAD(mx_olm_encrypt_file, NULL, 0);
	BAD(mx_olm_take_sync, alice.olm, NULL);
	device_close(&alice);
}

static void open_pair(struct device *alice, struct device *bob, void **state)
{
	device_open(alice, *state, ALICE, "ALICES");
	device_open(bob, *state, BOB, "BOBS");
}

static void settle_pair(struct device *alice, struct device *bob)
{
	device_settle(alice, bob, NULL);
	device_settle(bob, alice, NULL);
	device_settle(alice, bob, device_circle);
}

static void assert_read(struct device *device, const char *event)
{
	char *text;
	enum mx_olm_status status;
	json_t *clear = GOOD(mx_olm_decrypt, device->olm, ROOM, event, 0);

	assert_non_null(json_object_get(clear, "event"));
	json_decref(clear);
}

static void assert_unreadable(struct device *device, const char *event)
{
	char *text;
	enum mx_olm_status status;
	json_t *clear = GOOD(mx_olm_decrypt, device->olm, ROOM, event, 0);

	assert_null(json_object_get(clear, "event"));
	assert_non_null(json_object_get(clear, "why"));
	json_decref(clear);
}

static void test_malformed_parts_do_not_affect_others(void **state)
{
	struct device alice, bob;
	char *event;

	open_pair(&alice, &bob, state);
	alice.hostile = bob.hostile = true;
	settle_pair(&alice, &bob);
	event = send(&alice, "{\"body\": \"secret\"}");
	assert_read(&bob, event);
	free(event);
	device_close(&alice);
	device_close(&bob);
}

static void test_malformed_events_are_unreadable(void **state)
{
	static const char *const broken[] = {"{", "nul", "{\"content\": {}}",
		"{\"content\": {\"algorithm\": \"m.megolm.v1.aes-sha2\", \"ciphertext\": 5}}"};
	struct device alice;
	json_t *deep = json_pack("{s:o}", "content", device_deep(200));
	char *text = json_dumps(deep, 0);

	device_open(&alice, *state, ALICE, "ALICES");
	for (size_t i = 0; i < sizeof broken / sizeof *broken; i++)
		assert_unreadable(&alice, broken[i]);
	assert_unreadable(&alice, text);
	free(text);
	json_decref(deep);
	device_close(&alice);
}

static void test_invalid_user_ids_do_not_keep_others_from_the_keys(void **state)
{
	struct device alice, bob;
	char *event;

	open_pair(&alice, &bob, state);
	device_settle(&alice, &bob, NULL);
	device_settle(&bob, &alice, NULL);
	device_settle(&alice, &bob,
		"{\"room\": \"" ROOM "\", \"users\": [\"@a b\", \"@x\", 5, \"" ALICE "\", \"" BOB
		"\"], \"signed_only\": false}");
	event = send(&alice, "{\"body\": \"secret\"}");
	assert_read(&bob, event);
	free(event);
	device_close(&alice);
	device_close(&bob);
}

/* Without care, the library would wait for the answer to the query, and so would the whole bot. */
static void test_unanswered_device_query_delays_no_message(void **state)
{
#define THREE                                                                                      \
	"{\"room\": \"" ROOM "\", \"users\": [\"" ALICE "\", \"" BOB "\", \"@eve:example.org\"]"
	struct device alice, bob;
	char *text, *event;
	enum mx_olm_status status;
	json_t *requests, *request;
	size_t i, queries = 0;

	open_pair(&alice, &bob, state);
	device_settle(&alice, &bob, NULL);
	device_settle(&bob, &alice, NULL);
	device_settle(&alice, &bob, THREE ", \"signed_only\": false}");
	json_decref(GOOD(mx_olm_take_sync, alice.olm,
		"{\"device_lists\": {\"changed\": [\"@eve:example.org\"]}}"));
	requests = GOOD(mx_olm_requests, alice.olm, NULL);
	json_array_foreach (requests, i, request)
		queries +=
			strcmp(json_string_value(json_object_get(request, "kind")), "query") == 0;
	assert_int_equal(queries, 1); /* this request stays unanswered */
	json_decref(requests);
	requests = GOOD(mx_olm_requests, alice.olm,
		THREE ", \"signed_only\": false, \"request_under_way\": true}");
	assert_int_equal(json_array_size(requests), 0);
	json_decref(requests);
	event = send(&alice, "{\"body\": \"secret\"}");
	assert_read(&bob, event);
	free(event);
	device_close(&alice);
	device_close(&bob);
#undef THREE
}

static bool wants_upload(struct device *device, const char *sync)
{
	char *text;
	enum mx_olm_status status;
	json_t *requests, *request;
	bool found = false;
	size_t i;

	json_decref(GOOD(mx_olm_take_sync, device->olm, sync));
	requests = GOOD(mx_olm_requests, device->olm, NULL);
	json_array_foreach (requests, i, request)
		found |= strcmp(json_string_value(json_object_get(request, "kind")), "upload") == 0;
	json_decref(requests);
	return found;
}

static void test_missing_one_time_key_count_means_no_keys(void **state)
{
	struct device alice, bob;

	open_pair(&alice, &bob, state);
	settle_pair(&alice, &bob);
	assert_false(wants_upload(&alice,
		"{\"device_one_time_keys_count\": {\"signed_curve25519\": 50}, \"since\": true}"));
	assert_true(wants_upload(
		&alice, "{\"device_one_time_keys_count\": {\"other\": 1}, \"since\": true}"));
	device_close(&alice);
	device_close(&bob);
}

/* The number of messages with one key, in a room whose settings ask for `asked`. */
static int messages_a_key(struct device *from, struct device *to, const char *asked)
{
	char circle[300], *text;
	enum mx_olm_status status;
	json_t *requests;
	int count = 0;

	snprintf(circle, sizeof circle,
		"{\"room\": \"" ROOM "\", \"users\": [\"" ALICE "\", \"" BOB
		"\"], \"signed_only\": false, \"rotation_messages\": %s}",
		asked);
	device_settle(from, to, circle);
	do {
		free(send(from, "{}"));
		count++;
		requests = GOOD(mx_olm_requests, from->olm, circle);
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

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		open_pair(&alice, &bob, state);
		device_settle(&alice, &bob, NULL);
		device_settle(&bob, &alice, NULL);
		assert_int_equal(messages_a_key(&alice, &bob, cases[i].asked), cases[i].messages);
		device_close(&alice);
		device_close(&bob);
	}
}

static void test_copy_of_a_message_has_the_same_session_and_index(void **state)
{
	struct device alice, bob;
	char *text, *event, *other;
	enum mx_olm_status status;
	json_t *first, *copy, *next, *json;

	open_pair(&alice, &bob, state);
	settle_pair(&alice, &bob);
	event = send(&alice, "{\"body\": \"secret\"}");
	first = GOOD(mx_olm_decrypt, bob.olm, ROOM, event, 0);
	json = json_loads(event, 0, NULL);
	json_object_set_new(json, "event_id", json_string("$copy"));
	json_object_set_new(json, "origin_server_ts", json_integer(5));
	other = json_dumps(json, 0);
	copy = GOOD(mx_olm_decrypt, bob.olm, ROOM, other, 0);
	free(event);
	event = send(&alice, "{\"body\": \"secret\"}");
	next = GOOD(mx_olm_decrypt, bob.olm, ROOM, event, 0);
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
	device_close(&alice);
	device_close(&bob);
}

static void test_replacing_device_reads_messages_for_the_old_one(void **state)
{
	struct device alice, bob, new;
	char *event;

	open_pair(&alice, &bob, state);
	settle_pair(&alice, &bob);
	event = send(&alice, "{\"body\": \"secret\"}");
	mx_olm_close(bob.olm);
	bob.olm = NULL;
	device_open_after(&new, *state, &bob, "NEWS");
	assert_read(&new, event);
	free(event);
	device_close(&alice);
	device_close(&bob);
	device_close(&new);
}

static void test_file_is_encrypted_in_place(void **state)
{
	char data[] = "a board, and much more", *text;
	enum mx_olm_status status;
	json_t *key = GOOD(mx_olm_encrypt_file, data, sizeof data - 1);

	(void)state;
	assert_string_not_equal(data, "a board, and much more");
	assert_string_equal(json_string_value(json_object_get(key, "v")), "v2");
	assert_non_null(json_object_get(json_object_get(key, "hashes"), "sha256"));
	json_decref(key);
}

static void test_identity_is_recovered_only_with_its_own_key(void **state)
{
	struct device alice, other;
	char *text, *question;
	enum mx_olm_status status;
	json_t *made, *again, *secrets = json_object(), *request, *key = NULL, *answer;
	const char *id = NULL;
	size_t i;

	device_open(&alice, *state, ALICE, "ALICES");
	device_open(&other, *state, ALICE, "OTHER");
	device_settle(&alice, &other, NULL);
	made = GOOD(mx_olm_bootstrap, alice.olm);
	again = GOOD(mx_olm_bootstrap, alice.olm);
	json_array_foreach (json_object_get(made, "requests"), i, request) {
		const char *path = json_string_value(json_object_get(request, "path"));
		json_t *body = json_object_get(request, "body");

		if (strstr(path, "default%5Fkey"))
			id = json_string_value(json_object_get(body, "key"));
		else if (strstr(path, "%2Ekey%2E"))
			key = body;
		else if (strstr(path, "self%5Fsigning"))
			json_object_set(secrets, "m.cross_signing.self_signing", body);
		else if (strstr(path, "user%5Fsigning"))
			json_object_set(secrets, "m.cross_signing.user_signing", body);
		else if (strstr(path, "master"))
			json_object_set(secrets, "m.cross_signing.master", body);
	}
	assert_int_equal(json_object_size(secrets), 3);
	/*
	 * The other device must know the published keys. Here nothing is published, so it refuses.
	 */
	answer = json_pack("{s:O, s:s, s:O, s:O}", "recovery_key",
		json_object_get(made, "recovery_key"), "key_id", id, "key", key, "secrets",
		secrets);
	question = json_dumps(answer, 0);
	json_decref(GOOD(mx_olm_recover, alice.olm, question));
	free(question);
	json_object_set(answer, "recovery_key", json_object_get(again, "recovery_key"));
	question = json_dumps(answer, 0);
	BAD(mx_olm_recover, alice.olm, question);
	free(question);
	json_decref(answer);
	json_decref(secrets);
	json_decref(made);
	json_decref(again);
	device_close(&alice);
	device_close(&other);
}

static int set_up(void **state)
{
	static struct temp temp;

	*state = &temp;
	return temp_init(&temp);
}

static int tear_down(void **state)
{
	return temp_finish(*state);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(
			test_message_is_decrypted_by_devices_that_got_its_key, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_keys_survive_a_restart, set_up, tear_down),
		cmocka_unit_test_setup_teardown(
			test_invalid_arguments_return_errors, set_up, tear_down),
		cmocka_unit_test(test_file_is_encrypted_in_place),
		TEST(test_malformed_parts_do_not_affect_others),
		TEST(test_malformed_events_are_unreadable),
		TEST(test_invalid_user_ids_do_not_keep_others_from_the_keys),
		TEST(test_unanswered_device_query_delays_no_message),
		TEST(test_missing_one_time_key_count_means_no_keys),
		TEST(test_key_rotation_of_a_room_is_bounded),
		TEST(test_copy_of_a_message_has_the_same_session_and_index),
		TEST(test_replacing_device_reads_messages_for_the_old_one),
		cmocka_unit_test_setup_teardown(
			test_identity_is_recovered_only_with_its_own_key, set_up, tear_down),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
