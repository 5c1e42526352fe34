/*
 * What the adapter remembers of each room, as one JSON value in the store, and how many rooms it
 * counts for each inviter. The adapter reads a room's value when an event of the room arrives, and
 * writes it in the transaction that handles the event.
 */
#ifndef ADAPTERS_MATRIX_ROOM_ROOM_STATE_H
#define ADAPTERS_MATRIX_ROOM_ROOM_STATE_H

#include "bot/store/store.h"

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

/*
 * A room's key in the store is MX_ROOM_KEY, followed by the room id. MX_ROOM_KEY_END sorts after
 * all these keys.
 */
#define MX_ROOM_KEY     "matrix.room."
#define MX_ROOM_KEY_END "matrix.room/"

/* The longest name of a room that the adapter keeps: hostile servers have names of 60 KB. */
#define MX_ROOM_NAME_MOST 255

/* Why the bot may not write in a room. */
enum {
	MX_MUTED_PLAIN = 1,     /* the power levels don't let it send plain messages */
	MX_MUTED_ENCRYPTED = 2, /* they don't let it send encrypted messages */
	MX_MUTED_SERVER = 4,    /* the room keeps the bot's server out (event.h) */
};

/* Whether the bot is in a room. */
enum mx_standing {
	MX_OUTSIDE,
	MX_JOINING, /* the bot accepted an invitation or an upgrade; the join is in the outbox */
	MX_INSIDE,
	MX_ADMITTED, /* the homeserver answered the join; /sync has not shown the room yet */
};

struct mx_room {
	enum mx_standing standing;
	bool counted;   /* the room is one of those that invites.max_rooms limits */
	bool encrypted; /* the room is encrypted; this never becomes false again */
	/*
	 * {"rotation_ms", "rotation_messages"}: how long the room uses an encryption key. The
	 * object leaves out a value that the room does not set. `rotation` is NULL if the room is
	 * not encrypted.
	 */
	json_t *rotation;
	/*
	 * the room has a type, such as m.space: clients show no chat there, so it is no room for
	 * games
	 */
	bool has_type;
	bool told_unreadable; /* the bot has said in the room that it can't read messages there */
	int64_t since; /* when the bot joined, by its event; in ms since 1970, or 0 if not known */
	/* the hour of the last use (idle_rooms.h), or 0 if the bot does not know it */
	int64_t used;
	/* how many members the summary of /sync counts, the bot included, or 0 if not known */
	int64_t joined;
	int64_t invited; /* how many invited users the summary of /sync counts */
	/* since the last round of idle_rooms.h, the summary has said that the bot is alone */
	bool was_alone;
	/* the user who invited the bot to the room as a direct chat, or NULL if nobody did */
	char *inviter;
	/*
	 * the user to whose count the room belongs (mx_room_counts), or NULL if it belongs to none
	 */
	char *invited_by;
	bool followed; /* the bot joined because of a tombstone, without an invitation */
	/* the newer room that a tombstone in this room names, or NULL if none does */
	char *successor;
	/* the older room that this room replaces by its m.room.create event, or NULL */
	char *predecessor;
	/*
	 * what people call the room (m.room.name, m.room.canonical_alias): text of strangers, of at
	 * most MX_ROOM_NAME_MOST bytes, or NULL if there is none
	 */
	char *name;
	char *alias;
	/* the user for whom the bot made the room, or NULL if the bot did not make it for a user */
	char *made_for;
	json_t *creators; /* an array of user ids, or NULL if the bot does not know the creators */
	/*
	 * {"default", "others"}: whether a user without a power level of their own moderates, and
	 * the array of the users for whom "default" is wrong. `moderators` is NULL if the room has
	 * no power levels.
	 */
	json_t *moderators;
	json_t *writers;     /* the same about who may write messages */
	bool shared;         /* while the room was a private room, somebody else came into it */
	int64_t muted;       /* MX_MUTED_PLAIN and so on */
	bool creators_above; /* creators moderate, whatever the power levels are */
};

/*
 * Reads a room from the store. A room that the store does not have is all zero. After BOT_OK the
 * caller must call mx_room_finish; after an error *room is unchanged. If the function can't read
 * the stored value, it returns BOT_STORE_CORRUPT.
 */
BOT_MUST_USE enum bot_error mx_room_init(
	struct mx_room *room, struct bot_store *store, const char *id);

/*
 * Returns a room of the store, which ends with the caller's attempt (bot/base/attempt.h). A failure
 * ends the attempt.
 */
struct mx_room *mx_room_load(struct bot_store *store, const char *id);

/* Frees what the room holds, not the struct. */
void mx_room_finish(struct mx_room *room);

/*
 * Sets *encrypted to whether the room is encrypted; a room that the bot does not know is not. This
 * is quicker than mx_room_init.
 */
BOT_MUST_USE enum bot_error mx_room_is_encrypted(
	struct bot_store *store, const char *id, bool *encrypted);

/*
 * Sets *has to whether the room may have more members than the bot and two players. If /sync has
 * not counted the members, it may. This is quicker than mx_room_init.
 */
BOT_MUST_USE enum bot_error mx_room_has_followers(
	struct bot_store *store, const char *id, bool *has);

/*
 * Returns whether the bot is in the room (MX_INSIDE). Returns false if the stored value can't be
 * read.
 */
bool mx_room_is_inside(struct bot_store *store, const char *id);

/* Writes the room to the store, or deletes it there if the bot is outside. */
BOT_MUST_USE enum bot_error mx_room_save(
	const struct mx_room *room, struct bot_store *store, const char *id);

/* Replaces a string of a room by a copy of `value`, or by NULL if `value` is NULL. */
void mx_room_set_text(char **field, const char *value);

/*
 * Updates the room from a state event of `type`: m.room.create, m.room.power_levels,
 * m.room.server_acl, m.room.encryption, m.room.name or m.room.canonical_alias. Ignores other
 * events. `me` is the bot's user id.
 */
void mx_room_apply(struct mx_room *room, const json_t *event, const char *type, const char *me);

/* Returns whether an m.room.create event gives its room a type, such as m.space. */
bool mx_room_create_has_type(const json_t *create);

/*
 * Finds the user whose private room this is; sets `user` to "" if the room is nobody's private
 * room.
 */
void mx_room_private_with(struct bot_store *store, const char *id, char user[BOT_ID_SIZE]);

#endif
