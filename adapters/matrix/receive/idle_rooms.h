/*
 * Leaves rooms in which the bot is alone, and rooms in which nobody has used the bot for
 * invites.leave_idle_days. The bot stays in a room with a match or an open challenge, and in a
 * private room while the player is a member.
 *
 * All functions except mx_idle_rooms_check work in the caller's transaction, and in an attempt
 * (bot/base/attempt.h), which a failure ends.
 */
#ifndef ADAPTERS_MATRIX_RECEIVE_IDLE_ROOMS_H
#define ADAPTERS_MATRIX_RECEIVE_IDLE_ROOMS_H

#include "adapters/matrix/room/room_state.h"

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#define MX_IDLE_ROOMS_KEY_SIZE (16 + BOT_ID_SIZE)

struct mx_session;

/* Before the first use, all fields but `session` are zero. */
struct mx_idle_rooms {
	struct mx_session *session;
	/*
	 * How many hours the bot has run so far: the sum over all its processes. 0 if the bot has
	 * not read the number yet. The bot counts the idle time of rooms in these hours. So no room
	 * seems idle after the system's clock has jumped.
	 */
	int64_t hours;
	int64_t due; /* steady time when the current hour ends, or 0 before the first check */
	/*
	 * The key of the room that the bot checked last. Empty if no round through the rooms is
	 * under way.
	 */
	char after[MX_IDLE_ROOMS_KEY_SIZE];
	/* the room whose members the bot asks for, or empty if the bot asks for no members */
	char room[BOT_ID_SIZE];
	bool asked; /* the request for the members is under way */
};

/*
 * Checks the next rooms of a round through all rooms, in a transaction of its own. A round begins
 * every hour.
 */
void mx_idle_rooms_check(struct mx_idle_rooms *idle);

/*
 * Notes that the room `id` is used in this hour. Saves the room only if the last use was in another
 * hour.
 */
void mx_idle_rooms_note_use(struct mx_idle_rooms *idle, struct mx_room *room, const char *id);

/*
 * Notes the numbers of members in a room's summary. Saves the room only if a number changed.
 * `summary` may be NULL or lack numbers.
 */
void mx_idle_rooms_note_members(
	struct mx_room *room, struct bot_store *store, const char *id, const json_t *summary);

/* Returns whether the room has a match or an open challenge. */
bool mx_idle_rooms_have_match(const struct mx_idle_rooms *idle, const char *id);

/*
 * Makes `after` the key of the room that comes after it, and returns the room's id, a part of
 * `after`. If there is none, makes `after` empty and returns NULL.
 */
const char *mx_idle_rooms_next(struct bot_store *store, char after[MX_IDLE_ROOMS_KEY_SIZE]);

/*
 * Adds a request to leave the room to the outbox, for the reason `why`, a text for the log. Resets
 * the room's values, so that the bot does not add a second request before /sync reports that the
 * bot has left.
 */
void mx_idle_rooms_leave(
	struct mx_idle_rooms *idle, const char *id, struct mx_room *room, const char *why);

#endif
