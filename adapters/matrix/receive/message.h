/* Messages, reactions and votes in a room. Strangers wrote them, so any field may be wrong. */
#ifndef MX_MESSAGE_H
#define MX_MESSAGE_H

#include "bot/store/store.h"

#include <jansson.h>
#include <stdbool.h>

/* A message for the host. All pointers but `text` are borrowed from the event. */
struct mx_message {
	const char *event;
	const char *sender;
	char origin[BOT_ID_SIZE]; /* the sender's server, from mx_id_origin; empty: the bot's own */
	const char *reply_to;     /* NULL: none */
	const char *thread;       /* the first event of the message's thread; NULL: none */
	char *text;               /* owned; NULL: there was no memory */
	bool choice;              /* a reaction to, or a vote on, the message `reply_to` */
};

/*
 * Reads an event: an m.room.message of msgtype m.text that is no edit, a reaction, or a vote in a
 * poll. Returns false for any other event, a malformed event, and an event that `me` (the bot)
 * sent. After true the caller must call mx_message_finish.
 */
bool mx_message_init(struct mx_message *message, const json_t *event, const char *me);

/* Frees the text, not the struct. */
void mx_message_finish(struct mx_message *message);

#endif
