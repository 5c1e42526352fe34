/*
 * Reads events of a room. Strangers wrote the events, so any field may be missing or wrong. What
 * the bot itself knows about an event stands beside the event's JSON, in struct mx_event, and never
 * in this JSON: others could write it there, too.
 *
 * What the contents of single state events say: who may do what in a room, which servers it keeps
 * out, and the private rooms that the bot makes.
 *
 * The bot marks its private rooms in their m.room.create. If its process ends before it has stored
 * the answer to the request that makes a room, it recognises the room by the mark.
 */
#ifndef ADAPTERS_MATRIX_ROOM_EVENT_H
#define ADAPTERS_MATRIX_ROOM_EVENT_H

#include <jansson.h>
#include <stdbool.h>

/* Who can have written an event, as far as the bot knows. */
enum mx_writer {
	MX_WRITER_UNKNOWN,  /* nobody encrypted the event, so a homeserver can have written it */
	MX_WRITER_UNSIGNED, /* a device of the sender, which the homeserver can have added */
	MX_WRITER_TRUSTED,  /* a device of the sender that the bot trusts (encryption.devices) */
};

/*
 * An event, and what the bot knows about it. Its fields are read once, because to find one in the
 * JSON takes as long as to read a short message. They are borrowed from the JSON, and NULL if the
 * event lacks the field or has no string there.
 */
struct mx_event {
	const json_t *json; /* borrowed; if the bot has decrypted the event, the event inside */
	const char *type, *sender, *id, *state_key;
	const char *state_type; /* the type of a state event whose sender is valid, else NULL */
	bool is_state;          /* it has a state key, of whatever type */
	const json_t *content;
	json_t *decrypted; /* `json`, if the bot has decrypted it, or NULL */
	enum mx_writer writer;
	/*
	 * If the bot has decrypted the event, the relation that stood in clear beside the encrypted
	 * part, borrowed, or NULL. The homeserver can have written it.
	 */
	const json_t *clear_relation;
};

/* Reads an event as one that nobody encrypted. The result borrows `json` and owns nothing. */
struct mx_event mx_event_read(const json_t *json);

/*
 * Returns the relation to another event (m.relates_to) that the sender has written, borrowed, or
 * NULL. In an encrypted event, it is the encrypted relation.
 */
const json_t *mx_event_relation(const struct mx_event *event);

/*
 * Returns whether the event edits an older message. Some apps encrypt an edit's new text but not
 * its relation. So an encrypted event with a new text is an edit, whatever its relation is.
 */
bool mx_event_is_edit(const struct mx_event *event);

/* Returns whether the event is an m.reaction. */
bool mx_event_is_reaction(const struct mx_event *event);

/* Returns whether the event is encrypted (m.room.encrypted), and the bot has not decrypted it. */
bool mx_event_is_encrypted(const struct mx_event *event);

/*
 * Returns whether clients show the event as a new message: an encrypted event, or a message of any
 * msgtype. Returns false for edits, redacted messages, and events that `me` sent.
 */
bool mx_event_is_shown(const struct mx_event *event, const char *me);

/*
 * Returns the transaction id of the event, borrowed, if this session of `me` sent the event; else
 * NULL.
 * https://spec.matrix.org/latest/client-server-api/#sending-events-to-a-room
 */
const char *mx_event_transaction_id(const struct mx_event *event, const char *me);

/*
 * The field of the bot's own events that has the transaction id of the event's outbox row. The
 * homeserver gives a transaction id only to the session that sent the event, and only for some
 * time.
 */
#define MX_EVENT_ROW_ID "engarde_bot.id"

/*
 * Returns the transaction id of the outbox row that became the event, borrowed; else NULL. Any
 * session of `me` may have sent the event.
 */
const char *mx_event_row_id(const struct mx_event *event, const char *me);

/*
 * Returns whether `me` sent the event, in this session or another. Returns false for state events.
 */
bool mx_event_is_own(const struct mx_event *event, const char *me);

/*
 * Returns whether the event is a state event without a state type. The bot can't read such an
 * event, so it may not know the room's newest state.
 */
bool mx_event_is_unreadable_state(const struct mx_event *event);

/*
 * Returns the membership of `user` in a member event, borrowed, or NULL if the event is no member
 * event of `user`.
 */
const char *mx_event_membership(const struct mx_event *event, const char *user);

/*
 * These functions read the content of m.room.power_levels (Matrix Client-Server API,
 * "m.room.power_levels"). NULL, or anything that is no such content, counts as an empty one.
 *
 * The first two list the users who may set the state of the room, or who may send messages. They
 * return a new object {"default": whether everybody may, "others": the ids of the users for whom
 * the opposite holds}.
 */
json_t *mx_power_levels_moderators(const json_t *content);
json_t *mx_power_levels_writers(const json_t *content);

/* Whether the user may not send messages of this type. */
bool mx_power_levels_forbid(const json_t *content, const char *user, const char *type);

/*
 * Returns whether the m.room.server_acl with this content denies a server. The homeserver of a
 * denied server still accepts messages from its users, but nobody on another server gets them.
 * https://spec.matrix.org/latest/client-server-api/#server-access-control-lists-acls-for-rooms
 */
bool mx_server_acl_denies(const json_t *content, const char *server);

/* Returns the content of the m.room.encryption event that encrypts a room, a new reference. */
json_t *mx_event_encryption_content(void);

/*
 * Returns the body of the createRoom request for the user's private room, a new reference. `topic`
 * says what the room is for.
 */
json_t *mx_event_private_room_request(const char *user, const char *topic, bool encrypted);

/*
 * Returns the user for whom the bot made a room, borrowed, or NULL if the bot did not make the room
 * for a user. `create` is the room's m.room.create event, and `me` is the bot's user id.
 */
const char *mx_event_room_made_for(const json_t *create, const char *me);

#endif
