#include "adapters/matrix/receive/message.h"

#include "adapters/matrix/client/id.h"
#include "adapters/matrix/client/json.h"
#include "adapters/matrix/receive/html_text.h"
#include "adapters/matrix/receive/mention.h"
#include "adapters/matrix/room/event.h"
#include "bot/store/database.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static const char *reply_to(const json_t *relation)
{
	const char *event = mx_json_text(json_object_get(relation, "m.in_reply_to"), "event_id");

	/*
	 * Clients mark each message in a thread as a reply to the message before, for clients that
	 * don't know threads. Such a message is no real reply.
	 */
	if (json_is_true(json_object_get(relation, "is_falling_back")) || !mx_id_is_event(event))
		return NULL;
	return event;
}

/*
 * Returns the id of the first event of a thread, or NULL:
 * https://spec.matrix.org/latest/client-server-api/#threading
 */
static const char *thread_of(const json_t *relation)
{
	const char *first = mx_json_text(relation, "event_id");

	return mx_json_text_is(relation, "rel_type", "m.thread") && mx_id_is_event(first) ? first
											  : NULL;
}

/*
 * Returns the event that an edit replaces, or NULL. The relation is the one that the sender wrote.
 * https://spec.matrix.org/latest/client-server-api/#event-replacements
 */
static const char *edited_event(const json_t *relation)
{
	const char *edited = mx_json_text(relation, "event_id");

	return mx_json_text_is(relation, "rel_type", "m.replace") && mx_id_is_event(edited) ? edited
											    : NULL;
}

/* Leaves out the quotation that older clients put before a reply: lines that begin with '>', and
 * one empty line. */
static const char *without_quote(const char *body)
{
	const char *rest = body;

	while (*rest == '>') {
		rest += strcspn(rest, "\n");
		if (*rest)
			rest++;
	}
	if (rest != body && *rest == '\n')
		rest++;
	return rest;
}

static const char *text_of_message(const json_t *content, const json_t *relation)
{
	const char *body = mx_json_text(content, "body");

	if (!body || !mx_json_text_is(content, "msgtype", "m.text"))
		return NULL;
	return json_object_get(relation, "m.in_reply_to") ? without_quote(body) : body;
}

/*
 * Returns the relation to a message that the sender replied to, or to the poll in which they voted.
 * Some apps encrypt everything but this relation. Then the relation in clear counts, but the host
 * must know that a homeserver may have written it. Nothing else about a message is read from there.
 */
static const json_t *reply_relation(const struct mx_event *event, bool *in_clear)
{
	const json_t *relation = mx_event_relation(event);

	*in_clear = !relation && event->clear_relation && !mx_event_is_reaction(event);
	return *in_clear ? event->clear_relation : relation;
}

/*
 * Returns the text of a reaction, or NULL:
 * https://spec.matrix.org/latest/client-server-api/#event-annotations-and-reactions
 */
static const char *text_of_reaction(const json_t *content, const json_t *relation)
{
	const char *text = mx_json_text(relation, "key");

	(void)content;
	return mx_json_text_is(relation, "rel_type", "m.annotation") ? text : NULL;
}

/*
 * Returns the id of the answer that a vote chooses, or NULL. By MSC3381, a vote lists the ids of
 * the chosen answers. An empty list withdraws the user's last vote, so such an event is no choice.
 */
static const char *text_of_vote(const json_t *content, const json_t *relation)
{
	const json_t *vote = json_object_get(content, "org.matrix.msc3381.poll.response");
	const json_t *ids =
		vote ? json_object_get(vote, "answers") : json_object_get(content, "m.selections");
	const char *text = json_string_value(json_array_get(ids, 0));

	return mx_json_text_is(relation, "rel_type", "m.reference") ? text : NULL;
}

static const struct {
	const char *type;
	enum bot_message_kind kind;
	const char *(*text)(const json_t *content, const json_t *relation);
} kinds[] = {
	{"m.room.message", BOT_WRITTEN, text_of_message},
	{"m.reaction", BOT_REACTION, text_of_reaction},
	{"m.poll.response", BOT_VOTE, text_of_vote},
	{"org.matrix.msc3381.poll.response", BOT_VOTE, text_of_vote},
};

bool mx_message_init(struct mx_message *message, const struct mx_event *event, const char *me)
{
	const json_t *content = event->content;
	bool in_clear;
	const json_t *relation = reply_relation(event, &in_clear);
	struct mx_message new = {
		.event = event->id,
		.sender = event->sender,
		.reply_to = reply_to(relation),
		.thread = in_clear ? NULL : thread_of(relation),
		.edits = in_clear ? NULL : edited_event(relation),
		.proven = event->writer == MX_WRITER_TRUSTED,
		.reply_in_clear = in_clear,
	};

	if (event->is_state || !event->type || !mx_id_is_event(new.event) ||
		!mx_id_is_user(new.sender) || strcmp(new.sender, me) == 0 ||
		(mx_event_is_edit(event) && !new.edits))
		return false;
	if (new.edits)
		content = json_object_get(content, "m.new_content");
	for (size_t i = 0; i < sizeof(kinds) / sizeof(*kinds); i++) {
		if (strcmp(event->type, kinds[i].type) != 0)
			continue;
		new.kind = kinds[i].kind;
		if (new.kind != BOT_WRITTEN)
			new.reply_to = mx_json_text(relation, "event_id");
		else
			new.content = content;
		if (new.kind != BOT_WRITTEN && !mx_id_is_event(new.reply_to))
			return false;
		new.text = kinds[i].text(content, relation);
	}
	if (!new.text)
		return false;
	if (strcmp(mx_id_server(new.sender), mx_id_server(me)) != 0)
		mx_site_of_user(new.sender, new.origin);
	*message = new;
	return true;
}

/*
 * Whether the HTML may have a link, or what the sender quotes, has struck out or hides. Looks only
 * at the first letters of each tag.
 */
static bool has_tag_of(const char *html, const char *const names[])
{
	while ((html = strchr(html, '<'))) {
		html++;
		for (size_t i = 0; names[i]; i++)
			if (strncasecmp(html, names[i], strlen(names[i])) == 0)
				return true;
	}
	return false;
}

/* Only older clients leave m.mentions out. In their links, too, the id is in its usual spelling. */
bool mx_message_may_mention(const struct mx_message *message, const char *user)
{
	static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
				    "0123456789-._~";
	static const char *const link[] = {"a", NULL};
	const json_t *mentions = json_object_get(message->content, "m.mentions");
	const char *html = mx_json_text(message->content, "formatted_body");
	char local[BOT_ID_SIZE];

	if (!html || !has_tag_of(html, link))
		return false;
	if (mentions)
		return mx_mention_names(mentions, user);
	snprintf(local, sizeof(local), "%.*s", (int)strspn(user + 1, plain), user + 1);
	return strstr(html, local);
}

bool mx_message_may_differ(const struct mx_message *message)
{
	static const char *const tags[] = {"a", "blockquote", "del", "s", NULL};
	const char *html = mx_json_text(message->content, "formatted_body");

	return html && has_tag_of(html, tags);
}

void mx_message_read_mentions(struct mx_message *message)
{
	const char *html = mx_json_text(message->content, "formatted_body");
	const json_t *mentions = json_object_get(message->content, "m.mentions");

	message->with_ids = html ? mx_html_text_with_ids(html, mentions) : NULL;
	if (message->with_ids)
		message->text = message->with_ids;
}

bool mx_message_is_blank(const struct mx_message *message)
{
	return !message->text[strspn(message->text, " \n")];
}

void mx_message_finish(struct mx_message *message)
{
	free(message->with_ids);
}
