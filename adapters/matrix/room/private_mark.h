/*
 * The private rooms that the bot makes: the request that makes such a room, and the mark in the
 * room's m.room.create event. If the bot's process ends before it has stored the answer to this
 * request, the bot recognises the room by the mark.
 */
#ifndef ADAPTERS_MATRIX_ROOM_PRIVATE_MARK_H
#define ADAPTERS_MATRIX_ROOM_PRIVATE_MARK_H

#include <jansson.h>
#include <stdbool.h>

/* Returns the content of the m.room.encryption event that encrypts a room, a new reference. */
json_t *mx_private_encryption_content(void);

/*
 * Returns the body of the createRoom request for the user's private room, a new reference. `topic`
 * says what the room is for.
 */
json_t *mx_private_create_request(const char *user, const char *topic, bool encrypted);

/*
 * Returns the user for whom the bot made a room, borrowed, or NULL if the bot did not make the room
 * for a user. `create` is the room's m.room.create event, and `me` is the bot's user id.
 */
const char *mx_private_made_for(const json_t *create, const char *me);

#endif
