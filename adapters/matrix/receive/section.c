#include "adapters/matrix/receive/section.h"

#include "adapters/matrix/client/id.h"

enum bot_error mx_section_visit_rooms(const json_t *batch,
	enum bot_error (*visit)(
		void *self, enum mx_section section, const char *id, const json_t *body),
	void *self)
{
	static const char *const names[] = {
		[MX_SECTION_LEAVE] = "leave",
		[MX_SECTION_JOIN] = "join",
		[MX_SECTION_INVITE] = "invite",
	};
	enum bot_error error = BOT_OK;

	for (int i = MX_SECTION_LEAVE; i <= MX_SECTION_INVITE; i++) {
		json_t *rooms = json_object_get(json_object_get(batch, "rooms"), names[i]);
		const char *id;
		json_t *body;

		json_object_foreach (rooms, id, body)
			if (!error && mx_id_is_room(id))
				error = visit(self, (enum mx_section)i, id, body);
	}
	return error;
}

json_t *mx_section_events(const json_t *body, const char *part)
{
	return json_object_get(json_object_get(body, part), "events");
}
