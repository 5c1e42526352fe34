/*
 * What the adapter remembers of a room, as one JSON value in the store: read when an event comes
 * from the room, written back in the transaction of that event's effects.
 */
#ifndef MX_ROOM_H
#define MX_ROOM_H

#include "bot/store.h"

#include <jansson.h>
#include <stdbool.h>

enum mx_standing {
	MX_OUTSIDE,
	MX_JOINING, /* an invitation or an upgrade was accepted, and the row is in the outbox */
	MX_INSIDE,
	MX_ADMITTED, /* the homeserver has let the bot in, but not synced that yet */
};

struct mx_room {
	enum mx_standing standing;
	bool counted;       /* among the rooms that invites.max_rooms limits */
	bool encrypted;     /* by an event that cannot be taken back */
	bool told;          /* that the bot can't read there */
	char *inviter;      /* who has opened it as a direct chat; NULL: nobody */
	bool followed;      /* a tombstone led here, and no invitation */
	char *successor;    /* the room that a tombstone here names; NULL: none */
	char *predecessor;  /* the room that this one says it replaces; NULL: none */
	char *made_for;     /* the user for whom the bot made it; NULL: it did not */
	json_t *creators;   /* who stand above all (or, with no levels, over the others); NULL: none
			     */
	json_t *moderators; /* as mx_power_moderators has them; NULL: the room has no levels */
	bool creators_above; /* whatever the levels are */
};

/* Reads the room; one never heard of is all zero. To be ended with mx_room_finish if BOT_OK. */
BOT_MUST_USE enum bot_error mx_room_init(
	struct mx_room *room, struct bot_store *store, const char *id);
void mx_room_finish(struct mx_room *room);

/* Whether the bot is in that room, by all it has handled. */
bool mx_room_is_inside(struct bot_store *store, const char *id);

/* Writes the room back, or forgets it when the bot is outside. */
BOT_MUST_USE enum bot_error mx_room_save(
	const struct mx_room *room, struct bot_store *store, const char *id);

/* Replaces a string of the room by a copy; NULL empties it. */
BOT_MUST_USE enum bot_error mx_room_set(char **field, const char *value);

/* Takes in a state event of `type`: what it says of the room itself. `me` is the bot. */
BOT_MUST_USE enum bot_error mx_room_apply(
	struct mx_room *room, const json_t *event, const char *type, const char *me);

bool mx_room_moderates(const struct mx_room *room, const char *user);

/* Counts the room in or out of those that invites.max_rooms limits. */
BOT_MUST_USE enum bot_error mx_room_count(
	struct mx_room *room, struct bot_store *store, bool counted);
BOT_MUST_USE enum bot_error mx_room_total(struct bot_store *store, uint32_t *total);

#endif
