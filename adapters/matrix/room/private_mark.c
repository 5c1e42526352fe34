#include "adapters/matrix/room/private_mark.h"

#include "adapters/matrix/client/id.h"
#include "adapters/matrix/client/json.h"

#define MARK "engarde_bot.private_room_of"

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
