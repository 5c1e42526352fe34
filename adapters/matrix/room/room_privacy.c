#include "adapters/matrix/room/room_privacy.h"

#include "adapters/matrix/client/id.h"
#include "adapters/matrix/client/json.h"

#include <string.h>

#define MARK "engarde_bot.private_room_of"

json_t *mx_private_encryption(void)
{
	return json_pack("{s:s}", "algorithm", "m.megolm.v1.aes-sha2");
}

json_t *mx_private_create(const char *user, bool encrypted)
{
	/* With this history_visibility, people who join later do not see the hands. */
	json_t *body = json_pack("{s:s, s:b, s:[s], s:{s:s}, s:s, s:["
				 "{s:s, s:s, s:{s:s}}, {s:s, s:s, s:{s:s}}]}",
		"preset", "trusted_private_chat", "is_direct", 1, "invite", user,
		"creation_content", MARK, user, "name", "En Garde", "initial_state", "type",
		"m.room.history_visibility", "state_key", "", "content", "history_visibility",
		"invited", "type", "m.room.guest_access", "state_key", "", "content",
		"guest_access", "forbidden");

	if (encrypted && json_array_append_new(json_object_get(body, "initial_state"),
				 json_pack("{s:s, s:s, s:o}", "type", "m.room.encryption",
					 "state_key", "", "content", mx_private_encryption()))) {
		json_decref(body);
		return NULL;
	}
	return body;
}

const char *mx_private_made_for(const json_t *create, const char *me)
{
	const char *sender = mx_json_text(create, "sender");
	const char *user = mx_json_text(json_object_get(create, "content"), MARK);

	return sender && strcmp(sender, me) == 0 && mx_id_is_user(user) ? user : NULL;
}

static bool is(const char *text, const char *expected)
{
	return text && strcmp(text, expected) == 0;
}

static bool is_present(const char *membership)
{
	return is(membership, "join") || is(membership, "invite");
}

/* Whether the event is state of `type` with an empty state key. */
static bool is_state(const json_t *event, const char *type)
{
	return is(mx_json_text(event, "type"), type) && is(mx_json_text(event, "state_key"), "");
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
 * Whether other people can read the present messages, now or later, without an invitation by one of
 * the two members: https://spec.matrix.org/latest/client-server-api/#room-history-visibility
 */
static bool is_open(const json_t *state)
{
	static const char *const by_leave[] = {"invite", "knock", "private"};
	const char *visible =
		mx_json_text(content_of(state, "m.room.history_visibility"), "history_visibility");
	const char *rule = mx_json_text(content_of(state, "m.room.join_rules"), "join_rule");
	bool later = !is(visible, "invited") && !is(visible, "joined");

	for (size_t i = 0; i < sizeof by_leave / sizeof *by_leave; i++)
		if (!rule || is(rule, by_leave[i]))
			later = false;
	return later || is(visible, "world_readable");
}

bool mx_private_is_own(const json_t *state, const char *me, const char *user)
{
	const json_t *event;
	size_t i;

	json_array_foreach (state, i, event) {
		const char *made_for =
			is_state(event, "m.room.create") ? mx_private_made_for(event, me) : NULL;

		if (made_for && strcmp(made_for, user) == 0)
			return true;
	}
	return false;
}

/* Counts members whose user id is not valid, too: they are in the room like others. */
enum mx_privacy mx_private_classify(
	const json_t *state, const char *me, const char *user, bool reads)
{
	const char *mine = NULL, *theirs = NULL, *encrypter = NULL;
	bool encrypted = false;
	size_t others = 0, i;
	const json_t *event;

	json_array_foreach (state, i, event) {
		const char *type = mx_json_text(event, "type");
		const char *key = mx_json_text(event, "state_key");
		const char *membership =
			mx_json_text(json_object_get(event, "content"), "membership");

		if (is_state(event, "m.room.encryption")) {
			encrypted = true;
			encrypter = mx_json_text(event, "sender");
		}
		if (!is(type, "m.room.member"))
			continue;
		if (is(key, me))
			mine = membership;
		else if (is(key, user))
			theirs = membership;
		else
			others += is_present(membership);
	}
	if (!is(mine, "join") || others > 0 || is_open(state))
		return MX_NOT_PRIVATE;
	if (encrypted && !reads)
		return is(encrypter, me) ? MX_SERVER_ENCRYPTED : MX_ENCRYPTED;
	if (!is_present(theirs))
		return MX_ALONE;
	return encrypted ? MX_PRIVATE_SEALED : MX_PRIVATE;
}
