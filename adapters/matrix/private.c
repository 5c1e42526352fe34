#include "adapters/matrix/private.h"

#include "adapters/matrix/event.h"
#include "adapters/matrix/id.h"
#include "adapters/matrix/json.h"

#include <string.h>

#define MARK "engarde_bot.private_room_of"

json_t *mx_private_create(const char *user)
{
	/* Hands stay unseen by whoever might join later: history_visibility. */
	return json_pack("{s:s, s:b, s:[s], s:{s:s}, s:s, s:["
			 "{s:s, s:s, s:{s:s}}, {s:s, s:s, s:{s:s}}]}",
		"preset", "trusted_private_chat", "is_direct", 1, "invite", user,
		"creation_content", MARK, user, "name", "En Garde", "initial_state", "type",
		"m.room.history_visibility", "state_key", "", "content", "history_visibility",
		"invited", "type", "m.room.guest_access", "state_key", "", "content",
		"guest_access", "forbidden");
}

const char *mx_private_made_for(const json_t *create, const char *me)
{
	const char *sender = mx_json_text(create, "sender");
	const char *user = mx_json_text(json_object_get(create, "content"), MARK);

	return sender && strcmp(sender, me) == 0 && mx_id_is_user(user) ? user : NULL;
}

static bool is_present(const char *membership)
{
	return membership && (strcmp(membership, "join") == 0 || strcmp(membership, "invite") == 0);
}

enum mx_privacy mx_private_judge(const json_t *state, const char *me, const char *user)
{
	const char *mine = NULL, *theirs = NULL, *encrypter = NULL;
	size_t others = 0, i;
	const json_t *event;

	json_array_foreach (state, i, event) {
		const char *type = mx_event_state(event);
		const char *key = mx_json_text(event, "state_key");

		if (!type || !key)
			continue;
		if (strcmp(type, "m.room.encryption") == 0)
			encrypter = mx_json_text(event, "sender");
		if (strcmp(type, "m.room.member") != 0)
			continue;
		if (strcmp(key, me) == 0)
			mine = mx_event_membership(event, me);
		if (strcmp(key, user) == 0)
			theirs = mx_event_membership(event, user);
		if (strcmp(key, me) != 0 && strcmp(key, user) != 0)
			others += is_present(mx_event_membership(event, key));
	}
	if (!mine || strcmp(mine, "join") != 0 || others > 0)
		return MX_NOT_PRIVATE;
	if (encrypter)
		return strcmp(encrypter, me) == 0 ? MX_SERVER_ENCRYPTED : MX_ENCRYPTED;
	return is_present(theirs) ? MX_PRIVATE : MX_ALONE;
}
