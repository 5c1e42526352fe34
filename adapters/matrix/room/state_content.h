/*
 * What the contents of single state events say: who may do what in a room, which servers it keeps
 * out, and the private rooms that the bot makes.
 *
 * The bot marks its private rooms in their m.room.create. If its process ends before it has stored
 * the answer to the request that makes a room, it recognises the room by the mark.
 */
#ifndef ADAPTERS_MATRIX_ROOM_STATE_CONTENT_H
#define ADAPTERS_MATRIX_ROOM_STATE_CONTENT_H

#include <jansson.h>
#include <stdbool.h>

/*
 * By the content of m.room.power_levels (Matrix Client-Server API, "m.room.power_levels"): NULL, or
 * anything that is no such content, counts as an empty one.
 *
 * Lists the users who may set the state of the room, or who may send messages: a new object
 * {"default": whether everybody may, "others": the ids of the users for whom the opposite holds}.
 */
json_t *mx_power_levels_moderators(const json_t *content);
json_t *mx_power_levels_writers(const json_t *content);

/* Whether the user may not send messages of this type. */
bool mx_power_levels_forbid(const json_t *content, const char *user, const char *type);

/*
 * Returns whether the m.room.server_acl with this content denies a server. The homeserver of a
 * denied server still accepts messages from its users, but nobody on another server gets them.
 * https://spec.matrix.org/latest/client-server-api/#server-access-control-lists-acls-for-rooms
 */
bool mx_server_acl_denies(const json_t *content, const char *server);

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
