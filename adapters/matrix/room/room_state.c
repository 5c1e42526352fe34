#include "adapters/matrix/room/room_state.h"

#include "adapters/matrix/client/id.h"
#include "adapters/matrix/client/json.h"
#include "adapters/matrix/client/json_print.h"
#include "adapters/matrix/room/parsed_rooms.h"
#include "adapters/matrix/room/person.h"
#include "adapters/matrix/room/state_content.h"
#include "bot/base/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ROOM_KEY_SIZE (sizeof(MX_ROOM_KEY) + BOT_ID_SIZE)

static const char *room_key(const char *id, char key[ROOM_KEY_SIZE])
{
	snprintf(key, ROOM_KEY_SIZE, MX_ROOM_KEY "%s", id);
	return key;
}

void mx_room_set_text(char **field, const char *value)
{
	char *copy = value ? bot_strdup(value) : NULL;

	free(*field);
	*field = copy;
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
		{"name", &room->name},
		{"alias", &room->alias},
	};
	json_int_t standing = json_integer_value(json_object_get(json, "standing"));

	if (standing < MX_OUTSIDE || standing > MX_ADMITTED)
		return BOT_STORE_CORRUPT;
	room->standing = (enum mx_standing)standing;
	room->counted = json_is_true(json_object_get(json, "counted"));
	room->encrypted = json_is_true(json_object_get(json, "encrypted"));
	room->told_unreadable = json_is_true(json_object_get(json, "told"));
	room->creators_above = json_is_true(json_object_get(json, "creators_above"));
	room->has_type = json_is_true(json_object_get(json, "has_type"));
	room->followed = json_is_true(json_object_get(json, "followed"));
	room->used = json_integer_value(json_object_get(json, "used"));
	room->joined = (int)json_integer_value(json_object_get(json, "joined"));
	room->invited = (int)json_integer_value(json_object_get(json, "invited"));
	room->muted = (unsigned)json_integer_value(json_object_get(json, "muted"));
	room->since = json_integer_value(json_object_get(json, "since"));
	room->shared = json_is_true(json_object_get(json, "shared"));
	room->was_alone = json_is_true(json_object_get(json, "alone"));
	room->creators = json_incref(json_object_get(json, "creators"));
	room->moderators = json_incref(json_object_get(json, "moderators"));
	room->writers = json_incref(json_object_get(json, "writers"));
	room->rotation = json_incref(json_object_get(json, "rotation"));
	for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++)
		mx_room_set_text(texts[i].field, mx_json_text(json, texts[i].key));
	return BOT_OK;
}

enum bot_error mx_room_init(struct mx_room *room, struct bot_store *store, const char *id)
{
	char key[ROOM_KEY_SIZE], *value = NULL;
	struct mx_room new = {0};
	enum bot_error error = bot_store_get(store, room_key(id, key), &value);
	json_t *json;

	if (error == BOT_NOT_FOUND) {
		*room = new;
		return BOT_OK;
	}
	if (error)
		return error;
	json = mx_parsed_rooms_get(id, value);
	error = json ? unpack(&new, json) : BOT_STORE_CORRUPT;
	json_decref(json);
	free(value);
	if (!error)
		*room = new;
	return error;
}

void mx_room_finish(struct mx_room *room)
{
	free(room->inviter);
	free(room->invited_by);
	free(room->successor);
	free(room->predecessor);
	free(room->made_for);
	free(room->name);
	free(room->alias);
	json_decref(room->creators);
	json_decref(room->moderators);
	json_decref(room->writers);
	json_decref(room->rotation);
}

/*
 * Searches the text, because the sender asks this for each message, and parsing takes longer. In a
 * string JSON would escape these quotes, so only the member itself has this text.
 */
enum bot_error mx_room_is_encrypted(struct bot_store *store, const char *id, bool *encrypted)
{
	char key[ROOM_KEY_SIZE], *value = NULL;
	enum bot_error error = bot_store_get(store, room_key(id, key), &value);

	if (error && error != BOT_NOT_FOUND)
		return error;
	*encrypted = value && strstr(value, "\"encrypted\":true");
	free(value);
	return BOT_OK;
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

/*
 * Returns JSON true, or NULL for false. The bot does not write false, since each written value
 * makes reading slower.
 */
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
	char key[ROOM_KEY_SIZE], *value;
	enum bot_error error;
	json_t *json;

	room_key(id, key);
	if (room->standing == MX_OUTSIDE)
		return bot_store_set(store, key, NULL);
	json = json_pack("{s:i, s:o*, s:o*, s:o*, s:o*, s:o*, s:s*, s:s*, s:s*, s:s*, s:s*, "
			 "s:O*, s:O*, s:O*, s:O*, s:o*, s:o*, s:o*, s:o*, s:o*, s:o*, s:o*, s:o*, "
			 "s:s*, s:s*}",
		"standing", (int)room->standing, "counted", flag(room->counted), "encrypted",
		flag(room->encrypted), "told", flag(room->told_unreadable), "creators_above",
		flag(room->creators_above), "followed", flag(room->followed), "inviter",
		room->inviter, "invited_by", room->invited_by, "successor", room->successor,
		"predecessor", room->predecessor, "made_for", room->made_for, "creators",
		room->creators, "moderators", room->moderators, "writers", room->writers,
		"rotation", room->rotation, "used", number(room->used), "joined",
		number(room->joined), "invited", number(room->invited), "alone",
		flag(room->was_alone), "muted", number(room->muted), "shared", flag(room->shared),
		"has_type", flag(room->has_type), "since", number(room->since), "name", room->name,
		"alias", room->alias);
	value = mx_json_print(json);
	error = bot_store_set(store, key, value);
	free(value);
	json_decref(json);
	return error;
}

static void replace(json_t **field, json_t *value)
{
	json_decref(*field);
	*field = value;
}

/*
 * Returns whether the creators of a room with this m.room.create event are above all power levels.
 */
static bool are_creators_above(const json_t *create)
{
	const char *version = mx_json_text(json_object_get(create, "content"), "room_version");
	char *end;

	if (!version)
		return false;
	/* the name of version 12 before its release */
	if (strcmp(version, "org.matrix.hydra.11") == 0)
		return true;
	return strtoul(version, &end, 10) >= 12 && *end == '\0';
}

static void append_user(json_t *users, const char *user)
{
	if (mx_id_is_user(user))
		(void)json_array_append_new(users, json_string(user));
}

/* Returns the creators that an m.room.create event names: a new array of user ids. */
static json_t *read_creators(const json_t *create)
{
	const json_t *more =
		json_object_get(json_object_get(create, "content"), "additional_creators");
	json_t *creators = json_array();
	json_t *user;
	size_t i;

	append_user(creators, mx_json_text(create, "sender"));
	if (!are_creators_above(create))
		return creators;
	json_array_foreach (more, i, user) {
		append_user(creators, json_string_value(user));
	}
	return creators;
}

bool mx_room_create_has_type(const json_t *create)
{
	const char *type = mx_json_text(json_object_get(create, "content"), "type");

	return type && *type;
}

static void apply_create(struct mx_room *room, const json_t *event, const char *me)
{
	const json_t *content = json_object_get(event, "content");
	const char *old = mx_json_text(json_object_get(content, "predecessor"), "room_id");

	room->creators_above = are_creators_above(event);
	room->has_type = mx_room_create_has_type(event);
	replace(&room->creators, read_creators(event));
	mx_room_set_text(&room->predecessor, mx_id_is_room(old) ? old : NULL);
	mx_room_set_text(&room->made_for, mx_private_made_for(event, me));
}

/* Returns the new value of room->muted, from the content of m.room.power_levels. */
static unsigned read_muted(const json_t *content, const char *me)
{
	return (mx_power_levels_forbid(content, me, "m.room.message") ? MX_MUTED_PLAIN : 0U) |
	       (mx_power_levels_forbid(content, me, "m.room.encrypted") ? MX_MUTED_ENCRYPTED : 0U);
}

/*
 * Notes how long the room uses an encryption key. Leaves out values that are not integers. The
 * numbers have limits in e2ee/crypto/src/room_keys.rs.
 */
static void apply_encryption(struct mx_room *room, const json_t *content)
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
	replace(&room->rotation, rotation);
}

/* Sets *field to the text under `key`. Keeps no text that is empty or too long. */
static void apply_text(char **field, const json_t *content, const char *key)
{
	const char *text = mx_json_text(content, key);

	mx_room_set_text(field, text && *text && strlen(text) <= MX_ROOM_NAME_MOST ? text : NULL);
}

static void apply_server_acl(struct mx_room *room, const json_t *content, const char *me)
{
	room->muted &= ~(unsigned)MX_MUTED_SERVER;
	if (mx_server_acl_denies(content, mx_id_server(me)))
		room->muted |= MX_MUTED_SERVER;
}

void mx_room_apply(struct mx_room *room, const json_t *event, const char *type, const char *me)
{
	const json_t *content = json_object_get(event, "content");
	const char *key = mx_json_text(event, "state_key");

	if (!key || *key)
		return;
	if (strcmp(type, "m.room.create") == 0)
		apply_create(room, event, me);
	else if (strcmp(type, "m.room.encryption") == 0)
		apply_encryption(room, content);
	else if (strcmp(type, "m.room.server_acl") == 0)
		apply_server_acl(room, content, me);
	else if (strcmp(type, "m.room.name") == 0)
		apply_text(&room->name, content, "name");
	else if (strcmp(type, "m.room.canonical_alias") == 0)
		apply_text(&room->alias, content, "alias");
	if (strcmp(type, "m.room.power_levels") != 0)
		return;
	replace(&room->moderators, mx_power_levels_moderators(content));
	replace(&room->writers, mx_power_levels_writers(content));
	room->muted = (room->muted & MX_MUTED_SERVER) | read_muted(content, me);
}

bool mx_room_is_muted(const struct mx_room *room, const char *me, bool encrypts)
{
	unsigned flag = room->encrypted && encrypts ? MX_MUTED_ENCRYPTED : MX_MUTED_PLAIN;

	if (room->muted & MX_MUTED_SERVER)
		return true;
	return (room->muted & flag) != 0 &&
	       !(room->creators_above && mx_json_array_has(room->creators, me));
}

/* Whether the user is one of those that room->moderators or room->writers list. */
static bool is_listed(const json_t *users, const char *user)
{
	bool is_other = mx_json_array_has(json_object_get(users, "others"), user);

	return json_is_true(json_object_get(users, "default")) != is_other;
}

bool mx_room_may_write(const struct mx_room *room, const char *user)
{
	return !room->writers || is_listed(room->writers, user) ||
	       (room->creators_above && mx_json_array_has(room->creators, user));
}

bool mx_room_moderates(const struct mx_room *room, const char *user)
{
	if ((room->creators_above || !room->moderators) && mx_json_array_has(room->creators, user))
		return true;
	return room->moderators && is_listed(room->moderators, user);
}

void mx_room_each_moderator(
	const struct mx_room *room, void (*take)(void *taker, const char *user), void *taker)
{
	bool all = json_is_true(json_object_get(room->moderators, "default"));
	json_t *user;
	size_t i;

	if (all)
		return;
	if (room->creators_above || !room->moderators) {
		json_array_foreach (room->creators, i, user) {
			take(taker, json_string_value(user));
		}
	}
	json_array_foreach (json_object_get(room->moderators, "others"), i, user) {
		take(taker, json_string_value(user));
	}
}

enum bot_error mx_room_private_with(struct bot_store *store, const char *id, char user[BOT_ID_SIZE])
{
	enum bot_error error = bot_store_private_user(store, id, user);

	if (error == BOT_NOT_FOUND)
		user[0] = '\0';
	return error == BOT_NOT_FOUND ? BOT_OK : error;
}
