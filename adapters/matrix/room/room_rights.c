#include "adapters/matrix/room/room_rights.h"

#include "adapters/matrix/client/json.h"

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
