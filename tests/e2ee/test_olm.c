/* The border to the encryption library: two devices, and a homeserver that is a few JSON objects.
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

static void test_message_is_read_by_whom_the_key_was_sent(void **state)
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
	assert_non_null(strstr(event, "$old")); /* which the homeserver has to see */

	clear = GOOD(mx_olm_decrypt, bob.olm, ROOM, event, 0);
	assert_string_equal(
		json_string_value(json_object_get(
			json_object_get(json_object_get(clear, "event"), "content"), "body")),
		"secret");
	json_decref(clear);
	/* Alice has signed no device. */
	clear = GOOD(mx_olm_decrypt, bob.olm, ROOM, event, 1);
	assert_null(json_object_get(clear, "event"));
	assert_non_null(json_object_get(clear, "why"));
	json_decref(clear);
	/* And is in another room. */
	clear = GOOD(mx_olm_decrypt, bob.olm, "!other:example.org", event, 0);
	assert_null(json_object_get(clear, "event"));
	json_decref(clear);
	free(event);
	device_close(&alice);
	device_close(&bob);
}

static void test_keys_outlive_the_machine(void **state)
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
		mx_olm_open(bob.folder, BOB, "OTHER", &bob.olm, &text), MX_OLM_OTHER_DEVICE);
	mx_olm_free(text);
	assert_int_equal(
		mx_olm_open(bob.folder, ALICE, "BOBS", &bob.olm, &text), MX_OLM_OTHER_DEVICE);
	mx_olm_free(text);
	assert_int_equal(mx_olm_open(bob.folder, BOB, "BOBS", &bob.olm, &text), MX_OLM_OK);
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

static void test_faults_are_answers(void **state)
{
	static const char *const broken[] = {"{", "nul", "\xff", "{\"room\": 1"};
	struct device alice;
	char *text;
	enum mx_olm_status status;

	device_open(&alice, *state, ALICE, "ALICES");
	BAD(mx_olm_sync, alice.olm, "{\"to_device\": {\"events\": 1}}");
	for (size_t i = 0; i < sizeof broken / sizeof *broken; i++) {
		BAD(mx_olm_decrypt, alice.olm, ROOM, broken[i], 0);
		BAD(mx_olm_requests, alice.olm, broken[i]);
		BAD(mx_olm_answered, alice.olm, "id", "query", broken[i]);
		BAD(mx_olm_recover, alice.olm, broken[i]);
	}
	BAD(mx_olm_answered, alice.olm, "id", "nonsense", "{}");
	BAD(mx_olm_devices, alice.olm, "no user", 0);
	/* The library panics here: no key was shared. It goes no further than the border. */
	BAD(mx_olm_encrypt, alice.olm, ROOM, "m.room.message", "{}");
	BAD(mx_olm_encrypt_file, NULL, 0);
	BAD(mx_olm_sync, alice.olm, NULL);
	device_close(&alice);
}

static void test_file_is_not_what_it_was(void **state)
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

static void test_identity_is_made_once_and_recovered_with_its_key(void **state)
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
	/* The other device has to know what is published, which here is nothing: it refuses. */
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

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(
			test_message_is_read_by_whom_the_key_was_sent, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_keys_outlive_the_machine, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_faults_are_answers, set_up, tear_down),
		cmocka_unit_test(test_file_is_not_what_it_was),
		cmocka_unit_test_setup_teardown(
			test_identity_is_made_once_and_recovered_with_its_key, set_up, tear_down),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
