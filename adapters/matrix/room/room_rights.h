/* Who may do what in a room, by its stored state. */
#ifndef ADAPTERS_MATRIX_ROOM_ROOM_RIGHTS_H
#define ADAPTERS_MATRIX_ROOM_ROOM_RIGHTS_H

#include "adapters/matrix/room/room_state.h"

/*
 * Returns whether the user may moderate the room, that is, whether their power level is at least
 * `state_default`, the level that is needed to change the room's state.
 * https://spec.matrix.org/latest/client-server-api/#mroompower_levels
 * Since room version 12, creators may always moderate:
 * https://spec.matrix.org/latest/rooms/v12/
 */
bool mx_room_moderates(const struct mx_room *room, const char *user);

/*
 * Returns whether the user may write in the room, plain or encrypted messages. Returns true if the
 * bot does not know the room's power levels.
 */
bool mx_room_may_write(const struct mx_room *room, const char *user);

/*
 * Returns whether the bot may not write in the room. `me` is the bot's user id. `encrypts` says
 * whether the bot encrypts its messages in encrypted rooms.
 */
bool mx_room_is_muted(const struct mx_room *room, const char *me, bool encrypts);

/*
 * Calls `take` for each user who may moderate the room. If users without a power level of their own
 * may, calls it for nobody.
 */
void mx_room_each_moderator(
	const struct mx_room *room, void (*take)(void *taker, const char *user), void *taker);

#endif
