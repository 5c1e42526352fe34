#include "adapters/matrix/room/state_content.h"

#include "adapters/matrix/client/id.h"
#include "adapters/matrix/client/json.h"
#include "bot/base/glob.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* the most that a level may be, as in canonical JSON, so that the stored level can be read again */
#define LEVEL_MOST    ((INT64_C(1) << 53) - 1)
#define STATE_DEFAULT 50 /* the level if m.room.power_levels has no state_default */

#define MARK "engarde_bot.private_room_of"

static json_int_t within_limits(json_int_t level)
{
	return level > LEVEL_MOST ? LEVEL_MOST : level < -LEVEL_MOST ? -LEVEL_MOST : level;
}

/* Returns the level under `key`. In the oldest room versions a level may be a string. */
static json_int_t level(const json_t *object, const char *key, json_int_t otherwise)
{
	const json_t *value = json_object_get(object, key);
	const char *text = json_string_value(value);
	char *end;
	long long number;

	if (json_is_integer(value))
		return within_limits(json_integer_value(value));
	if (json_is_real(value))
		return json_real_value(value) < 0 ? -1 : (json_int_t)json_real_value(value);
	if (!text)
		return otherwise;
	number = strtoll(text, &end, 10);
	/* homeservers allow spaces on both sides */
	return end != text && end[strspn(end, " \t\r\n")] == '\0' ? within_limits(number)
								  : otherwise;
}

static json_t *list_users(const json_t *content, json_int_t needed)
{
	json_t *users = json_object_get(content, "users");
	bool all = level(content, "users_default", 0) >= needed;
	json_t *others = json_array();
	json_t *value;
	const char *user;

	json_object_foreach (users, user, value)
		if ((level(users, user, 0) >= needed) != all && mx_id_is_user(user))
			(void)json_array_append_new(others, json_string(user));
	return json_pack("{s:b, s:o}", "default", all, "others", others);
}

json_t *mx_power_levels_moderators(const json_t *content)
{
	return list_users(content, level(content, "state_default", STATE_DEFAULT));
}

json_t *mx_power_levels_writers(const json_t *content)
{
	const json_t *events = json_object_get(content, "events");
	json_int_t all = level(content, "events_default", 0);
	json_int_t plain = level(events, "m.room.message", all);
	json_int_t encrypted = level(events, "m.room.encrypted", all);

	return list_users(content, plain < encrypted ? plain : encrypted);
}

static json_int_t level_of(const json_t *content, const char *user)
{
	return level(json_object_get(content, "users"), user, level(content, "users_default", 0));
}

bool mx_power_levels_forbid(const json_t *content, const char *user, const char *type)
{
	return level_of(content, user) <
	       level(json_object_get(content, "events"), type, level(content, "events_default", 0));
}

static bool lists(const json_t *globs, const struct bot_glob_text *name)
{
	const json_t *glob;
	size_t i;

	json_array_foreach (globs, i, glob)
		if (json_is_string(glob) && bot_glob_matches(json_string_value(glob), name))
			return true;
	return false;
}

static bool is_ip_literal(const char *name)
{
	return *name == '[' || name[strspn(name, "0123456789.")] == '\0';
}

bool mx_server_acl_denies(const json_t *content, const char *server)
{
	const char *port = *server == '[' ? strstr(server, "]:") : strchr(server, ':');
	size_t size = strlen(server);
	char name[BOT_GLOB_TEXT_MOST + 1];
	struct bot_glob_text text;

	if (port)
		size = (size_t)(port - server) + (*port == ']');
	if (size >= sizeof(name))
		return false;
	memcpy(name, server, size);
	name[size] = '\0';
	if (is_ip_literal(name) && json_is_false(json_object_get(content, "allow_ip_literals")))
		return true;
	bot_glob_prepare(&text, name, BOT_GLOB_ANY_CASE);
	return lists(json_object_get(content, "deny"), &text) ||
	       !lists(json_object_get(content, "allow"), &text);
}

json_t *mx_private_encryption_content(void)
{
	return json_pack("{s:s}", "algorithm", "m.megolm.v1.aes-sha2");
}

json_t *mx_private_create_request(const char *user, const char *topic, bool encrypted)
{
	/* With this history_visibility, people who join later do not see the hands. */
	json_t *body = json_pack("{s:s, s:b, s:[s], s:{s:s}, s:s, s:s, s:["
				 "{s:s, s:s, s:{s:s}}, {s:s, s:s, s:{s:s}}]}",
		"preset", "trusted_private_chat", "is_direct", 1, "invite", user,
		"creation_content", MARK, user, "name", "En Garde", "topic", topic, "initial_state",
		"type", "m.room.history_visibility", "state_key", "", "content",
		"history_visibility", "invited", "type", "m.room.guest_access", "state_key", "",
		"content", "guest_access", "forbidden");

	if (encrypted)
		(void)json_array_append_new(json_object_get(body, "initial_state"),
			json_pack("{s:s, s:s, s:o}", "type", "m.room.encryption", "state_key", "",
				"content", mx_private_encryption_content()));
	return body;
}

const char *mx_private_made_for(const json_t *create, const char *me)
{
	const char *user = mx_json_text(json_object_get(create, "content"), MARK);

	return mx_json_text_is(create, "sender", me) && mx_id_is_user(user) ? user : NULL;
}
