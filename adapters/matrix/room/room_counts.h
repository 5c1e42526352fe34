/*
 * Counts of the rooms that invites.max_rooms limits. The shares of a user and of a site keep one
 * person from taking all the rooms, even with accounts on several servers of their own.
 *
 * The values of the rooms that were read last, parsed. The bot reads two rooms for each action, and
 * to parse a room's value takes longer than all else that reading a room needs.
 */
#ifndef ADAPTERS_MATRIX_ROOM_ROOM_COUNTS_H
#define ADAPTERS_MATRIX_ROOM_ROOM_COUNTS_H

#include "adapters/matrix/room/room_state.h"

#include <jansson.h>

struct mx_room_counts {
	uint32_t rooms;      /* all rooms */
	uint32_t by_inviter; /* rooms to which the user invited the bot */
	uint32_t by_server;  /* rooms to which users of the user's server invited the bot */
	/* rooms to which users of any server of the user's site (client/id.h) invited the bot */
	uint32_t by_site;
	/*
	 * rooms to which users of the bot's own homeserver invited it; mx_room_read_counts sets
	 * this to 0, and the caller may count them
	 */
	uint32_t by_home;
};

/*
 * Reads the counts. `inviter` is a valid user id, or NULL if the inviter is not known. With NULL,
 * reads only counts->rooms. After an error *counts is unchanged.
 */
BOT_MUST_USE enum bot_error mx_room_read_counts(
	struct bot_store *store, const char *inviter, struct mx_room_counts *counts);

/*
 * If `counted` is true, adds 1 to the counts of all rooms, of the user room->invited_by, and of
 * this user's server and site. If false, subtracts 1. Does nothing if room->counted has this value
 * already. The caller may change `invited_by` only while the room is not counted. The caller saves
 * the room.
 */
BOT_MUST_USE enum bot_error mx_room_set_counted(
	struct mx_room *room, struct bot_store *store, bool counted);

/*
 * Notes that the bot is outside: takes the room out of the counts. The caller saves the room. Needs
 * an attempt (bot/base/attempt.h).
 */
void mx_room_leave(struct mx_room *room, struct bot_store *store);

/*
 * Computes the counts of the sites from those of the servers, if the store has none: an earlier
 * version of the bot did not count by sites. Call it in a transaction.
 */
BOT_MUST_USE enum bot_error mx_room_count_sites(struct bot_store *store);

/*
 * Parses the value of a room. Returns a new reference, or NULL if the value is not JSON. The caller
 * must not change the parsed value: the next call with the same room and value returns it again.
 */
json_t *mx_room_counts_parse(const char *room, const char *value);

/* Frees all values, at the end of the adapter. */
void mx_room_counts_forget_parsed(void);

#endif
