#include "adapters/matrix/room/event.h"

#include "adapters/matrix/client/id.h"
#include "adapters/matrix/client/json.h"

#include <string.h>

struct mx_event mx_event_read(const json_t *json)
{
	const json_t *state_key = json_object_get(json, "state_key");
	struct mx_event event = {
		.json = json,
		.type = mx_json_text(json, "type"),
		.sender = mx_json_text(json, "sender"),
		.id = mx_json_text(json, "event_id"),
		.state_key = json_string_value(state_key),
		.is_state = state_key,
		.content = json_object_get(json, "content"),
	};

	if (event.state_key && mx_id_is_user(event.sender))
		event.state_type = event.type;
	return event;
}

void mx_event_finish(struct mx_event *event)
{
	json_decref(event->decrypted);
}

static bool has_type(const struct mx_event *event, const char *type)
{
	return event->type && strcmp(event->type, type) == 0;
}

static bool is_by(const struct mx_event *event, const char *user)
{
	return event->sender && strcmp(event->sender, user) == 0;
}

const json_t *mx_event_relation(const struct mx_event *event)
{
	return json_object_get(event->content, "m.relates_to");
}

bool mx_event_is_edit(const struct mx_event *event)
{
	return mx_json_text_is(mx_event_relation(event), "rel_type", "m.replace") ||
	       (event->writer != MX_WRITER_UNKNOWN &&
		       json_object_get(event->content, "m.new_content"));
}

bool mx_event_is_reaction(const struct mx_event *event)
{
	return has_type(event, "m.reaction");
}

bool mx_event_is_encrypted(const struct mx_event *event)
{
	return has_type(event, "m.room.encrypted");
}

bool mx_event_is_shown(const struct mx_event *event, const char *me)
{
	bool is_message =
		has_type(event, "m.room.message") && json_object_get(event->content, "msgtype");

	return (is_message || mx_event_is_encrypted(event)) && !is_by(event, me) &&
	       !mx_event_is_edit(event);
}

bool mx_event_is_own(const struct mx_event *event, const char *me)
{
	return is_by(event, me) && !event->is_state && mx_id_is_event(event->id);
}

const char *mx_event_transaction_id(const struct mx_event *event, const char *me)
{
	return mx_event_is_own(event, me)
		       ? mx_json_text(json_object_get(event->json, "unsigned"), "transaction_id")
		       : NULL;
}

const char *mx_event_row_id(const struct mx_event *event, const char *me)
{
	const char *id = mx_event_transaction_id(event, me);

	if (id || !mx_event_is_own(event, me))
		return id;
	return mx_json_text(event->content, MX_EVENT_ROW_ID);
}

bool mx_event_is_unreadable_state(const struct mx_event *event)
{
	return event->is_state && !event->state_type;
}

const char *mx_event_membership(const struct mx_event *event, const char *user)
{
	if (!event->state_type || strcmp(event->state_type, "m.room.member") != 0 ||
		strcmp(event->state_key, user) != 0)
		return NULL;
	return mx_json_text(event->content, "membership");
}
