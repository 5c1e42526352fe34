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
#include <time.h>
#include <cmocka.h>

void device_open(struct device *device, const struct temp *temp, const char *user, const char *name)
{
	char *text;

	*device = (struct device){.user = user, .name = name, .keys = json_object()};
	snprintf(device->folder, sizeof device->folder, "%s.%s", temp->path, name);
	assert_int_equal(mx_olm_open(device->folder, user, name, &device->olm, &text), MX_OLM_OK);
	mx_olm_free(text);
}

void device_close(struct device *device)
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

json_t *device_good(enum mx_olm_status status, char *text)
{
	json_t *json = json_loads(text, JSON_DECODE_ANY, NULL);

	if (status)
		print_error("%s\n", text);
	assert_int_equal(status, MX_OLM_OK);
	assert_non_null(json);
	mx_olm_free(text);
	return json;
}

void device_bad(enum mx_olm_status status, char *text)
{
	assert_int_equal(status, MX_OLM_FAILED);
	assert_true(strlen(text) > 0);
	mx_olm_free(text);
}

void device_give(struct device *to, const char *sender, const char *type, json_t *content)
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
		device_give(other, from->user, "m.room.encrypted", key);
	return json_object();
}

void device_settle(struct device *from, struct device *other, const char *whose)
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

const char device_circle[] =
	"{\"room\": \"" ROOM "\", \"users\": [\"" ALICE "\", \"" BOB "\"], \"signed_only\": false}";
