#include "adapters/matrix/room/room_rights.h"

#include "adapters/matrix/client/json.h"
#include "adapters/matrix/room/event.h"
#include "adapters/matrix/room/room_state.h"

#include <string.h>

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

#define THIRD_PARTY_INVITE "m.room.third_party_invite"

/* Returns whether the content of a member event says that the user is joined or invited. */
static bool is_present(const json_t *content)
{
	return mx_json_text_is(content, "membership", "join") ||
	       mx_json_text_is(content, "membership", "invite");
}

/* Returns whether the event is a state event of `type` with an empty state key. */
static bool is_state(const json_t *event, const char *type)
{
	return mx_json_text_is(event, "type", type) && mx_json_text_is(event, "state_key", "");
}

static const json_t *content_of(const json_t *state, const char *type)
{
	const json_t *event;
	size_t i;

	json_array_foreach (state, i, event)
		if (is_state(event, type))
			return json_object_get(event, "content");
	return NULL;
}

/*
 * Returns whether the event is an invitation by e-mail or phone number that nobody has revoked.
 * Whoever proves to have the address may join, also after a member who invited them has left:
 * https://spec.matrix.org/latest/client-server-api/#mroomthird_party_invite
 */
static bool is_open_invitation(const json_t *event)
{
	return mx_json_text_is(event, "type", THIRD_PARTY_INVITE) &&
	       json_object_size(json_object_get(event, "content")) > 0;
}

/*
 * Returns whether a third person can read the messages that the bot sends now, either at once or
 * after they join the room. People whom one of the two members must still let in do not count.
 */
static bool is_open(const json_t *state)
{
	/* With these rules, people need an invitation, or the approval of a member. */
	static const char *const closed_rules[] = {"invite", "knock", "private"};
	const json_t *history = content_of(state, "m.room.history_visibility");
	const json_t *rules = content_of(state, "m.room.join_rules");
	bool readable_later = !mx_json_text_is(history, "history_visibility", "invited") &&
			      !mx_json_text_is(history, "history_visibility", "joined");

	if (!mx_json_text(rules, "join_rule"))
		readable_later = false;
	for (size_t i = 0; i < sizeof(closed_rules) / sizeof(*closed_rules); i++)
		if (mx_json_text_is(rules, "join_rule", closed_rules[i]))
			readable_later = false;
	return readable_later || mx_json_text_is(history, "history_visibility", "world_readable");
}

bool mx_room_rights_is_own(const json_t *state, const char *me, const char *user)
{
	const json_t *event;
	size_t i;

	json_array_foreach (state, i, event) {
		const char *made_for =
			is_state(event, "m.room.create") ? mx_event_room_made_for(event, me) : NULL;

		if (made_for && strcmp(made_for, user) == 0)
			return true;
	}
	return false;
}

bool mx_room_rights_is_encrypted_by(const json_t *state, const char *user)
{
	const json_t *event;
	size_t i;

	json_array_foreach (state, i, event)
		if (is_state(event, "m.room.encryption") && mx_json_text_is(event, "sender", user))
			return true;
	return false;
}

bool mx_room_rights_is_muted(const json_t *state, const char *me, bool encrypts)
{
	struct mx_room room = {0};
	const json_t *event;
	size_t i;
	bool muted;

	json_array_foreach (state, i, event) {
		const char *type = mx_json_text(event, "type");

		if (type)
			mx_room_apply(&room, event, type, me);
	}
	muted = mx_room_is_muted(&room, me, encrypts);
	mx_room_finish(&room);
	return muted;
}

bool mx_room_rights_has_joined(const json_t *state, const char *user)
{
	const json_t *event;
	size_t i;

	json_array_foreach (state, i, event)
		if (mx_json_text_is(event, "type", "m.room.member") &&
			mx_json_text_is(event, "state_key", user))
			return mx_json_text_is(
				json_object_get(event, "content"), "membership", "join");
	return false;
}

/* Members whose user id is not valid count, too: they are in the room. */
enum mx_privacy mx_room_rights_classify(
	const json_t *state, const char *me, const char *user, bool reads)
{
	const json_t *mine = NULL, *theirs = NULL, *encryption = NULL;
	const json_t *event;
	size_t others = 0, i;

	json_array_foreach (state, i, event) {
		const json_t *content = json_object_get(event, "content");

		if (is_state(event, "m.room.encryption"))
			encryption = event;
		others += is_open_invitation(event);
		if (!mx_json_text_is(event, "type", "m.room.member"))
			continue;
		if (mx_json_text_is(event, "state_key", me))
			mine = content;
		else if (mx_json_text_is(event, "state_key", user))
			theirs = content;
		else
			others += is_present(content);
	}
	if (!mx_json_text_is(mine, "membership", "join") || others > 0 || is_open(state))
		return MX_NOT_PRIVATE;
	if (encryption && !reads)
		return mx_json_text_is(encryption, "sender", me) ? MX_SERVER_ENCRYPTED
								 : MX_ENCRYPTED;
	if (!is_present(theirs))
		return MX_ALONE;
	return encryption ? MX_PRIVATE_ENCRYPTED : MX_PRIVATE;
}

bool mx_room_rights_depend_on(const char *type)
{
	static const char *const types[] = {"m.room.member", "m.room.encryption",
		"m.room.history_visibility", "m.room.join_rules", THIRD_PARTY_INVITE};

	for (size_t i = 0; i < sizeof(types) / sizeof(*types); i++)
		if (strcmp(type, types[i]) == 0)
			return true;
	return false;
}
