/*
 * Whose devices the bot asks for, and when: strangers who change their devices all the time, and
 * servers that fail, must not hold up others.
 */
#include "tests/e2ee/device.h"
#include "tests/support/cmocka.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EVE "@eve:hostile.example"

/* Lets the machine know about users, and that their devices have changed. */
static void change(struct device *device, const char *users)
{
	char *text, changes[1024];
	enum mx_machine_status status;

	snprintf(changes, sizeof(changes),
		"{\"since\": \"s\", \"device_lists\": {\"changed\": [%s]}}", users);
	json_decref(GOOD(mx_machine_take_sync, device->machine, changes));
}

/* Lets the machine need the devices of users for a room. Returns the requests. */
static json_t *need(struct device *device, const char *users, bool busy)
{
	char *text, room[1024];
	enum mx_machine_status status;

	snprintf(room, sizeof(room),
		"{\"room\": \"" ROOM "\", \"users\": [%s], \"signed_only\": false, "
		"\"request_under_way\": %s}",
		users, busy ? "true" : "false");
	return GOOD(mx_machine_requests, device->machine, room);
}

/* Returns the next query about changed lists, or NULL. */
static json_t *next(struct device *device, bool elsewhere)
{
	char *text;
	enum mx_machine_status status;
	json_t *answer = GOOD(mx_machine_query_changed, device->machine, elsewhere);
	json_t *request = json_incref(json_object_get(answer, "request"));

	json_decref(answer);
	if (json_is_object(request))
		return request;
	json_decref(request);
	return NULL;
}

static json_t *users_of(const json_t *request)
{
	return json_object_get(json_object_get(request, "body"), "device_keys");
}

static bool asks_about(const json_t *request, const char *user)
{
	return json_object_get(users_of(request), user) != NULL;
}

/* Answers a query. If `known` is false, the answer lists nobody. Frees the request. */
static void answer(struct device *device, json_t *request, bool known)
{
	json_t *users = json_object(), *whole, *unused;
	const char *user;
	char *text, *question, *body;
	enum mx_machine_status status;

	json_object_foreach (users_of(request), user, unused)
		if (known)
			json_object_set_new(users, user, json_object());
	whole = json_pack("{s:o}", "device_keys", users);
	question = json_dumps(request, 0);
	body = json_dumps(whole, 0);
	json_decref(GOOD(mx_machine_take_answer, device->machine, question, body));
	free(question);
	free(body);
	json_decref(whole);
	json_decref(request);
}

static void answer_all(struct device *device)
{
	json_t *request;

	for (int elsewhere = 0; elsewhere < 2; elsewhere++)
		while ((request = next(device, elsewhere)))
			answer(device, request, true);
}

static void learn(struct device *device, const char *users)
{
	json_t *requests = need(device, users, false), *request;
	size_t i;

	json_array_foreach (requests, i, request)
		answer(device, json_incref(request), true);
	json_decref(requests);
	answer_all(device);
}

static void test_user_who_changes_all_the_time_is_asked_ever_more_rarely(void **state)
{
	struct device alice;
	unsigned asked = 0;

	device_open(&alice, *state, ALICE, "ALICES");
	learn(&alice, "\"" EVE "\"");
	for (int64_t now = 1000; now < 600 * 1000; now += 1000) {
		json_t *request;

		mx_machine_set_time(alice.machine, now);
		change(&alice, "\"" EVE "\"");
		request = next(&alice, true);
		if (!request)
			continue;
		asked++;
		answer(&alice, request, true);
	}
	assert_in_range(asked, 5, 16);
	device_close(&alice);
}

/* A client that logs in uploads its device, an identity and signatures, one after another. */
static void test_user_who_logs_in_is_asked_again_at_each_change(void **state)
{
	struct device alice;

	device_open(&alice, *state, ALICE, "ALICES");
	learn(&alice, "\"" BOB "\"");
	for (int64_t now = 100; now <= 500; now += 100) {
		json_t *requests;

		mx_machine_set_time(alice.machine, now);
		change(&alice, "\"" BOB "\"");
		requests = need(&alice, "\"" BOB "\"", false);
		assert_true(asks_about(json_array_get(requests, 0), BOB));
		answer(&alice, json_incref(json_array_get(requests, 0)), true);
		json_decref(requests);
	}
	device_close(&alice);
}

static void test_room_does_not_wait_for_a_user_who_changes_all_the_time(void **state)
{
	struct device alice;
	json_t *requests;
	unsigned waits = 0;

	device_open(&alice, *state, ALICE, "ALICES");
	learn(&alice, "\"" EVE "\", \"" BOB "\"");
	for (int64_t now = 1000; now < 300 * 1000; now += 1000) {
		json_t *request;

		mx_machine_set_time(alice.machine, now);
		change(&alice, "\"" EVE "\"");
		requests = need(&alice, "\"" EVE "\", \"" BOB "\"", false);
		request = json_array_get(requests, 0);
		if (request &&
			strcmp(json_string_value(json_object_get(request, "kind")), "query") == 0) {
			waits++;
			answer(&alice, json_incref(request), true);
		}
		json_decref(requests);
	}
	assert_in_range(waits, 1, 12);
	device_close(&alice);
}

static void test_needed_user_is_asked_while_a_query_about_strangers_hangs(void **state)
{
	struct device alice;
	json_t *hanging, *requests;

	device_open(&alice, *state, ALICE, "ALICES");
	learn(&alice, "\"" EVE "\"");
	mx_machine_set_time(alice.machine, 10000);
	change(&alice, "\"" EVE "\"");
	hanging = next(&alice, true);
	assert_non_null(hanging);
	/* a player of the own server, and one of another server */
	requests = need(&alice, "\"" BOB "\", \"@dan:good.example\"", false);
	assert_int_equal(json_array_size(requests), 2);
	assert_true(asks_about(json_array_get(requests, 0), BOB));
	assert_true(asks_about(json_array_get(requests, 1), "@dan:good.example"));
	answer(&alice, json_incref(json_array_get(requests, 0)), true);
	answer(&alice, json_incref(json_array_get(requests, 1)), true);
	json_decref(requests);
	requests = need(&alice, "\"" BOB "\", \"@dan:good.example\"", true);
	assert_false(json_is_null(json_array_get(requests, 0)));
	json_decref(requests);
	answer(&alice, hanging, true);
	device_close(&alice);
}

static void test_server_that_fails_is_asked_alone_and_without_its_port(void **state)
{
	struct device alice;
	json_t *request;

	device_open(&alice, *state, ALICE, "ALICES");
	learn(&alice, "\"@eve:hostile.example:1001\", \"@eva:hostile.example:1002\", "
		      "\"@dan:good.example\"");
	mx_machine_set_time(alice.machine, 10000);
	change(&alice, "\"@eve:hostile.example:1001\"");
	answer(&alice, next(&alice, true), false);
	/* The same server under another port waits, too. */
	change(&alice, "\"@eva:hostile.example:1002\", \"@dan:good.example\"");
	request = next(&alice, true);
	assert_true(asks_about(request, "@dan:good.example"));
	assert_int_equal(json_object_size(users_of(request)), 1);
	answer(&alice, request, true);
	assert_null(next(&alice, true));
	mx_machine_set_time(alice.machine, 60000);
	change(&alice, "\"@dan:good.example\"");
	for (unsigned i = 0; i < 2; i++) {
		request = next(&alice, true);
		/* Dan is not asked for together with the others. */
		assert_int_equal(json_object_size(users_of(request)),
			asks_about(request, "@dan:good.example") ? 1 : 2);
		answer(&alice, request, true);
	}
	device_close(&alice);
}

static void test_change_during_a_query_is_not_lost(void **state)
{
	struct device alice;
	json_t *request;

	device_open(&alice, *state, ALICE, "ALICES");
	learn(&alice, "\"" EVE "\", \"@dan:good.example\"");
	mx_machine_set_time(alice.machine, 10000);
	change(&alice, "\"" EVE "\", \"@dan:good.example\"");
	request = next(&alice, true);
	assert_int_equal(json_object_size(users_of(request)), 2);
	change(&alice, "\"" EVE "\"");
	answer(&alice, request, true);
	mx_machine_set_time(alice.machine, 30000);
	request = next(&alice, true);
	assert_true(asks_about(request, EVE));
	assert_int_equal(json_object_size(users_of(request)), 1);
	answer(&alice, request, true);
	assert_null(next(&alice, true));
	device_close(&alice);
}

static void test_thousands_of_changed_users_are_asked_in_parts(void **state)
{
	struct device alice;
	json_t *request, *users = json_array(), *recipients, *lists;
	char user[64], *text, *room;
	enum mx_machine_status status;

	device_open(&alice, *state, ALICE, "ALICES");
	for (unsigned i = 0; i < 3000; i++) {
		snprintf(user, sizeof(user), "@u%u:hostile.example", i);
		json_array_append_new(users, json_string(user));
	}
	recipients =
		json_pack("{s:s, s:O, s:b}", "room", ROOM, "users", users, "request_under_way", 1);
	room = json_dumps(recipients, 0);
	json_decref(GOOD(mx_machine_requests, alice.machine, room));
	free(room);
	json_decref(recipients);
	lists = json_pack("{s:s, s:{s:o}}", "since", "s", "device_lists", "changed", users);
	room = json_dumps(lists, 0);
	json_decref(GOOD(mx_machine_take_sync, alice.machine, room));
	free(room);
	json_decref(lists);
	request = next(&alice, true);
	assert_in_range(json_object_size(users_of(request)), 1, 50);
	answer(&alice, request, false);
	/* the server has failed, and another server is asked at once */
	assert_null(next(&alice, true));
	json_decref(need(&alice, "\"@dan:good.example\"", true));
	request = next(&alice, true);
	assert_true(asks_about(request, "@dan:good.example"));
	answer(&alice, request, true);
	device_close(&alice);
}

static void test_room_goes_on_without_users_who_can_not_be_asked(void **state)
{
	struct device alice;
	json_t *requests;
	unsigned queries = 0;
	bool is_ready = false;

	device_open(&alice, *state, ALICE, "ALICES");
	learn(&alice, "\"" BOB "\"");
	for (int64_t now = 1000; now < 60000 && !is_ready; now += 1000) {
		json_t *first;

		mx_machine_set_time(alice.machine, now);
		requests = need(&alice, "\"" EVE "\", \"" BOB "\"", false);
		first = json_array_get(requests, 0);
		if (json_is_object(first)) {
			assert_string_equal(
				json_string_value(json_object_get(first, "kind")), "query");
			queries++;
			answer(&alice, json_incref(first), false);
		}
		is_ready = json_array_size(requests) == 0;
		json_decref(requests);
	}
	assert_true(is_ready);
	assert_in_range(queries, 1, 3);
	device_close(&alice);
}

/* Returns whether the machine wants to ask about a user now. */
static bool wants_to_ask(struct device *device, const char *user)
{
	json_t *requests, *request;
	enum mx_machine_status status;
	bool wants = false;
	char *text;
	size_t i;

	requests = GOOD(mx_machine_requests, device->machine, NULL);
	json_array_foreach (requests, i, request) {
		wants = wants || asks_about(request, user);
	}
	json_decref(requests);
	for (int elsewhere = 0; elsewhere < 2 && !wants; elsewhere++) {
		request = next(device, elsewhere);
		wants = asks_about(request, user);
		json_decref(request);
	}
	return wants;
}

static void test_sender_of_an_event_without_its_key_is_not_asked_about(void **state)
{
	struct device alice;

	device_open(&alice, *state, ALICE, "ALICES");
	answer_all(&alice);
	device_assert_unreadable(&alice,
		"{\"type\": \"m.room.encrypted\", \"event_id\": \"$a\", \"sender\": \"" EVE "\","
		"\"origin_server_ts\": 1, \"room_id\": \"" ROOM "\", \"content\": {"
		"\"algorithm\": \"m.megolm.v1.aes-sha2\", \"session_id\": \"none\","
		"\"device_id\": \"D\", \"sender_key\": \"k\","
		"\"ciphertext\": \"AwgAEgA\"}}");
	assert_false(wants_to_ask(&alice, EVE));
	change(&alice, "\"" EVE "\"");
	assert_false(wants_to_ask(&alice, EVE));
	device_close(&alice);
}

static void test_sender_of_an_event_with_its_key_is_asked_about(void **state)
{
	struct device alice, bob;
	char *event;

	device_open_pair(&alice, &bob, *state);
	device_share_keys(&alice, &bob);
	event = device_send(&alice, "{}");
	device_assert_read(&bob, event);
	change(&bob, "\"" ALICE "\"");
	assert_true(wants_to_ask(&bob, ALICE));
	free(event);
	device_close_pair(&alice, &bob);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		DEVICE_TEST(test_user_who_changes_all_the_time_is_asked_ever_more_rarely),
		DEVICE_TEST(test_user_who_logs_in_is_asked_again_at_each_change),
		DEVICE_TEST(test_room_does_not_wait_for_a_user_who_changes_all_the_time),
		DEVICE_TEST(test_needed_user_is_asked_while_a_query_about_strangers_hangs),
		DEVICE_TEST(test_server_that_fails_is_asked_alone_and_without_its_port),
		DEVICE_TEST(test_change_during_a_query_is_not_lost),
		DEVICE_TEST(test_thousands_of_changed_users_are_asked_in_parts),
		DEVICE_TEST(test_room_goes_on_without_users_who_can_not_be_asked),
		DEVICE_TEST(test_sender_of_an_event_without_its_key_is_not_asked_about),
		DEVICE_TEST(test_sender_of_an_event_with_its_key_is_asked_about),
	};

	device_choose_place(argc, argv);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
