/*
 * Private rooms. A private room has exactly two members: the bot and one user. The bot can read the
 * room, and shows the user's hands there. To find out whether a room is private, the bot always
 * asks the homeserver for the room's state.
 */
#ifndef ADAPTERS_MATRIX_ROOM_ROOM_PRIVACY_H
#define ADAPTERS_MATRIX_ROOM_ROOM_PRIVACY_H

#include <jansson.h>
#include <stdbool.h>

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
enum mx_privacy mx_private_classify(
	const json_t *state, const char *me, const char *user, bool reads);

/* Returns the result of mx_room_is_muted for the room with this whole state. */
bool mx_private_is_muted(const json_t *state, const char *me, bool encrypts);

/* Returns whether the user is a joined member of the room with this whole state. */
bool mx_private_has_joined(const json_t *state, const char *user);

/* Returns whether the bot made the room for the user. `state` is the room's whole state. */
bool mx_private_is_own(const json_t *state, const char *me, const char *user);

/* Returns whether this user has encrypted the room. `state` is the room's whole state. */
bool mx_private_is_encrypted_by(const json_t *state, const char *user);

/*
 * Returns whether a state event of this type may change what mx_private_classify returns. The name
 * of a room, for example, does not matter.
 */
bool mx_private_depends_on(const char *type);

#endif
