/*
 * Reads messages from their events. A reaction and a vote in a poll are messages, too. Strangers
 * wrote the events, so any field may be wrong.
 */
#ifndef ADAPTERS_MATRIX_RECEIVE_MESSAGE_H
#define ADAPTERS_MATRIX_RECEIVE_MESSAGE_H

#include "adapters/matrix/room/event.h"
#include "bot/call/port.h"

#include <jansson.h>
#include <stdbool.h>

/* A message for the host. Its pointers are borrowed from the event, but not `with_ids`. */
struct mx_message {
	const char *event; /* the event's id */
	const char *sender;
	char origin[BOT_ID_SIZE]; /* the sender's server, or empty if it is the bot's own server */
	const char *reply_to;     /* NULL if the message is no reply */
	/* the first event of the message's thread, or NULL if it is in no thread */
	const char *thread;
	const char *edits; /* the event that the message replaces, or NULL */
	/* the body of the message, or, after mx_message_read_mentions, `with_ids` */
	const char *text;
	/*
	 * The text of the message's HTML, in which the id of each mentioned user replaces the
	 * mention, without what the sender quotes, has struck out or hides; owned. NULL if the HTML
	 * has neither: then the body has all. Otherwise only the place of a link tells which words
	 * are the mention: the name "al" also stands in "challenge".
	 */
	char *with_ids;
	const json_t *content; /* with the HTML of a written message, or NULL */
	/* a written message, a reaction to the message `reply_to`, or a vote in the poll `reply_to`
	 */
	enum bot_message_kind kind;
	bool proven; /* as in struct bot_message */
	/* the relation to `reply_to` stands only in the clear part of an encrypted event */
	bool reply_in_clear;
};

/*
 * Reads an event: an m.room.message of msgtype m.text or an edit of one, a reaction, or a vote in a
 * poll. Returns false for any other event, a malformed event, and an event that `me` (the bot)
 * sent. After true the caller must call mx_message_finish, or own `with_ids`.
 */
bool mx_message_init(struct mx_message *message, const struct mx_event *event, const char *me);

/*
 * Returns whether the HTML may mention the user. Does not parse the HTML, and may be wrong if it
 * returns true.
 */
bool mx_message_may_mention(const struct mx_message *message, const char *user);

/*
 * Returns whether the HTML may say something else than the body: whom it mentions, or what is
 * quoted, struck out or hidden. Does not parse the HTML, and may be wrong if it returns true.
 */
bool mx_message_may_differ(const struct mx_message *message);

/*
 * Reads the HTML, and replaces the text if the HTML says something else than the body. This costs
 * more than all the rest, so the caller does it only for what may be a command.
 */
void mx_message_read_mentions(struct mx_message *message);

/* Returns whether the message says nothing: it only quotes, strikes out or hides something. */
bool mx_message_is_blank(const struct mx_message *message);

/* Frees what the message owns, not the struct. */
void mx_message_finish(struct mx_message *message);

#endif
