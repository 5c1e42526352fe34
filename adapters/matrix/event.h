/* Events as they come in the timeline of a room, read with distrust. */
#ifndef MX_EVENT_H
#define MX_EVENT_H

#include <jansson.h>
#include <stdbool.h>

/* A message as it concerns the host. Everything but `text` is borrowed from the event. */
struct mx_message {
	const char *event;
	const char *sender;
	const char *reply_to; /* NULL: none */
	char *text;           /* owned; NULL: there was no memory for it */
	bool choice;          /* no text, but a choice made on the message `reply_to` */
};

/*
 * Reads an m.room.message of type m.text that replaces no other, a reaction, or a vote in a poll,
 * by somebody else than `me`. False: it is something else, or malformed.
 */
bool mx_message_init(struct mx_message *message, const json_t *event, const char *me);
void mx_message_finish(struct mx_message *message);

/* Whether the event holds another, which is yet to be read. */
bool mx_event_is_encrypted(const json_t *event);

/* Whether the event is a message of any kind, by somebody else than `me`, that a room shows. */
bool mx_event_is_shown(const json_t *event, const char *me);

/*
 * The transaction id under which the event was sent, if this very session of `me` has sent it
 * (https://spec.matrix.org/latest/client-server-api/#sending-events-to-a-room); else NULL.
 */
const char *mx_event_txn(const json_t *event, const char *me);

/* The type of a state event with a state key and a valid sender; NULL: it is none. */
const char *mx_event_state(const json_t *event);

/*
 * Whether it is a state event that mx_event_state can't name a type of: what it says is not taken
 * in, and the room may be another than before.
 */
bool mx_event_is_odd_state(const json_t *event);

/* The membership that a state event says `user` has; NULL: it says none. */
const char *mx_event_membership(const json_t *event, const char *user);

#endif
