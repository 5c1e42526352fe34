#include "adapters/matrix/room/power_levels.h"

#include "adapters/matrix/client/id.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* the most that a level may be, as in canonical JSON, so that the stored level can be read again */
#define LEVEL_MOST    ((INT64_C(1) << 53) - 1)
#define STATE_DEFAULT 50 /* the level if m.room.power_levels has no state_default */

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
