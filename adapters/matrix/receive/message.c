#include "adapters/matrix/receive/message.h"

#include "adapters/matrix/client/id.h"
#include "adapters/matrix/client/json.h"
#include "adapters/matrix/receive/message_text.h"

#include <stdlib.h>
#include <string.h>

static bool is(const char *text, const char *expected)
{
	return text && strcmp(text, expected) == 0;
}

static const char *reply_to(const json_t *relation)
{
	const char *event = mx_json_text(json_object_get(relation, "m.in_reply_to"), "event_id");

	/* A message in a thread may have a false reply, for clients that know no threads. */
	if (json_is_true(json_object_get(relation, "is_falling_back")) || !mx_id_is_event(event))
		return NULL;
	return event;
}

/* https://spec.matrix.org/latest/client-server-api/#threading */
static const char *thread_of(const json_t *relation)
{
	const char *first = mx_json_text(relation, "event_id");

	return is(mx_json_text(relation, "rel_type"), "m.thread") && mx_id_is_event(first) ? first
											   : NULL;
}

static const char *text_of_message(const json_t *content, const json_t *relation)
{
	const char *body = mx_json_text(content, "body");

	if (!is(mx_json_text(content, "msgtype"), "m.text") || !body ||
		is(mx_json_text(relation, "rel_type"), "m.replace"))
		return NULL;
	return json_object_get(relation, "m.in_reply_to") ? mx_text_without_quote(body) : body;
}

/* https://spec.matrix.org/latest/client-server-api/#event-annotations-and-reactions */
static const char *text_of_reaction(const json_t *content, const json_t *relation)
{
	const char *text = mx_json_text(relation, "key");

	(void)content;
	return text && is(mx_json_text(relation, "rel_type"), "m.annotation") ? text : NULL;
}

/*
 * MSC3381: a vote lists the ids of the chosen answers. An empty list takes the last vote back; such
 * an event is no choice.
 */
static const char *text_of_vote(const json_t *content, const json_t *relation)
{
	const json_t *vote = json_object_get(content, "org.matrix.msc3381.poll.response");
	const json_t *ids =
		vote ? json_object_get(vote, "answers") : json_object_get(content, "m.selections");
	const char *text = json_string_value(json_array_get(ids, 0));

	return text && is(mx_json_text(relation, "rel_type"), "m.reference") ? text : NULL;
}

static const struct {
	const char *type;
	bool choice;
	const char *(*text)(const json_t *content, const json_t *relation);
} kinds[] = {
	{"m.room.message", false, text_of_message},
	{"m.reaction", true, text_of_reaction},
	{"m.poll.response", true, text_of_vote},
	{"org.matrix.msc3381.poll.response", true, text_of_vote},
};

bool mx_message_init(struct mx_message *message, const json_t *event, const char *me)
{
	const json_t *content = json_object_get(event, "content");
	const json_t *relation = json_object_get(content, "m.relates_to");
	const char *type = mx_json_text(event, "type"), *text = NULL;
	struct mx_message new = {
		.event = mx_json_text(event, "event_id"),
		.sender = mx_json_text(event, "sender"),
		.reply_to = reply_to(relation),
		.thread = thread_of(relation),
	};

	if (json_object_get(event, "state_key") || !mx_id_is_event(new.event) ||
		!mx_id_is_user(new.sender) || is(new.sender, me))
		return false;
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
		if (!is(type, kinds[i].type))
			continue;
		new.choice = kinds[i].choice;
		if (new.choice)
			new.reply_to = mx_json_text(relation, "event_id");
		if (new.choice && !mx_id_is_event(new.reply_to))
			return false;
		text = kinds[i].text(content, relation);
	}
	if (!text)
		return false;
	if (strcmp(mx_id_server(new.sender), mx_id_server(me)) != 0)
		mx_id_origin(new.sender, new.origin);
	new.text = new.choice ? strdup(text)
			      : mx_text_with_ids(text, mx_json_text(content, "formatted_body"));
	*message = new;
	return true;
}

void mx_message_finish(struct mx_message *message)
{
	free(message->text);
}
