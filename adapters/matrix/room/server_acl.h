/*
 * The event m.room.server_acl, which keeps servers out of a room:
 * https://spec.matrix.org/latest/client-server-api/#server-access-control-lists-acls-for-rooms
 */
#ifndef ADAPTERS_MATRIX_ROOM_SERVER_ACL_H
#define ADAPTERS_MATRIX_ROOM_SERVER_ACL_H

#include <jansson.h>
#include <stdbool.h>

/*
 * Returns whether the event with this content denies a server. The homeserver of a denied server
 * still accepts messages from its users, but nobody on another server gets them.
 */
bool mx_server_acl_denies(const json_t *content, const char *server);

#endif
