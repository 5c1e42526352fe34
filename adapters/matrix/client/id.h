/* Matrix identifiers: https://spec.matrix.org/latest/appendices/#identifier-grammar */
#ifndef MX_ID_H
#define MX_ID_H

#include "bot/store/store.h"

#include <stdbool.h>

/*
 * Returns whether the text is a user id: @localpart:server, at most 255 bytes, without spaces and
 * control characters. False for NULL.
 */
bool mx_id_is_user(const char *id);

/*
 * Reads a user id that a person typed: `@localpart:server`, or `@localpart` for a user of the same
 * server as `sender`, the person's own valid user id. Returns false and leaves `user` as it was if
 * the word can't be a user id.
 */
bool mx_id_read_user(const char *word, const char *sender, char user[BOT_ID_SIZE]);

/*
 * Returns whether the text is a room id: !opaque:server, or !opaque since room version 12. False
 * for NULL.
 */
bool mx_id_is_room(const char *id);

/* Returns whether the text is an event id: $opaque or $opaque:server. False for NULL. */
bool mx_id_is_event(const char *id);

/* Returns the server name in a valid user id, borrowed from it. */
const char *mx_id_server(const char *user);

/*
 * Writes the origin of a valid user id: the server's host, in lower case and without the port. All
 * users of one origin share limits, since one person can run EVIL.org:1 and evil.org:2 at no cost.
 */
void mx_id_origin(const char *user, char origin[BOT_ID_SIZE]);

#endif
