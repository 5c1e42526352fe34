/*
 * Frees a room when the bot is in as many rooms as invites.max_rooms allows. The bot leaves a room
 * of another server's users in which nobody plays and of which nobody of the bot's own homeserver
 * is a member: first a room of a server with very many rooms, otherwise the one that nobody has
 * used for the longest time.
 */
#ifndef ADAPTERS_MATRIX_RECEIVE_SPARE_ROOM_H
#define ADAPTERS_MATRIX_RECEIVE_SPARE_ROOM_H

#include "adapters/matrix/receive/idle_rooms.h"

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

/* Before the first use, all fields but `idle` are zero. */
struct mx_spare_room {
	struct mx_idle_rooms *idle; /* borrowed: it knows how long rooms have been unused */
	unsigned wanted;            /* how many rooms the bot still has to free */
	bool at_any_time;           /* also a room that somebody has used in the last day */
	/*
	 * the key of the room that the search has looked at last; empty if no search is under way
	 */
	char after[MX_IDLE_ROOMS_KEY_SIZE];
	/*
	 * the best room so far, or the one whose members the bot asks for; empty if there is none
	 */
	char room[BOT_ID_SIZE];
	bool crowded; /* the room's server has very many rooms */
	int64_t used; /* as in struct mx_room */
	bool asked;   /* the request for the members is under way */
	json_t *kept; /* a set of rooms with members of the own homeserver; owned, or NULL */
};

void mx_spare_room_finish(struct mx_spare_room *spare);

/*
 * Makes the bot free a room. If `at_home` is true, a user of the bot's own homeserver needs it.
 * Then it may also be a room that somebody has used in the last day.
 */
void mx_spare_room_want(struct mx_spare_room *spare, bool at_home);

/* Goes on with the search, in a transaction of its own. The loop calls this in each pass. */
void mx_spare_room_search(struct mx_spare_room *spare);

#endif
