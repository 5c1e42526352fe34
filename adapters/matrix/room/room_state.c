#include "adapters/matrix/room/room_state.h"

#include "adapters/matrix/client/id.h"
#include "adapters/matrix/client/json.h"
#include "adapters/matrix/room/invite_share.h"
#include "adapters/matrix/room/power_levels.h"
#include "adapters/matrix/room/room_privacy.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void key_of(const char *id, char key[sizeof MX_ROOM_KEY + BOT_ID_SIZE])
{
	snprintf(key, sizeof MX_ROOM_KEY + BOT_ID_SIZE, MX_ROOM_KEY "%s", id);
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
		{"invited_by", &room->invited_by},
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
	room->notice = json_integer_value(json_object_get(json, "notice"));
	room->told_unreadable = json_is_true(json_object_get(json, "told"));
	room->creators_above = json_is_true(json_object_get(json, "creators_above"));
	room->followed = json_is_true(json_object_get(json, "followed"));
	room->used = json_integer_value(json_object_get(json, "used"));
	room->joined = (int)json_integer_value(json_object_get(json, "joined"));
	room->invited = (int)json_integer_value(json_object_get(json, "invited"));
	room->was_alone = json_is_true(json_object_get(json, "alone"));
	room->creators = json_incref(json_object_get(json, "creators"));
	room->moderators = json_incref(json_object_get(json, "moderators"));
	room->rotation = json_incref(json_object_get(json, "rotation"));
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
		if (mx_room_set(texts[i].field, mx_json_text(json, texts[i].key)))
			return BOT_NO_MEMORY;
	return BOT_OK;
}

enum bot_error mx_room_init(struct mx_room *room, struct bot_store *store, const char *id)
{
	char key[sizeof MX_ROOM_KEY + BOT_ID_SIZE];
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
	free(room->invited_by);
	free(room->successor);
	free(room->predecessor);
	free(room->made_for);
	json_decref(room->creators);
	json_decref(room->moderators);
	json_decref(room->rotation);
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

/* Returns NULL for a value that need not be written: each value makes reading the room slower. */
static json_t *flag(bool on)
{
	return on ? json_true() : NULL;
}

static json_t *number(int64_t value)
{
	return value != 0 ? json_integer(value) : NULL;
}

enum bot_error mx_room_save(const struct mx_room *room, struct bot_store *store, const char *id)
{
	char key[sizeof MX_ROOM_KEY + BOT_ID_SIZE];
	enum bot_error error;
	json_t *json;
	char *value;

	key_of(id, key);
	if (room->standing == MX_OUTSIDE)
		return bot_store_set(store, key, NULL);
	json = json_pack("{s:i, s:I, s:o*, s:o*, s:o*, s:o*, s:o*, s:s*, s:s*, s:s*, s:s*, s:s*, "
			 "s:O*, s:O*, s:O*, s:o*, s:o*, s:o*, s:o*}",
		"standing", (int)room->standing, "notice", (json_int_t)room->notice, "counted",
		flag(room->counted), "encrypted", flag(room->encrypted), "told",
		flag(room->told_unreadable), "creators_above", flag(room->creators_above),
		"followed", flag(room->followed), "inviter", room->inviter, "invited_by",
		room->invited_by, "successor", room->successor, "predecessor", room->predecessor,
		"made_for", room->made_for, "creators", room->creators, "moderators",
		room->moderators, "rotation", room->rotation, "used", number(room->used), "joined",
		number(room->joined), "invited", number(room->invited), "alone",
		flag(room->was_alone));
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

/*
 * Notes how long the room uses a key. Leaves out values that are no numbers. The encryption limits
 * the numbers itself.
 */
static enum bot_error apply_encryption(struct mx_room *room, const json_t *content)
{
	static const char *const keys[][2] = {{"rotation_ms", "rotation_period_ms"},
		{"rotation_messages", "rotation_period_msgs"}};
	json_t *rotation = json_object();

	room->encrypted = true;
	for (size_t i = 0; i < 2; i++) {
		json_t *value = json_object_get(content, keys[i][1]);

		if (json_is_integer(value))
			(void)json_object_set(rotation, keys[i][0], value);
	}
	return replace(&room->rotation, rotation);
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
		return apply_encryption(room, json_object_get(event, "content"));
	return BOT_OK;
}

bool mx_room_moderates(const struct mx_room *room, const char *user)
{
	if ((room->creators_above || !room->moderators) && mx_json_array_has(room->creators, user))
		return true;
	return room->moderators && mx_power_is_moderator(room->moderators, user);
}

enum bot_error mx_room_count(struct mx_room *room, struct bot_store *store, bool counted)
{
	enum bot_error error;

	if (room->counted == counted)
		return BOT_OK;
	error = mx_invite_share_count(store, room->invited_by, counted);
	if (!error)
		room->counted = counted;
	return error;
}

enum bot_error mx_room_private_with(struct bot_store *store, const char *id, char user[BOT_ID_SIZE])
{
	enum bot_error error = bot_store_private_user(store, id, user);

	if (error == BOT_NOT_FOUND)
		user[0] = '\0';
	return error == BOT_NOT_FOUND ? BOT_OK : error;
}
