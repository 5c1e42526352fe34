/* The border to the encryption library: two devices, and a homeserver that is a few JSON objects.
 */
#include "adapters/matrix/crypto/engarde_crypto.h"
#include "tests/support/temp.h"

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

#define ALICE "@alice:example.org"
#define BOB   "@bob:example.org"
#define ROOM  "!room:example.org"

struct device {
	char folder[TEMP_PATH_SIZE + 16];
	const char *user, *name;
	struct mx_olm *olm;
	json_t *keys; /* what it has uploaded */
};

static void open_device(
	struct device *device, const struct temp *temp, const char *user, const char *name)
{
	char *text;

	*device = (struct device){.user = user, .name = name, .keys = json_object()};
	snprintf(device->folder, sizeof device->folder, "%s.%s", temp->path, name);
	assert_int_equal(mx_olm_open(device->folder, user, name, &device->olm, &text), MX_OLM_OK);
	mx_olm_free(text);
}

static void close_device(struct device *device)
{
	char file[sizeof device->folder + 64];
	static const char *const ends[] = {"", "-wal", "-shm"};

	mx_olm_close(device->olm);
	json_decref(device->keys);
	for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
		snprintf(file, sizeof file, "%s/matrix-sdk-crypto.sqlite3%s", device->folder,
			ends[i]);
		remove(file);
	}
	remove(device->folder);
}

/* The call succeeded: what it answers. */
static json_t *good(enum mx_olm_status status, char *text)
{
	json_t *json = json_loads(text, JSON_DECODE_ANY, NULL);

	if (status)
		print_error("%s\n", text);
	assert_int_equal(status, MX_OLM_OK);
	assert_non_null(json);
	mx_olm_free(text);
	return json;
}

/* It failed, and says why. */
static void bad(enum mx_olm_status status, char *text)
{
	assert_int_equal(status, MX_OLM_FAILED);
	assert_true(strlen(text) > 0);
	mx_olm_free(text);
}

#define GOOD(call, ...) (status = call(__VA_ARGS__, &text), good(status, text))
#define BAD(call, ...)  (status = call(__VA_ARGS__, &text), bad(status, text))

static void give(struct device *to, const char *sender, const char *type, json_t *content)
{
	char *text, *changes;
	enum mx_olm_status status;
	json_t *sync = json_pack("{s:{s:[{s:s, s:s, s:O}]}}", "to_device", "events", "sender",
		sender, "type", type, "content", content);

	changes = json_dumps(sync, 0);
	json_decref(GOOD(mx_olm_sync, to->olm, changes));
	free(changes);
	json_decref(sync);
}

/* What the homeserver answers to a request of `from`'s about `other`. */
static json_t *serve(struct device *from, struct device *other, const json_t *request)
{
	const char *kind = json_string_value(json_object_get(request, "kind"));
	json_t *body = json_object_get(request, "body"), *key;
	const char *name, *id;

	if (strcmp(kind, "upload") == 0) {
		json_object_update(from->keys, body);
		return json_pack("{s:{s:i}}", "one_time_key_counts", "signed_curve25519", 50);
	}
	if (strcmp(kind, "query") == 0)
		return json_pack("{s:{s:{s:O*}, s:{s:O*}}}", "device_keys", from->user, from->name,
			json_object_get(from->keys, "device_keys"), other->user, other->name,
			json_object_get(other->keys, "device_keys"));
	if (strcmp(kind, "claim") == 0) {
		json_object_foreach (json_object_get(other->keys, "one_time_keys"), id, key)
			return json_pack("{s:{s:{s:{s:O}}}}", "one_time_keys", other->user,
				other->name, id, key);
	}
	assert_string_equal(kind, "to_device");
	json_object_foreach (
		json_object_get(json_object_get(body, "messages"), other->user), name, key)
		give(other, from->user, "m.room.encrypted", key);
	return json_object();
}

/* Answers all that a device asks, until it asks no more. */
static void settle(struct device *from, struct device *other, const char *whose)
{
	char *text, *answer;
	enum mx_olm_status status;
	size_t asked, i;
	json_t *request;

	do {
		json_t *requests = GOOD(mx_olm_requests, from->olm, whose);

		asked = json_array_size(requests);
		json_array_foreach (requests, i, request) {
			json_t *json = serve(from, other, request);

			answer = json_dumps(json, 0);
			json_decref(json);
			json_decref(GOOD(mx_olm_answered, from->olm,
				json_string_value(json_object_get(request, "id")),
				json_string_value(json_object_get(request, "kind")), answer));
			free(answer);
		}
		json_decref(requests);
	} while (asked > 0);
}

static const char circle[] =
	"{\"room\": \"" ROOM "\", \"users\": [\"" ALICE "\", \"" BOB "\"], \"signed_only\": false}";

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

	open_device(&alice, *state, ALICE, "ALICES");
	open_device(&bob, *state, BOB, "BOBS");
	settle(&alice, &bob, NULL);
	settle(&bob, &alice, NULL);
	settle(&alice, &bob, circle);
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
	close_device(&alice);
	close_device(&bob);
}

static void test_keys_outlive_the_machine(void **state)
{
	struct device alice, bob;
	char *text, *event;
	enum mx_olm_status status;
	json_t *first, *again, *clear;

	open_device(&alice, *state, ALICE, "ALICES");
	open_device(&bob, *state, BOB, "BOBS");
	settle(&alice, &bob, NULL);
	settle(&bob, &alice, NULL);
	settle(&alice, &bob, circle);
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
	close_device(&alice);
	close_device(&bob);
}

static void test_faults_are_answers(void **state)
{
	static const char *const broken[] = {"{", "nul", "\xff", "{\"room\": 1"};
	struct device alice;
	char *text;
	enum mx_olm_status status;

	open_device(&alice, *state, ALICE, "ALICES");
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
	close_device(&alice);
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

	open_device(&alice, *state, ALICE, "ALICES");
	open_device(&other, *state, ALICE, "OTHER");
	settle(&alice, &other, NULL);
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
	close_device(&alice);
	close_device(&other);
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
