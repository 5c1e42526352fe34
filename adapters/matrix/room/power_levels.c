#include "adapters/matrix/room/power_levels.h"

#include "adapters/matrix/client/id.h"
#include "adapters/matrix/client/json.h"

#include <stdlib.h>
#include <string.h>

#define STATE_DEFAULT 50 /* the level if m.room.power_levels has no state_default */

static bool append(json_t *users, const char *user)
{
	return !mx_id_is_user(user) || json_array_append_new(users, json_string(user)) == 0;
}

bool mx_power_creators_stand_above(const json_t *create)
{
	const char *version = mx_json_text(json_object_get(create, "content"), "room_version");
	char *end;

	if (!version)
		return false;
	if (strcmp(version, "org.matrix.hydra.11") ==
		0) /* the name of version 12 before its release */
		return true;
	return strtoul(version, &end, 10) >= 12 && *end == '\0';
}

json_t *mx_power_creators(const json_t *create)
{
	const json_t *more =
		json_object_get(json_object_get(create, "content"), "additional_creators");
	json_t *creators = json_array();
	size_t i;
	json_t *user;
	bool ok = creators && append(creators, mx_json_text(create, "sender"));

	if (mx_power_creators_stand_above(create)) {
		json_array_foreach (more, i, user)
			ok = ok && append(creators, json_string_value(user));
	}
	if (!ok) {
		json_decref(creators);
		return NULL;
	}
	return creators;
}

/* Returns the level under `key`. In the oldest room versions a level may be a string. */
static json_int_t level(const json_t *object, const char *key, json_int_t otherwise)
{
	const json_t *value = json_object_get(object, key);
	const char *text = json_string_value(value);
	char *end;
	long long number;

	if (json_is_integer(value))
		return json_integer_value(value);
	if (json_is_real(value))
		return json_real_value(value) < 0 ? -1 : (json_int_t)json_real_value(value);
	if (!text)
		return otherwise;
	number = strtoll(text, &end, 10);
	return end != text && *end == '\0' ? number : otherwise;
}

json_t *mx_power_moderators(const json_t *content)
{
	json_t *users = json_object_get(content, "users");
	json_int_t needed = level(content, "state_default", STATE_DEFAULT);
	bool all = level(content, "users_default", 0) >= needed;
	json_t *others = json_array();
	json_t *value;
	const char *user;

	if (!others)
		return NULL;
	json_object_foreach (users, user, value) {
		if ((level(users, user, 0) >= needed) == all || append(others, user))
			continue;
		json_decref(others);
		return NULL;
	}
	return json_pack("{s:b, s:o}", "default", all, "others", others);
}

bool mx_power_is_moderator(const json_t *moderators, const char *user)
{
	bool other = mx_json_array_has(json_object_get(moderators, "others"), user);

	return json_is_true(json_object_get(moderators, "default")) != other;
}
