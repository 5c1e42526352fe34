/* Tests of the bot's side of a verification. The tests in tests/e2e verify with a real client. */
#include "tests/e2ee/device.h"
#include "tests/support/cmocka.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

static json_t *request_of(const char *id, const char *method)
{
	return json_pack("{s:s, s:s, s:[s], s:I}", "transaction_id", id, "from_device", "BOBS",
		"methods", method, "timestamp", (json_int_t)time(NULL) * 1000);
}

static void tell(struct device *to, const char *type, json_t *content)
{
	device_deliver(to, BOB, type, content);
	json_decref(content);
}

static json_t *verify(struct device *device)
{
	char *text;
	enum mx_machine_status status;

	return GOOD(mx_machine_step_verifications, device->machine);
}

/*
 * Asserts how many requests and messages the next step of the verifications returns. Also asserts
 * that it returns one piece of news, `what`, or no news if `what` is NULL.
 */
static void assert_verify(struct device *device, size_t requests, size_t messages, const char *what)
{
	json_t *answer = verify(device), *news = json_object_get(answer, "news");
	const char *first = json_string_value(json_object_get(json_array_get(news, 0), "what"));

	assert_int_equal(json_array_size(json_object_get(answer, "requests")), requests);
	assert_int_equal(json_array_size(json_object_get(answer, "messages")), messages);
	assert_int_equal(json_array_size(news), what ? 1 : 0);
	if (what)
		assert_string_equal(first, what);
	json_decref(answer);
}

/* Alice knows Bob's device. */
static void acquaint(struct device *alice, struct device *bob, const struct temp *temp)
{
	device_open_pair(alice, bob, temp);
	device_answer_requests(bob, alice, NULL);
	device_answer_requests(alice, bob, device_both_users);
}

static void test_many_verification_requests_are_refused_with_one_answer(void **state)
{
	struct device alice, bob;
	char id[16], *text;
	enum mx_machine_status status;
	json_t *answer, *request;

	acquaint(&alice, &bob, *state);
	json_decref(GOOD(
		mx_machine_set_verifiers, alice.machine, "[\"@host:example.org\", \"" ALICE "\"]"));
	for (int i = 0; i < 300; i++) {
		snprintf(id, sizeof(id), "%d", i);
		tell(&alice, "m.key.verification.request", request_of(id, "m.sas.v1"));
	}
	answer = verify(&alice);
	assert_int_equal(json_array_size(json_object_get(answer, "requests")), 1);
	request = json_array_get(json_object_get(answer, "requests"), 0);
	assert_non_null(strstr(json_string_value(json_object_get(request, "path")), "cancel"));
	json_decref(answer);
	/* Another device of the bot's own account can't verify the bot either. */
	device_deliver(&alice, ALICE, "m.key.verification.request",
		answer = request_of("own", "m.sas.v1"));
	json_decref(answer);
	assert_verify(&alice, 0, 0, NULL);
	/* The library must not keep messages of the verification that it would send later. */
	answer = GOOD(mx_machine_requests, alice.machine, NULL);
	assert_null(strstr(text = json_dumps(answer, 0), "verification"));
	free(text);
	json_decref(answer);
	device_close_pair(&alice, &bob);
}

static void test_verification_is_answered_for_listed_users(void **state)
{
	struct device alice, bob;
	char *text;
	enum mx_machine_status status;
	json_t *answer, *start = json_pack("{s:s, s:s, s:s, s:[s], s:[s], s:[s], s:[ss]}",
				"from_device", "BOBS", "transaction_id", "t", "method", "m.sas.v1",
				"key_agreement_protocols", "curve25519-hkdf-sha256", "hashes",
				"sha256", "message_authentication_codes", "hkdf-hmac-sha256.v2",
				"short_authentication_string", "decimal", "emoji");

	acquaint(&alice, &bob, *state);
	json_decref(GOOD(mx_machine_set_verifiers, alice.machine, "[\"" BOB "\"]"));
	/* The other side asks for a method that the bot doesn't have. */
	tell(&alice, "m.key.verification.request", request_of("qr", "m.qr_code.scan.v1"));
	assert_verify(&alice, 1, 0, NULL);
	assert_verify(&alice, 0, 0, "cancelled");
	tell(&alice, "m.key.verification.request", request_of("t", "m.sas.v1"));
	assert_verify(&alice, 1, 0, NULL);
	assert_verify(&alice, 0, 0, NULL);
	/*
	 * Malformed events, events of an unknown verification and events out of order change
	 * nothing.
	 */
	tell(&alice, "m.key.verification.key", json_pack("{s:s}", "transaction_id", "t"));
	tell(&alice, "m.key.verification.mac",
		json_pack("{s:s, s:{}, s:s}", "transaction_id", "t", "mac", "keys", "?"));
	tell(&alice, "m.key.verification.start", json_pack("{s:i}", "transaction_id", 1));
	tell(&alice, "m.key.verification.accept", json_pack("{s:s}", "transaction_id", "other"));
	assert_verify(&alice, 0, 0, NULL);
	tell(&alice, "m.key.verification.start", start);
	assert_verify(&alice, 1, 0, NULL);
	tell(&alice, "m.key.verification.cancel",
		json_pack("{s:s, s:s, s:s}", "transaction_id", "t", "code", "m.mismatched_sas",
			"reason", "no"));
	assert_verify(&alice, 0, 0, "cancelled");
	/* If two verifications begin at the same time, the bot refuses both verifications. */
	tell(&alice, "m.key.verification.request", request_of("one", "m.sas.v1"));
	tell(&alice, "m.key.verification.request", request_of("two", "m.sas.v1"));
	answer = verify(&alice);
	assert_int_equal(json_array_size(json_object_get(answer, "news")), 2);
	assert_int_equal(json_array_size(json_object_get(answer, "requests")), 0);
	json_decref(answer);
	device_close_pair(&alice, &bob);
}

static void hear(struct device *device, const char *sender, const char *content)
{
	char *text, *event;
	enum mx_machine_status status;
	json_t *whole = json_pack("{s:s, s:s, s:s, s:I, s:o}", "type", "m.room.message", "event_id",
		"$event:example.org", "sender", sender, "origin_server_ts",
		(json_int_t)time(NULL) * 1000, "content", json_loads(content, 0, NULL));

	event = json_dumps(whole, 0);
	json_decref(GOOD(mx_machine_take_room_event, device->machine, ROOM, event));
	free(event);
	json_decref(whole);
}

static void test_verification_in_a_room(void **state)
{
#define ASKS(whom)                                                                                 \
	"{\"msgtype\": \"m.key.verification.request\", \"body\": \"\", \"to\": \"" whom "\","      \
	" \"from_device\": \"BOBS\", \"methods\": [\"m.sas.v1\"]}"
	struct device alice, bob;
	char *text;
	enum mx_machine_status status;

	acquaint(&alice, &bob, *state);
	json_decref(GOOD(mx_machine_set_verifiers, alice.machine, "[\"" BOB "\"]"));
	BAD(mx_machine_take_room_event, alice.machine, ROOM, "{");
	hear(&alice, BOB, "{\"msgtype\": \"m.key.verification.request\", \"to\": \"" ALICE "\"}");
	hear(&alice, BOB, ASKS("@carol:example.org"));
	hear(&alice, ALICE, ASKS(ALICE));
	assert_verify(&alice, 0, 0, NULL);
	hear(&alice, BOB, ASKS(ALICE));
	assert_verify(&alice, 0, 1, NULL);
	assert_verify(&alice, 0, 0, NULL);
	hear(&alice, "@mallory:example.org", ASKS(ALICE));
	assert_verify(&alice, 0, 1, "refused");
	hear(&alice, "@mallory:example.org", ASKS(ALICE));
	assert_verify(&alice, 0, 0, NULL);
	device_close_pair(&alice, &bob);
}

/* A client signs its device and asks for a verification before the bot could ask for the device. */
static void assert_request_waits(const struct temp *temp, bool in_room)
{
	struct device alice, bob;
	char *text;
	enum mx_machine_status status;

	device_open_pair(&alice, &bob, temp);
	device_answer_requests(&bob, &alice, NULL);
	json_decref(GOOD(mx_machine_set_verifiers, alice.machine, "[\"" BOB "\"]"));
	json_decref(GOOD(mx_machine_take_sync, alice.machine,
		"{\"since\": \"s\", \"device_lists\": {\"changed\": [\"" BOB "\"]}}"));
	if (in_room)
		hear(&alice, BOB,
			"{\"msgtype\": \"m.key.verification.request\", \"body\": \"please\", "
			"\"to\": \"" ALICE "\", \"from_device\": \"BOBS\", \"methods\": "
			"[\"m.sas.v1\"]}");
	else
		tell(&alice, "m.key.verification.request", request_of("t", "m.sas.v1"));
	assert_verify(&alice, 0, 0, NULL);
	device_answer_requests(&alice, &bob, device_both_users);
	assert_verify(&alice, in_room ? 0 : 1, in_room ? 1 : 0, NULL);
	assert_verify(&alice, 0, 0, NULL);
	device_close_pair(&alice, &bob);
}

static void test_request_between_devices_waits_for_the_devices_of_its_sender(void **state)
{
	assert_request_waits(*state, false);
}

static void test_request_in_a_room_waits_for_the_devices_of_its_sender(void **state)
{
	assert_request_waits(*state, true);
}

static void test_verifications_of_one_user_are_limited(void **state)
{
	struct device alice, bob;
	char id[16], *text;
	enum mx_machine_status status;
	json_t *answer;

	acquaint(&alice, &bob, *state);
	json_decref(GOOD(mx_machine_set_verifiers, alice.machine, "[\"" BOB "\"]"));
	for (int i = 0; i < 300; i++) {
		snprintf(id, sizeof(id), "%d", i);
		tell(&alice, "m.key.verification.start",
			json_pack("{s:s, s:s}", "transaction_id", id, "from_device", "BOBS"));
		tell(&alice, "m.key.verification.request", request_of(id, "m.sas.v1"));
	}
	answer = verify(&alice);
	assert_true(json_array_size(json_object_get(answer, "requests")) <= 4);
	assert_true(json_array_size(json_object_get(answer, "news")) <= 4);
	json_decref(answer);
	device_close_pair(&alice, &bob);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		DEVICE_TEST(test_many_verification_requests_are_refused_with_one_answer),
		DEVICE_TEST(test_verification_is_answered_for_listed_users),
		DEVICE_TEST(test_verification_in_a_room),
		DEVICE_TEST(test_request_between_devices_waits_for_the_devices_of_its_sender),
		DEVICE_TEST(test_request_in_a_room_waits_for_the_devices_of_its_sender),
		DEVICE_TEST(test_verifications_of_one_user_are_limited),
	};

	device_choose_place(argc, argv);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
