#include "adapters/matrix/event.h"

#include "adapters/matrix/id.h"
#include "adapters/matrix/json.h"
#include "adapters/matrix/text.h"

#include <stdlib.h>
#include <string.h>

static bool is(const char *text, const char *expected)
{
	return text && strcmp(text, expected) == 0;
}

static const char *reply_to(const json_t *relation)
{
	const char *event = mx_json_text(json_object_get(relation, "m.in_reply_to"), "event_id");

	/* In a thread it may stand there for clients that know no threads. */
	if (json_is_true(json_object_get(relation, "is_falling_back")) || !mx_id_is_event(event))
		return NULL;
	return event;
}

bool mx_message_init(struct mx_message *message, const json_t *event, const char *me)
{
	const json_t *content = json_object_get(event, "content");
	const json_t *relation = json_object_get(content, "m.relates_to");
	const char *body = mx_json_text(content, "body");
	struct mx_message new = {
		.event = mx_json_text(event, "event_id"),
		.sender = mx_json_text(event, "sender"),
		.reply_to = reply_to(relation),
	};

	if (!is(mx_json_text(event, "type"), "m.room.message") ||
		json_object_get(event, "state_key"))
		return false;
	if (!mx_id_is_event(new.event) || !mx_id_is_user(new.sender) || is(new.sender, me))
		return false;
	if (!is(mx_json_text(content, "msgtype"), "m.text") || !body)
		return false;
	if (is(mx_json_text(relation, "rel_type"), "m.replace"))
		return false;
	if (json_object_get(relation, "m.in_reply_to"))
		body = mx_text_without_quote(body);
	new.text = mx_text_with_ids(body, mx_json_text(content, "formatted_body"));
	if (!new.text)
		return false;
	*message = new;
	return true;
}

void mx_message_finish(struct mx_message *message)
{
	free(message->text);
}

bool mx_event_is_shown(const json_t *event, const char *me)
{
	const json_t *content = json_object_get(event, "content");

	return is(mx_json_text(event, "type"), "m.room.message") &&
	       !is(mx_json_text(event, "sender"), me) && json_object_get(content, "msgtype") &&
	       !is(mx_json_text(json_object_get(content, "m.relates_to"), "rel_type"), "m.replace");
}

const char *mx_event_state(const json_t *event)
{
	if (!mx_json_text(event, "state_key") || !mx_id_is_user(mx_json_text(event, "sender")))
		return NULL;
	return mx_json_text(event, "type");
}

const char *mx_event_membership(const json_t *event, const char *user)
{
	if (!is(mx_event_state(event), "m.room.member") ||
		!is(mx_json_text(event, "state_key"), user))
		return NULL;
	return mx_json_text(json_object_get(event, "content"), "membership");
}
