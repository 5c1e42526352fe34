/* Tests of the keys of a device, which the encryption library stores, uploads and recovers. */
#include "tests/e2ee/device.h"
#include "tests/support/cmocka.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void test_keys_survive_a_restart(void **state)
{
	struct device alice, bob;
	char *text, *event;
	enum mx_machine_status status;
	json_t *first, *again, *clear;

	device_open_pair(&alice, &bob, *state);
	device_share_keys(&alice, &bob);
	first = GOOD(mx_machine_identity, bob.machine);
	mx_machine_close(bob.machine);
	assert_int_equal(device_open_again(&bob, BOB, "OTHER"), MX_MACHINE_OTHER_DEVICE);
	assert_int_equal(device_open_again(&bob, ALICE, "BOBS"), MX_MACHINE_OTHER_DEVICE);
	assert_int_equal(device_open_again(&bob, BOB, "BOBS"), MX_MACHINE_OK);
	again = GOOD(mx_machine_identity, bob.machine);
	assert_true(json_equal(first, again));
	event = device_send(&alice, "{\"body\": \"secret\"}");
	clear = GOOD(mx_machine_decrypt, bob.machine, ROOM, event, 0);
	assert_non_null(json_object_get(clear, "event"));
	json_decref(clear);
	json_decref(first);
	json_decref(again);
	free(event);
	device_close_pair(&alice, &bob);
}

static void test_replacing_device_reads_messages_for_the_old_one(void **state)
{
	struct device alice, bob, new;
	char *event;

	device_open_pair(&alice, &bob, *state);
	device_share_keys(&alice, &bob);
	event = device_send(&alice, "{\"body\": \"secret\"}");
	mx_machine_close(bob.machine);
	bob.machine = NULL;
	device_open_after(&new, *state, &bob, "NEWS");
	device_assert_read(&new, event);
	free(event);
	device_close_pair(&alice, &bob);
	device_close(&new);
}

/* Asserts what the machine knows about the devices of a user who has signed none of them. */
static void assert_devices(
	struct mx_machine *machine, const char *user, int signed_only, int devices, bool known)
{
	enum mx_machine_status status;
	char *text;

	json_t *found = GOOD(mx_machine_count_devices, machine, user, signed_only);
	assert_int_equal(json_integer_value(json_object_get(found, "devices")), devices);
	assert_int_equal(json_is_true(json_object_get(found, "known")), known);
	assert_true(json_is_false(json_object_get(found, "identity")));
	json_decref(found);
}

static void test_account_without_an_identity_is_told_apart(void **state)
{
	struct device alice, bob;

	device_open_pair(&alice, &bob, *state);
	assert_devices(alice.machine, BOB, 0, 0, false);
	device_share_keys(&alice, &bob);
	assert_devices(alice.machine, BOB, 0, 1, true);
	assert_devices(alice.machine, BOB, 1, 0, true);
	device_close_pair(&alice, &bob);
}

/* Returns the Megolm session of an event as a new reference. */
static json_t *session_of(const char *event)
{
	json_t *json = json_loads(event, 0, NULL);
	json_t *session =
		json_incref(json_object_get(json_object_get(json, "content"), "session_id"));

	json_decref(json);
	assert_true(json_is_string(session));
	return session;
}

static void test_forgotten_sessions_are_not_used_again(void **state)
{
	struct device alice, bob;
	char *text, *before, *after;
	enum mx_machine_status status;
	json_t *old, *new;

	device_open_pair(&alice, &bob, *state);
	device_share_keys(&alice, &bob);
	before = device_send(&alice, "{\"body\": \"secret\"}");
	mx_machine_close(alice.machine);
	json_decref(GOOD(mx_machine_forget_sessions, &alice.place));
	assert_int_equal(device_open_again(&alice, ALICE, "ALICES"), MX_MACHINE_OK);
	device_share_keys(&alice, &bob);
	after = device_send(&alice, "{\"body\": \"secret\"}");
	old = session_of(before);
	new = session_of(after);
	assert_false(json_equal(old, new));
	device_assert_read(&bob, before);
	device_assert_read(&bob, after);
	json_decref(old);
	json_decref(new);
	free(before);
	free(after);
	device_close_pair(&alice, &bob);
}

static void test_missing_folder_has_no_sessions_to_forget(void **state)
{
	struct temp *temp = *state;
	char *text;
	enum mx_machine_status status;

	BAD(mx_machine_forget_sessions, (&(struct mx_machine_keys){.folder = temp->path}));
}

static bool wants_upload(struct device *device, const char *sync)
{
	char *text;
	enum mx_machine_status status;
	json_t *requests, *request;
	bool found = false;
	size_t i;

	json_decref(GOOD(mx_machine_take_sync, device->machine, sync));
	requests = GOOD(mx_machine_requests, device->machine, NULL);
	json_array_foreach (requests, i, request)
		found |= strcmp(json_string_value(json_object_get(request, "kind")), "upload") == 0;
	json_decref(requests);
	return found;
}

static const char no_count[] = "{\"device_one_time_keys_count\": {\"other\": 1}, \"since\": true}";

/*
 * Checks that the device uploads new one-time keys after three answers to /sync without their
 * number, but not before. Gives the device an answer to the upload in which the homeserver holds
 * `before` more keys than it got.
 */
static void upload_after_three(struct device *device, json_int_t before)
{
	char *text, *question, *answer;
	enum mx_machine_status status;
	json_t *requests, *request;
	size_t i;

	assert_false(wants_upload(device, no_count));
	assert_false(wants_upload(device, no_count));
	assert_true(wants_upload(device, no_count));
	requests = GOOD(mx_machine_requests, device->machine, NULL);
	json_array_foreach (requests, i, request) {
		const json_t *body = json_object_get(request, "body");
		json_t *held, *taken;

		if (strcmp(json_string_value(json_object_get(request, "kind")), "upload") != 0)
			continue;
		held = json_pack("{s:{s:I}}", "one_time_key_counts", "signed_curve25519",
			(json_int_t)json_object_size(json_object_get(body, "one_time_keys")) +
				before);
		question = json_dumps(request, 0);
		answer = json_dumps(held, 0);
		taken = GOOD(mx_machine_take_answer, device->machine, question, answer);
		json_decref(taken);
		json_decref(held);
		free(question);
		free(answer);
	}
	json_decref(requests);
}

static void test_missing_one_time_key_count_means_no_keys(void **state)
{
	struct device alice, bob;

	device_open_pair(&alice, &bob, *state);
	device_share_keys(&alice, &bob);
	assert_false(wants_upload(&alice,
		"{\"device_one_time_keys_count\": {\"signed_curve25519\": 50}, \"since\": true}"));
	upload_after_three(&alice, 0);
	upload_after_three(&alice, 0); /* these keys were used up, too */
	device_close_pair(&alice, &bob);
}

static void test_homeserver_that_omits_one_time_key_counts_gets_no_keys_again(void **state)
{
	struct device alice, bob;

	device_open_pair(&alice, &bob, *state);
	device_share_keys(&alice, &bob);
	assert_false(wants_upload(&alice,
		"{\"device_one_time_keys_count\": {\"signed_curve25519\": 50}, \"since\": true}"));
	upload_after_three(&alice, 50);
	for (unsigned i = 0; i < 10; i++)
		assert_false(wants_upload(&alice, no_count));
	assert_true(wants_upload(&alice,
		"{\"device_one_time_keys_count\": {\"signed_curve25519\": 0}, \"since\": true}"));
	device_close_pair(&alice, &bob);
}

static void test_identity_is_recovered_only_with_its_own_key(void **state)
{
	struct device alice, other;
	char *text, *question;
	enum mx_machine_status status;
	json_t *made, *again, *secrets = json_object(), *request, *key = NULL, *answer;
	const char *id = NULL;
	size_t i;

	device_open(&alice, *state, ALICE, "ALICES");
	device_open(&other, *state, ALICE, "OTHER");
	device_answer_requests(&alice, &other, NULL);
	made = GOOD(mx_machine_bootstrap, alice.machine);
	again = GOOD(mx_machine_bootstrap, alice.machine);
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
	 * A device recovers keys only if it knows the published keys. This test publishes no keys,
	 * so it uses the device that made the keys.
	 */
	answer = json_pack("{s:O, s:s, s:O, s:O}", "recovery_key",
		json_object_get(made, "recovery_key"), "key_id", id, "key", key, "secrets",
		secrets);
	question = json_dumps(answer, 0);
	json_decref(GOOD(mx_machine_recover, alice.machine, question));
	free(question);
	json_object_set(answer, "recovery_key", json_object_get(again, "recovery_key"));
	question = json_dumps(answer, 0);
	BAD(mx_machine_recover, alice.machine, question);
	free(question);
	json_decref(answer);
	json_decref(secrets);
	json_decref(made);
	json_decref(again);
	device_close(&alice);
	device_close(&other);
}

/* Makes an identity for the device's user. Returns its public keys. */
static json_t *make_identity(struct device *device)
{
	char *text;
	enum mx_machine_status status;
	json_t *made, *request, *keys = NULL;
	size_t i;

	device_answer_requests(device, device, NULL);
	made = GOOD(mx_machine_bootstrap, device->machine);
	json_array_foreach (json_object_get(made, "requests"), i, request)
		if (json_object_get(json_object_get(request, "body"), "master_key"))
			keys = json_incref(json_object_get(request, "body"));
	json_decref(made);
	assert_non_null(keys);
	return keys;
}

/* Lets the device learn Bob's identity from an answer of the homeserver. */
static void learn_identity(struct device *device, const json_t *keys)
{
	char *text, *question, *body;
	enum mx_machine_status status;
	json_t *requests, *answer;

	json_decref(GOOD(mx_machine_take_sync, device->machine,
		"{\"since\": \"s\", \"device_lists\": {\"changed\": [\"" BOB "\"]}}"));
	requests = GOOD(mx_machine_requests, device->machine,
		"{\"room\": \"" ROOM "\", \"users\": [\"" BOB "\"], \"signed_only\": true}");
	question = json_dumps(json_array_get(requests, 0), 0);
	answer = json_pack("{s:{s:{}}, s:{s:O}, s:{s:O}}", "device_keys", BOB, "master_keys", BOB,
		json_object_get(keys, "master_key"), "self_signing_keys", BOB,
		json_object_get(keys, "self_signing_key"));
	body = json_dumps(answer, 0);
	json_decref(GOOD(mx_machine_take_answer, device->machine, question, body));
	free(question);
	free(body);
	json_decref(answer);
	json_decref(requests);
}

static bool is_replaced(struct device *device)
{
	char *text;
	enum mx_machine_status status;
	json_t *found = GOOD(mx_machine_count_devices, device->machine, BOB, true);
	bool replaced = json_is_true(json_object_get(found, "replaced"));

	assert_true(json_is_true(json_object_get(found, "identity")));
	json_decref(found);
	return replaced;
}

/* A homeserver can give its user a new identity. The machine remembers the one that it knows. */
static void test_replaced_identity_is_noticed_until_it_is_accepted(void **state)
{
	struct device alice, bob, forged;
	char *text;
	enum mx_machine_status status;
	json_t *first, *second;

	device_open(&alice, *state, ALICE, "ALICES");
	device_open(&bob, *state, BOB, "BOBS");
	device_open(&forged, *state, BOB, "FORGED");
	first = make_identity(&bob);
	second = make_identity(&forged);
	learn_identity(&alice, first);
	assert_false(is_replaced(&alice));
	learn_identity(&alice, second);
	assert_true(is_replaced(&alice));
	mx_machine_close(alice.machine);
	assert_int_equal(device_open_again(&alice, ALICE, "ALICES"), MX_MACHINE_OK);
	assert_true(is_replaced(&alice));
	learn_identity(&alice, first); /* Bob's own identity again */
	assert_false(is_replaced(&alice));
	learn_identity(&alice, second);
	json_decref(GOOD(mx_machine_accept_identity, alice.machine, BOB));
	assert_false(is_replaced(&alice));
	learn_identity(&alice, first);
	assert_true(is_replaced(&alice));
	json_decref(first);
	json_decref(second);
	device_close(&alice);
	device_close(&bob);
	device_close(&forged);
}

static void test_invalid_arguments_return_errors(void **state)
{
	static const char *const broken[] = {"{", "nul", "\xff", "{\"room\": 1"};
	struct device alice;
	char *text;
	enum mx_machine_status status;

	device_open(&alice, *state, ALICE, "ALICES");
	for (size_t i = 0; i < sizeof(broken) / sizeof(*broken); i++) {
		BAD(mx_machine_requests, alice.machine, broken[i]);
		BAD(mx_machine_take_answer, alice.machine, "{\"id\": \"id\", \"kind\": \"query\"}",
			broken[i]);
		BAD(mx_machine_take_answer, alice.machine, broken[i], "{}");
		BAD(mx_machine_recover, alice.machine, broken[i]);
	}
	BAD(mx_machine_take_answer, alice.machine, "{\"id\": \"id\", \"kind\": \"nonsense\"}",
		"{}");
	BAD(mx_machine_count_devices, alice.machine, "no user", 0);
	/*
	 * The device has shared no key, so the library panics. The interface must return this panic
	 * as an error.
	 */
	BAD(mx_machine_encrypt, alice.machine, ROOM, "m.room.message", "{}");
	BAD(mx_machine_encrypt_file, NULL, 0);
	BAD(mx_machine_take_sync, alice.machine, NULL);
	device_close(&alice);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		DEVICE_TEST(test_keys_survive_a_restart),
		DEVICE_TEST(test_account_without_an_identity_is_told_apart),
		DEVICE_TEST(test_replacing_device_reads_messages_for_the_old_one),
		DEVICE_TEST(test_forgotten_sessions_are_not_used_again),
		DEVICE_TEST(test_missing_folder_has_no_sessions_to_forget),
		DEVICE_TEST(test_missing_one_time_key_count_means_no_keys),
		DEVICE_TEST(test_homeserver_that_omits_one_time_key_counts_gets_no_keys_again),
		DEVICE_TEST(test_identity_is_recovered_only_with_its_own_key),
		DEVICE_TEST(test_replaced_identity_is_noticed_until_it_is_accepted),
		DEVICE_TEST(test_invalid_arguments_return_errors),
	};

	device_choose_place(argc, argv);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
