#include "adapters/matrix/room.h"

#include "adapters/matrix/id.h"
#include "adapters/matrix/json.h"
#include "adapters/matrix/power.h"
#include "adapters/matrix/private.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define KEY_PREFIX "matrix.room."
#define TOTAL_KEY  "matrix.rooms"

static void key_of(const char *id, char key[sizeof KEY_PREFIX + BOT_ID_SIZE])
{
	snprintf(key, sizeof KEY_PREFIX + BOT_ID_SIZE, KEY_PREFIX "%s", id);
}

enum bot_error mx_room_set(char **field, const char *value)
{
	char *copy = value ? strdup(value) : NULL;

	if (value && !copy)
		return BOT_NO_MEMORY;
	free(*field);
	*field = copy;
	return BOT_OK;
}

static enum bot_error unpack(struct mx_room *room, json_t *json)
{
	const struct {
		const char *key;
		char **field;
	} texts[] = {
		{"inviter", &room->inviter},
		{"successor", &room->successor},
		{"predecessor", &room->predecessor},
		{"made_for", &room->made_for},
	};
	json_int_t standing = json_integer_value(json_object_get(json, "standing"));

	if (standing < MX_OUTSIDE || standing > MX_ADMITTED)
		return BOT_STORE_CORRUPT;
	room->standing = (enum mx_standing)standing;
	room->counted = json_is_true(json_object_get(json, "counted"));
	room->encrypted = json_is_true(json_object_get(json, "encrypted"));
	room->told = json_is_true(json_object_get(json, "told"));
	room->creators_above = json_is_true(json_object_get(json, "creators_above"));
	room->followed = json_is_true(json_object_get(json, "followed"));
	room->creators = json_incref(json_object_get(json, "creators"));
	room->moderators = json_incref(json_object_get(json, "moderators"));
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
		if (mx_room_set(texts[i].field, mx_json_text(json, texts[i].key)))
			return BOT_NO_MEMORY;
	return BOT_OK;
}

enum bot_error mx_room_init(struct mx_room *room, struct bot_store *store, const char *id)
{
	char key[sizeof KEY_PREFIX + BOT_ID_SIZE];
	struct mx_room new = {0};
	char *value = NULL;
	json_t *json = NULL;
	enum bot_error error;

	key_of(id, key);
	error = bot_store_get(store, key, &value);
	if (error == BOT_NOT_FOUND) {
		*room = new;
		return BOT_OK;
	}
	if (error)
		return error;
	json = json_loads(value, 0, NULL);
	error = json ? unpack(&new, json) : BOT_STORE_CORRUPT;
	json_decref(json);
	free(value);
	if (error) {
		mx_room_finish(&new);
		return error;
	}
	*room = new;
	return BOT_OK;
}

void mx_room_finish(struct mx_room *room)
{
	free(room->inviter);
	free(room->successor);
	free(room->predecessor);
	free(room->made_for);
	json_decref(room->creators);
	json_decref(room->moderators);
}

bool mx_room_is_inside(struct bot_store *store, const char *id)
{
	struct mx_room room;
	bool inside;

	if (mx_room_init(&room, store, id) != BOT_OK)
		return false;
	inside = room.standing == MX_INSIDE;
	mx_room_finish(&room);
	return inside;
}

/* What is not so is not written: it costs time whenever the room is read. */
static json_t *flag(bool on)
{
	return on ? json_true() : NULL;
}

enum bot_error mx_room_save(const struct mx_room *room, struct bot_store *store, const char *id)
{
	char key[sizeof KEY_PREFIX + BOT_ID_SIZE];
	enum bot_error error;
	json_t *json;
	char *value;

	key_of(id, key);
	if (room->standing == MX_OUTSIDE)
		return bot_store_set(store, key, NULL);
	json = json_pack("{s:i, s:o*, s:o*, s:o*, s:o*, s:o*, s:s*, s:s*, s:s*, s:s*, s:O*, s:O*}",
		"standing", (int)room->standing, "counted", flag(room->counted), "encrypted",
		flag(room->encrypted), "told", flag(room->told), "creators_above",
		flag(room->creators_above), "followed", flag(room->followed), "inviter",
		room->inviter, "successor", room->successor, "predecessor", room->predecessor,
		"made_for", room->made_for, "creators", room->creators, "moderators",
		room->moderators);
	value = json ? mx_json_print(json) : NULL;
	error = value ? bot_store_set(store, key, value) : BOT_NO_MEMORY;
	free(value);
	json_decref(json);
	return error;
}

static enum bot_error replace(json_t **field, json_t *value)
{
	if (!value)
		return BOT_NO_MEMORY;
	json_decref(*field);
	*field = value;
	return BOT_OK;
}

static enum bot_error apply_create(struct mx_room *room, const json_t *event, const char *me)
{
	const json_t *content = json_object_get(event, "content");
	const char *old = mx_json_text(json_object_get(content, "predecessor"), "room_id");
	enum bot_error error;

	room->creators_above = mx_power_creators_stand_above(event);
	error = replace(&room->creators, mx_power_creators(event));
	if (!error)
		error = mx_room_set(&room->predecessor, mx_id_is_room(old) ? old : NULL);
	if (!error)
		error = mx_room_set(&room->made_for, mx_private_made_for(event, me));
	return error;
}

enum bot_error mx_room_apply(
	struct mx_room *room, const json_t *event, const char *type, const char *me)
{
	const char *key = mx_json_text(event, "state_key");

	if (!key || *key)
		return BOT_OK;
	if (strcmp(type, "m.room.create") == 0)
		return apply_create(room, event, me);
	if (strcmp(type, "m.room.power_levels") == 0)
		return replace(
			&room->moderators, mx_power_moderators(json_object_get(event, "content")));
	if (strcmp(type, "m.room.encryption") == 0)
		room->encrypted = true;
	return BOT_OK;
}

bool mx_room_moderates(const struct mx_room *room, const char *user)
{
	if ((room->creators_above || !room->moderators) && mx_json_lists(room->creators, user))
		return true;
	return room->moderators && mx_power_is_moderator(room->moderators, user);
}

enum bot_error mx_room_total(struct bot_store *store, uint32_t *total)
{
	char *value = NULL;
	enum bot_error error = bot_store_get(store, TOTAL_KEY, &value);

	if (error && error != BOT_NOT_FOUND)
		return error;
	*total = value ? (uint32_t)strtoul(value, NULL, 10) : 0;
	free(value);
	return BOT_OK;
}

enum bot_error mx_room_count(struct mx_room *room, struct bot_store *store, bool counted)
{
	char value[16];
	uint32_t total;
	enum bot_error error;

	if (room->counted == counted)
		return BOT_OK;
	error = mx_room_total(store, &total);
	if (error)
		return error;
	if (counted)
		total++;
	if (!counted && total > 0)
		total--;
	snprintf(value, sizeof value, "%" PRIu32, total);
	error = bot_store_set(store, TOTAL_KEY, value);
	if (!error)
		room->counted = counted;
	return error;
}
