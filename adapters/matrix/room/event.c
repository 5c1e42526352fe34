#include "adapters/matrix/room/event.h"

#include "adapters/matrix/client/id.h"
#include "adapters/matrix/client/json.h"

#include <string.h>

struct mx_event mx_event_in_clear(const json_t *json)
{
	return (struct mx_event){.json = json};
}

void mx_event_finish(struct mx_event *event)
{
	json_decref(event->decrypted);
}

const json_t *mx_event_relation(const struct mx_event *event)
{
	return json_object_get(json_object_get(event->json, "content"), "m.relates_to");
}

bool mx_event_is_edit(const struct mx_event *event)
{
	const json_t *content = json_object_get(event->json, "content");

	return mx_json_text_is(mx_event_relation(event), "rel_type", "m.replace") ||
	       (event->writer != MX_WRITER_UNKNOWN && json_object_get(content, "m.new_content"));
}

bool mx_event_is_reaction(const json_t *event)
{
	return mx_json_text_is(event, "type", "m.reaction");
}

bool mx_event_is_encrypted(const json_t *event)
{
	return mx_json_text_is(event, "type", "m.room.encrypted");
}

bool mx_event_is_shown(const struct mx_event *event, const char *me)
{
	const json_t *json = event->json;
	bool is_message = mx_json_text_is(json, "type", "m.room.message") &&
			  json_object_get(json_object_get(json, "content"), "msgtype");

	return (is_message || mx_event_is_encrypted(json)) &&
	       !mx_json_text_is(json, "sender", me) && !mx_event_is_edit(event);
}

bool mx_event_is_own(const json_t *event, const char *me)
{
	return mx_json_text_is(event, "sender", me) && !json_object_get(event, "state_key") &&
	       mx_id_is_event(mx_json_text(event, "event_id"));
}

const char *mx_event_transaction_id(const json_t *event, const char *me)
{
	const json_t *more = json_object_get(event, "unsigned");

	return mx_event_is_own(event, me) ? mx_json_text(more, "transaction_id") : NULL;
}

const char *mx_event_row_id(const json_t *event, const char *me)
{
	const char *id = mx_event_transaction_id(event, me);

	if (id || !mx_event_is_own(event, me))
		return id;
	return mx_json_text(json_object_get(event, "content"), MX_EVENT_ROW_ID);
}

const char *mx_event_state_type(const json_t *event)
{
	if (!mx_json_text(event, "state_key") || !mx_id_is_user(mx_json_text(event, "sender")))
		return NULL;
	return mx_json_text(event, "type");
}

bool mx_event_is_unreadable_state(const json_t *event)
{
	return json_object_get(event, "state_key") && !mx_event_state_type(event);
}

const char *mx_event_membership(const json_t *event, const char *user)
{
	/* Compares the state key first, because that rules out most events. */
	const char *type =
		mx_json_text_is(event, "state_key", user) ? mx_event_state_type(event) : NULL;

	if (!type || strcmp(type, "m.room.member") != 0)
		return NULL;
	return mx_json_text(json_object_get(event, "content"), "membership");
}
