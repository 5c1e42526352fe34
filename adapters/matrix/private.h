/*
 * Private rooms: a room of exactly the bot and one user, which the bot can read, in which that
 * user's hands are shown. Whether a room is one is read from the homeserver, never assumed.
 */
#ifndef MX_PRIVATE_H
#define MX_PRIVATE_H

#include <jansson.h>
#include <stdbool.h>

/* The body of the createRoom request for a user; a new reference. NULL: no memory. */
json_t *mx_private_create(const char *user, bool encrypted);

/*
 * The user for whom the bot, `me`, made the room with this m.room.create event; NULL: it did not.
 * So a room is known again that was made just before the process ended. Borrowed.
 */
const char *mx_private_made_for(const json_t *create, const char *me);

enum mx_privacy {
	MX_PRIVATE,
	MX_ALONE,            /* the user is neither there nor invited */
	MX_NOT_PRIVATE,      /* others are there, invited, or need no leave; or the bot isn't */
	MX_PRIVATE_SEALED,   /* it is private, and encrypted */
	MX_ENCRYPTED,        /* somebody has encrypted it, and the bot can't read that */
	MX_SERVER_ENCRYPTED, /* the server has, as the bot made it */
};

/*
 * What a room is, from its whole state: an array of state events; `reads`: the bot can read in
 * encrypted rooms.
 */
enum mx_privacy mx_private_judge(const json_t *state, const char *me, const char *user, bool reads);

/* Whether the bot made the room for the user, from its whole state. */
bool mx_private_is_own(const json_t *state, const char *me, const char *user);

/* The content of m.room.encryption; a new reference. NULL: no memory. */
json_t *mx_private_encryption(void);

#endif
