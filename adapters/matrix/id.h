/* Matrix identifiers: https://spec.matrix.org/latest/appendices/#identifier-grammar */
#ifndef MX_ID_H
#define MX_ID_H

#include <stdbool.h>

/* @localpart:server, at most 255 bytes, no spaces or control characters. NULL is none. */
bool mx_id_is_user(const char *id);

/* !opaque, with a server's name or (room version 12) without. NULL is none. */
bool mx_id_is_room(const char *id);

/* $opaque. NULL is none. */
bool mx_id_is_event(const char *id);

/* The server's name in a valid user id, borrowed from it. */
const char *mx_id_server(const char *user);

#endif
