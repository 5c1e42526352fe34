/*
 * What the adapter remembers of a room, as one JSON value in the store. The adapter reads the value
 * when an event of the room arrives, and writes it in the transaction that handles the event.
 */
#ifndef MX_ROOM_STATE_H
#define MX_ROOM_STATE_H

#include "bot/store/store.h"

#include <jansson.h>
#include <stdbool.h>

/*
 * A room's key in the store is MX_ROOM_KEY and the room id. MX_ROOM_KEY_END sorts after all of
 * them.
 */
#define MX_ROOM_KEY     "matrix.room."
#define MX_ROOM_KEY_END "matrix.room/"

/* Where the bot stands towards a room. */
enum mx_standing {
	MX_OUTSIDE,
	MX_JOINING, /* the bot accepted an invitation or an upgrade; the join is in the outbox */
	MX_INSIDE,
	MX_ADMITTED, /* the homeserver answered the join; /sync has not shown the room yet */
};

struct mx_room {
	enum mx_standing standing;
	bool counted;   /* the room is one of those that invites.max_rooms limits */
	bool encrypted; /* an encrypted room stays encrypted */
	/*
	 * {"rotation_ms", "rotation_messages"}: how long the room uses a key. A value that the room
	 * does not set is left out. NULL: the room says nothing of it.
	 */
	json_t *rotation;
	bool told_unreadable; /* the bot has told the room that it can't read there */
	int64_t notice;       /* the outbox row of that notice; 0: none */
	int64_t used;         /* the hour of the last use, as in idle_rooms.h; 0: not known */
	int joined;           /* members, with the bot, by the room's summary; 0: not known */
	int invited;          /* invited users, by the room's summary */
	bool was_alone;       /* one round ago the bot was alone, by these counts */
	char *inviter;        /* the user who opened the room as a direct chat; NULL: nobody */
	char *invited_by;     /* the user in whose share the room counts; NULL: nobody */
	bool followed;        /* the bot joined because of a tombstone, without an invitation */
	char *successor;      /* the room that a tombstone in this room names; NULL: none */
	char *predecessor;    /* the room that this room says it replaces; NULL: none */
	char *made_for;       /* the user for whom the bot made the room; NULL: nobody */
	json_t *creators;     /* array of user ids; NULL: not known */
	json_t *moderators;   /* from mx_power_moderators; NULL: the room has no power levels */
	bool creators_above;  /* creators moderate, whatever the power levels are */
};

/*
 * Reads a room from the store. A room that the store does not have is all zero. After BOT_OK the
 * caller must call mx_room_finish; after an error *room is unchanged. A value that can't be read is
 * BOT_STORE_CORRUPT.
 */
BOT_MUST_USE enum bot_error mx_room_init(
	struct mx_room *room, struct bot_store *store, const char *id);

/* Frees what the room holds, not the struct. */
void mx_room_finish(struct mx_room *room);

/* Whether the bot is in the room (MX_INSIDE). False if the room can't be read. */
bool mx_room_is_inside(struct bot_store *store, const char *id);

/* Writes the room to the store, or deletes it there if the bot is outside. */
BOT_MUST_USE enum bot_error mx_room_save(
	const struct mx_room *room, struct bot_store *store, const char *id);

/* Replaces a string of a room by a copy of `value`; NULL: by none. */
BOT_MUST_USE enum bot_error mx_room_set(char **field, const char *value);

/*
 * Updates the room from a state event of `type`: m.room.create, m.room.power_levels or
 * m.room.encryption. Ignores other events. `me` is the bot's user id.
 */
BOT_MUST_USE enum bot_error mx_room_apply(
	struct mx_room *room, const json_t *event, const char *type, const char *me);

/* Whether the user may moderate the room. */
bool mx_room_moderates(const struct mx_room *room, const char *user);

/*
 * Adds the room to those that invites.max_rooms limits, and to the share of room->invited_by, or
 * takes it out of them. The caller may change `invited_by` only while the room is not counted, and
 * saves the room.
 */
BOT_MUST_USE enum bot_error mx_room_count(
	struct mx_room *room, struct bot_store *store, bool counted);

/* Finds the user whose private room this is; sets `user` to "" if it is nobody's. */
BOT_MUST_USE enum bot_error mx_room_private_with(
	struct bot_store *store, const char *id, char user[BOT_ID_SIZE]);

#endif
