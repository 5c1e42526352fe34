/*
 * Who may do what in a room, by its stored state; and whether a room is private. A private room has
 * exactly two members: the bot and one user. The bot can read the room, and shows the user's hands
 * there. To find out whether a room is private, the bot always asks the homeserver for the room's
 * state: the functions mx_room_rights_... take this answer, and the others the stored room.
 */
#ifndef ADAPTERS_MATRIX_ROOM_ROOM_RIGHTS_H
#define ADAPTERS_MATRIX_ROOM_ROOM_RIGHTS_H

#include "adapters/matrix/room/room_state.h"

#include <jansson.h>
#include <stdbool.h>

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

enum mx_privacy {
	MX_PRIVATE,
	MX_ALONE, /* the user is neither a member nor invited */
	/* other users are in the room, are invited or may join; or the bot is not in the room */
	MX_NOT_PRIVATE,
	MX_PRIVATE_ENCRYPTED, /* private and encrypted; the bot can read it */
	MX_ENCRYPTED,         /* a user encrypted the room, and the bot can't read it */
	/* The homeserver encrypted the room when the bot made it, and the bot can't read it. */
	MX_SERVER_ENCRYPTED,
};

/*
 * Finds out whether a room is the private room of `user`. `state` is the room's whole state, an
 * array of events; with NULL, the function returns MX_NOT_PRIVATE. `reads` says whether the bot can
 * read encrypted rooms.
 */
enum mx_privacy mx_room_rights_classify(
	const json_t *state, const char *me, const char *user, bool reads);

/* Returns the result of mx_room_is_muted for the room with this whole state. */
bool mx_room_rights_is_muted(const json_t *state, const char *me, bool encrypts);

/* Returns whether the user is a joined member of the room with this whole state. */
bool mx_room_rights_has_joined(const json_t *state, const char *user);

/* Returns whether the bot made the room for the user. `state` is the room's whole state. */
bool mx_room_rights_is_own(const json_t *state, const char *me, const char *user);

/* Returns whether this user has encrypted the room. `state` is the room's whole state. */
bool mx_room_rights_is_encrypted_by(const json_t *state, const char *user);

/*
 * Returns whether a state event of this type may change what mx_room_rights_classify returns. The
 * name of a room, for example, does not matter.
 */
bool mx_room_rights_depend_on(const char *type);

#endif
