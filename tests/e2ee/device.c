#include "tests/e2ee/device.h"

#include "tests/support/cmocka.h"
#include "tests/support/test_store.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

const char device_both_users[] =
	"{\"room\": \"" ROOM "\", \"users\": [\"" ALICE "\", \"" BOB "\"], \"signed_only\": false}";

static bool keys_are_in_stores;

void device_choose_place(int argc, char **argv)
{
	keys_are_in_stores = argc > 1 && strcmp(argv[1], "store") == 0;
}

static enum mx_machine_status open_machine(
	struct device *device, const struct device *old, const char *user, const char *name)
{
	enum mx_machine_status status;
	char *text;

	if (device->store)
		device->table =
			mx_key_table_open(&device->owner, device->store, BOT_KEYS_OF_DEVICE);
	status = mx_machine_open(
		&device->place, old ? &old->place : NULL, user, name, &device->machine, &text);

	mx_machine_free(text);
	return status;
}

static void open_keys(struct device *device, const struct temp *temp, const char *user,
	const char *name, const struct device *old)
{
	*device = (struct device){.user = user, .name = name, .keys = json_object()};
	snprintf(device->folder, sizeof(device->folder), "%s.%s", temp->path, name);
	device->place.folder = device->folder;
	if (keys_are_in_stores) {
		assert_int_equal(test_store_open(&device->store), BOT_OK);
		device->place.table = &device->table;
	}
	assert_int_equal(open_machine(device, old, user, name), MX_MACHINE_OK);
}

void device_open(struct device *device, const struct temp *temp, const char *user, const char *name)
{
	open_keys(device, temp, user, name, NULL);
}

void device_open_after(
	struct device *device, const struct temp *temp, const struct device *old, const char *name)
{
	open_keys(device, temp, old->user, name, old);
}

enum mx_machine_status device_open_again(struct device *device, const char *user, const char *name)
{
	return open_machine(device, NULL, user, name);
}

json_t *device_deep(int depth)
{
	json_t *deep = json_array();

	while (depth-- > 1)
		deep = json_pack("[o]", deep);
	return deep;
}

void device_close(struct device *device)
{
	char file[sizeof(device->folder) + 64];
	static const char *const ends[] = {"", "-wal", "-shm"};

	mx_machine_close(device->machine);
	bot_store_close(device->store);
	json_decref(device->keys);
	json_decref(device->delivered);
	for (size_t i = 0; i < sizeof(ends) / sizeof(*ends); i++) {
		snprintf(file, sizeof(file), "%s/matrix-sdk-crypto.sqlite3%s", device->folder,
			ends[i]);
		remove(file);
	}
	remove(device->folder);
}

json_t *device_good(enum mx_machine_status status, char *text)
{
	json_t *json = json_loads(text, JSON_DECODE_ANY, NULL);

	if (status)
		print_error("%s\n", text);
	assert_int_equal(status, MX_MACHINE_OK);
	assert_non_null(json);
	mx_machine_free(text);
	return json;
}

void device_bad(enum mx_machine_status status, char *text)
{
	assert_int_equal(status, MX_MACHINE_FAILED);
	assert_true(strlen(text) > 0);
	mx_machine_free(text);
}

/* Returns malformed events that strangers may send. Each event has a different fault. */
static json_t *bad_events(void)
{
	return json_pack("[{s:s, s:s, s:o}, {s:s, s:{}}, {s:s, s:s, s:{}}, s, {s:s, s:s, s:i},"
			 " {s:i, s:s, s:{}}, {s:s, s:s, s:{s:s, s:s, s:{s:{s:i, s:s}}}}]",
		"sender", "@eve:there", "type", "m.room.encrypted", "content", device_deep(140),
		"sender", "@eve:there", "content", /* without a type */
		"sender", "nobody", "type", "m.room.encrypted", "content", "text", "sender",
		"@eve:there", "type", "m.room.encrypted", "content", 5, "sender", 5, "type",
		"m.room.encrypted", "content", "sender", "@eve:there", "type", "m.room.encrypted",
		"content", "algorithm", "m.olm.v1.curve25519-aes-sha2", "sender_key", "?",
		"ciphertext", "?", "type", 0, "body", "?");
}

void device_deliver_again(struct device *to)
{
	char *text, *changes = json_dumps(to->delivered, 0);
	enum mx_machine_status status;

	json_decref(GOOD(mx_machine_take_sync, to->machine, changes));
	free(changes);
}

void device_deliver(struct device *to, const char *sender, const char *type, json_t *content)
{
	json_t *event =
		json_pack("{s:s, s:s, s:O}", "sender", sender, "type", type, "content", content);
	json_t *events = to->hostile ? bad_events() : json_array();
	json_t *more = to->hostile ? bad_events() : json_array(), *sync;

	json_array_append_new(events, event);
	json_array_extend(events, more);
	json_decref(more);
	sync = json_pack("{s:{s:o}, s:{s:[s,i,o,s]}, s:{s:s, s:i}, s:{s:i}}", "to_device", "events",
		events, "device_lists", "changed", "no user", 7, device_deep(200), to->user,
		"device_one_time_keys_count", "signed_curve25519", "many", "odd", -1, "unknown",
		"part", 1);
	if (!to->hostile) {
		json_object_del(sync, "device_lists");
		json_object_set_new(sync, "device_one_time_keys_count",
			json_pack("{s:i}", "signed_curve25519", 50));
	}
	json_decref(to->delivered);
	to->delivered = sync;
	device_deliver_again(to);
}

/* Returns the homeserver's answer to a request of `from` about the device `other`. */
static json_t *serve(struct device *from, struct device *other, const json_t *request)
{
	const char *kind = json_string_value(json_object_get(request, "kind"));
	json_t *body = json_object_get(request, "body"), *key, *answer;
	const char *name, *id;

	if (strcmp(kind, "upload") == 0) {
		json_object_update(from->keys, body);
		return json_pack("{s:{s:i}}", "one_time_key_counts", "signed_curve25519", 50);
	}
	if (strcmp(kind, "query") == 0 && from->hostile)
		return json_pack("{s:{s:{}, s:i, s:{s:i, s:o, s:O*}, s:{s:O*}}, s:{s:o, s:i}, s:i,"
				 " s:{s:{}}, s:{s:i}}",
			"device_keys", "no user", "@eve:there", 5, other->user, "ODD", 5, "DEEP",
			device_deep(200), other->name, json_object_get(other->keys, "device_keys"),
			from->user, from->name, json_object_get(from->keys, "device_keys"),
			"master_keys", "@eve:there", device_deep(200), "nobody", 1,
			"self_signing_keys", 5, "user_signing_keys", "@eve:there", "failures",
			"there", 5);
	if (strcmp(kind, "query") == 0)
		return json_pack("{s:{s:{s:O*}, s:{s:O*}}}", "device_keys", from->user, from->name,
			json_object_get(from->keys, "device_keys"), other->user, other->name,
			json_object_get(other->keys, "device_keys"));
	if (strcmp(kind, "claim") == 0) {
		json_object_foreach (json_object_get(other->keys, "one_time_keys"), id, key) {
			if (from->hostile)
				return json_pack("{s:{s:i, s:{s:i}, s:{s:i, s:{s:O, s:o}}}, s:o}",
					"one_time_keys", "no user", 5, "@eve:there", "DEVICE", 5,
					other->user, "ODD", 5, other->name, id, key, "odd",
					device_deep(140), "failures", device_deep(140));
			answer = json_pack("{s:{s:{s:{s:O}}}}", "one_time_keys", other->user,
				other->name, id, key);
			json_object_del(json_object_get(other->keys, "one_time_keys"), id);
			return answer;
		}
	}
	assert_string_equal(kind, "to_device");
	json_object_foreach (
		json_object_get(json_object_get(body, "messages"), other->user), name, key)
		device_deliver(other, from->user, "m.room.encrypted", key);
	return json_object();
}

void device_answer_requests(struct device *from, struct device *other, const char *whose)
{
	char *text, *answer, *whole;
	enum mx_machine_status status;
	size_t asked, i;
	json_t *request;

	do {
		json_t *requests = GOOD(mx_machine_requests, from->machine, whose);

		asked = json_array_size(requests);
		json_array_foreach (requests, i, request) {
			json_t *json;

			if (json_is_null(request)) { /* the machine wants to wait */
				from->now += 10000;
				mx_machine_set_time(from->machine, from->now);
				continue;
			}
			json = serve(from, other, request);

			answer = json_dumps(json, 0);
			json_decref(json);
			whole = json_dumps(request, 0);
			json_decref(GOOD(mx_machine_take_answer, from->machine, whole, answer));
			free(whole);
			free(answer);
		}
		json_decref(requests);
	} while (asked > 0);
}

void device_open_pair(struct device *alice, struct device *bob, const struct temp *temp)
{
	device_open(alice, temp, ALICE, "ALICES");
	device_open(bob, temp, BOB, "BOBS");
}

void device_close_pair(struct device *alice, struct device *bob)
{
	device_close(alice);
	device_close(bob);
}

void device_share_keys(struct device *alice, struct device *bob)
{
	device_answer_requests(alice, bob, NULL);
	device_answer_requests(bob, alice, NULL);
	device_answer_requests(alice, bob, device_both_users);
}

char *device_send(struct device *from, const char *content)
{
	char *text, *event;
	enum mx_machine_status status;
	json_t *sealed = GOOD(mx_machine_encrypt, from->machine, ROOM, "m.room.message", content);
	json_t *whole =
		json_pack("{s:s, s:s, s:s, s:i, s:o}", "type", "m.room.encrypted", "event_id",
			"$event", "sender", from->user, "origin_server_ts", 1, "content", sealed);

	event = json_dumps(whole, 0);
	json_decref(whole);
	assert_null(strstr(event, "secret"));
	return event;
}

void device_assert_read(struct device *device, const char *event)
{
	char *text;
	enum mx_machine_status status;
	json_t *clear = GOOD(mx_machine_decrypt, device->machine, ROOM, event, 0);

	assert_non_null(json_object_get(clear, "event"));
	json_decref(clear);
}

void device_assert_unreadable(struct device *device, const char *event)
{
	char *text;
	enum mx_machine_status status;
	json_t *clear = GOOD(mx_machine_decrypt, device->machine, ROOM, event, 0);

	assert_null(json_object_get(clear, "event"));
	assert_non_null(json_object_get(clear, "why"));
	json_decref(clear);
}

int device_set_up(void **state)
{
	static struct temp temp;

	*state = &temp;
	return temp_init(&temp);
}

int device_tear_down(void **state)
{
	return temp_finish(*state);
}
