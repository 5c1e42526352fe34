#include "adapters/matrix/power.h"

#include "adapters/matrix/id.h"
#include "adapters/matrix/json.h"

#include <stdlib.h>
#include <string.h>

#define STATE_DEFAULT 50 /* of m.room.power_levels, where it names none */

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
	if (strcmp(version, "org.matrix.hydra.11") == 0) /* version 12 before it had its number */
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
	bool fine = creators && append(creators, mx_json_text(create, "sender"));

	if (mx_power_creators_stand_above(create)) {
		json_array_foreach (more, i, user)
			fine = fine && append(creators, json_string_value(user));
	}
	if (!fine) {
		json_decref(creators);
		return NULL;
	}
	return creators;
}

/* A level is an integer, or in the oldest room versions a string of one. */
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
	bool other = false;
	size_t i;
	json_t *name;

	json_array_foreach (json_object_get(moderators, "others"), i, name)
		other = other || strcmp(json_string_value(name), user) == 0;
	return json_is_true(json_object_get(moderators, "default")) != other;
}
