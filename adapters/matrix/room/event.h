/* Reads events of a room. Strangers wrote the events, so any field may be missing or wrong. */
#ifndef MX_EVENT_H
#define MX_EVENT_H

#include <jansson.h>
#include <stdbool.h>

/* Returns whether the event is an m.reaction. */
bool mx_event_is_reaction(const json_t *event);

/* Returns whether the event is encrypted (m.room.encrypted), and the bot has not decrypted it. */
bool mx_event_is_encrypted(const json_t *event);

/*
 * Returns whether clients show the event as a new message: an encrypted event, or a message of any
 * msgtype. Returns false for edits, redacted messages, and events that `me` sent.
 */
bool mx_event_is_shown(const json_t *event, const char *me);

/*
 * Returns the transaction id of the event, borrowed, if this session of `me` sent the event; else
 * NULL.
 * https://spec.matrix.org/latest/client-server-api/#sending-events-to-a-room
 */
const char *mx_event_transaction_id(const json_t *event, const char *me);

/*
 * Returns whether `me` sent the event, in this session or another. Returns false for state events.
 */
bool mx_event_is_own(const json_t *event, const char *me);

/*
 * Returns the type of a state event, borrowed. Returns NULL if the event is not a state event, or
 * if its sender is not valid.
 */
const char *mx_event_state_type(const json_t *event);

/*
 * Returns whether the event is a state event that mx_event_state_type refuses. The bot can't read
 * such an event, so it may not know the room's newest state.
 */
bool mx_event_is_unreadable_state(const json_t *event);

/*
 * Returns the membership of `user` in a member event, borrowed, or NULL if the event is no member
 * event of `user`.
 */
const char *mx_event_membership(const json_t *event, const char *user);

#endif
