#include "adapters/matrix/room/room_state.h"

#include "adapters/matrix/client/id.h"
#include "adapters/matrix/client/json.h"
#include "adapters/matrix/client/json_print.h"
#include "adapters/matrix/room/event.h"
#include "adapters/matrix/room/person.h"
#include "adapters/matrix/room/room_counts.h"
#include "bot/base/attempt.h"
#include "bot/base/memory.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ROOM_KEY_SIZE   (sizeof(MX_ROOM_KEY) + BOT_ID_SIZE)
#define UNFOLLOWED_MOST 3 /* the members of a room without followers: the bot and two players */

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

enum kind { FLAG, NUMBER, TEXT, JSON };

#define MEMBER(name, kind, field)                                                                  \
	{                                                                                          \
		name, kind, offsetof(struct mx_room, field)                                        \
	}

/* The members of a room's value, except its standing. First the members that most rooms have. */
static const struct member {
	const char *key;
	enum kind kind; /* bool, int64_t, char * or json_t * */
	size_t at;      /* the offset of the field in struct mx_room */
} members[] = {
	MEMBER("used", NUMBER, used),
	MEMBER("joined", NUMBER, joined),
	MEMBER("creators", JSON, creators),
	MEMBER("moderators", JSON, moderators),
	MEMBER("writers", JSON, writers),
	MEMBER("since", NUMBER, since),
	MEMBER("made_for", TEXT, made_for),
	MEMBER("name", TEXT, name),
	MEMBER("alias", TEXT, alias),
	MEMBER("counted", FLAG, counted),
	MEMBER("encrypted", FLAG, encrypted),
	MEMBER("rotation", JSON, rotation),
	MEMBER("creators_above", FLAG, creators_above),
	MEMBER("invited_by", TEXT, invited_by),
	MEMBER("inviter", TEXT, inviter),
	MEMBER("invited", NUMBER, invited),
	MEMBER("followed", FLAG, followed),
	MEMBER("successor", TEXT, successor),
	MEMBER("predecessor", TEXT, predecessor),
	MEMBER("told", FLAG, told_unreadable),
	MEMBER("has_type", FLAG, has_type),
	MEMBER("alone", FLAG, was_alone),
	MEMBER("muted", NUMBER, muted),
	MEMBER("shared", FLAG, shared),
};

#define MEMBERS_COUNT (sizeof(members) / sizeof(members[0]))

static void read_member(struct mx_room *room, const char *key, json_t *value)
{
	size_t i = 0;

	while (i < MEMBERS_COUNT && strcmp(members[i].key, key) != 0)
		i++;
	if (i == MEMBERS_COUNT)
		return;
	void *field = (char *)room + members[i].at;
	switch (members[i].kind) {
	case FLAG:
		*(bool *)field = json_is_true(value);
		break;
	case NUMBER:
		*(int64_t *)field = json_integer_value(value);
		break;
	case TEXT:
		mx_room_set_text(field, json_string_value(value));
		break;
	case JSON:
		*(json_t **)field = json_incref(value);
		break;
	}
}

static enum bot_error unpack(struct mx_room *room, json_t *json)
{
	json_int_t standing = json_integer_value(json_object_get(json, "standing"));
	const char *key;
	json_t *value;

	if (standing < MX_OUTSIDE || standing > MX_ADMITTED)
		return BOT_STORE_CORRUPT;
	room->standing = (enum mx_standing)standing;
	json_object_foreach (json, key, value) {
		read_member(room, key, value);
	}
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
	json = mx_room_counts_parse(id, value);
	error = json ? unpack(&new, json) : BOT_STORE_CORRUPT;
	json_decref(json);
	free(value);
	if (!error)
		*room = new;
	return error;
}

void mx_room_finish(struct mx_room *room)
{
	for (size_t i = 0; i < MEMBERS_COUNT; i++) {
		void *field = (char *)room + members[i].at;

		if (members[i].kind == TEXT)
			free(*(char **)field);
		else if (members[i].kind == JSON)
			json_decref(*(json_t **)field);
	}
}

static void finish(void *room)
{
	mx_room_finish(room);
}

struct mx_room *mx_room_load(struct bot_store *store, const char *id)
{
	struct mx_room *room = bot_scratch_object(sizeof(*room), finish);

	bot_must(mx_room_init(room, store, id));
	return room;
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

enum bot_error mx_room_has_followers(struct bot_store *store, const char *id, bool *has)
{
	static const char key_before[] = "\"joined\":";
	char key[ROOM_KEY_SIZE], *value = NULL;
	enum bot_error error = bot_store_get(store, room_key(id, key), &value);

	if (error && error != BOT_NOT_FOUND)
		return error;
	const char *joined = value ? strstr(value, key_before) : NULL;
	*has = !joined || strtoll(joined + strlen(key_before), NULL, 10) > UNFOLLOWED_MOST;
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
 * Returns a member as a new reference, or NULL if it is false, 0 or missing. The bot does not write
 * such a member, since each written value makes reading slower.
 */
static json_t *write_member(const struct mx_room *room, const struct member *member)
{
	const void *field = (const char *)room + member->at;

	switch (member->kind) {
	case FLAG:
		return *(const bool *)field ? json_true() : NULL;
	case NUMBER:
		return *(const int64_t *)field ? json_integer(*(const int64_t *)field) : NULL;
	case TEXT:
		return json_string(*(char *const *)field); /* NULL for NULL */
	case JSON:
		return json_incref(*(json_t *const *)field);
	}
	return NULL;
}

enum bot_error mx_room_save(const struct mx_room *room, struct bot_store *store, const char *id)
{
	char key[ROOM_KEY_SIZE], *value;
	enum bot_error error;
	json_t *json;

	room_key(id, key);
	if (room->standing == MX_OUTSIDE)
		return bot_store_set(store, key, NULL);
	json = json_pack("{s:i}", "standing", (int)room->standing);
	for (size_t i = 0; i < MEMBERS_COUNT; i++)
		(void)json_object_set_new(json, members[i].key, write_member(room, &members[i]));
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
	mx_room_set_text(&room->made_for, mx_event_room_made_for(event, me));
}

/* Returns the new value of room->muted, from the content of m.room.power_levels. */
static int64_t read_muted(const json_t *content, const char *me)
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
	room->muted &= ~MX_MUTED_SERVER;
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

void mx_room_private_with(struct bot_store *store, const char *id, char user[BOT_ID_SIZE])
{
	if (!bot_store_private_user(store, id, user))
		user[0] = '\0';
}
