#include "adapters/matrix/room/event.h"

#include "adapters/matrix/client/id.h"
#include "adapters/matrix/client/json.h"

#include <string.h>

static bool is(const char *text, const char *expected)
{
	return text && strcmp(text, expected) == 0;
}

bool mx_event_is_reaction(const json_t *event)
{
	return is(mx_json_text(event, "type"), "m.reaction");
}

bool mx_event_is_encrypted(const json_t *event)
{
	return is(mx_json_text(event, "type"), "m.room.encrypted");
}

bool mx_event_is_shown(const json_t *event, const char *me)
{
	const json_t *content = json_object_get(event, "content");
	bool is_message = is(mx_json_text(event, "type"), "m.room.message") &&
			  json_object_get(content, "msgtype");

	return (is_message || mx_event_is_encrypted(event)) &&
	       !is(mx_json_text(event, "sender"), me) &&
	       !is(mx_json_text(json_object_get(content, "m.relates_to"), "rel_type"), "m.replace");
}

bool mx_event_is_own(const json_t *event, const char *me)
{
	return is(mx_json_text(event, "sender"), me) && !json_object_get(event, "state_key") &&
	       mx_id_is_event(mx_json_text(event, "event_id"));
}

const char *mx_event_txn(const json_t *event, const char *me)
{
	const json_t *more = json_object_get(event, "unsigned");

	return mx_event_is_own(event, me) ? mx_json_text(more, "transaction_id") : NULL;
}

const char *mx_event_state(const json_t *event)
{
	if (!mx_json_text(event, "state_key") || !mx_id_is_user(mx_json_text(event, "sender")))
		return NULL;
	return mx_json_text(event, "type");
}

bool mx_event_is_odd_state(const json_t *event)
{
	return json_object_get(event, "state_key") && !mx_event_state(event);
}

const char *mx_event_membership(const json_t *event, const char *user)
{
	if (!is(mx_event_state(event), "m.room.member") ||
		!is(mx_json_text(event, "state_key"), user))
		return NULL;
	return mx_json_text(json_object_get(event, "content"), "membership");
}
