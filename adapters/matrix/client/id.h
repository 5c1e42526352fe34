/*
 * Matrix identifiers: https://spec.matrix.org/latest/appendices/#identifier-grammar
 *
 * And sites. All servers that one person can have at the cost of one share one site, and a site has
 * one share of whatever the bot shares out among strangers. A name is cheap: a wildcard record
 * gives its owner any number of subdomains, and each host has 65,000 ports.
 */
#ifndef ADAPTERS_MATRIX_CLIENT_ID_H
#define ADAPTERS_MATRIX_CLIENT_ID_H

#include "bot/store/store.h"

#include <stdbool.h>

/*
 * Returns whether the text is a user id: @localpart:server, at most 255 bytes, without spaces and
 * control characters. Returns false for NULL.
 */
bool mx_id_is_user(const char *id);

/*
 * Reads a user id that a person typed. `sender` is the valid user id of this person. The word can
 * be `@localpart:server`, or `@localpart` for a user of the sender's server. If the word can't be a
 * user id, returns false and does not change `user`.
 */
bool mx_id_read_user(const char *word, const char *sender, char user[BOT_ID_SIZE]);

/*
 * Reads a user id that a person typed without its @, as in bob:example.org. So that no other word
 * is taken for an id, the localpart has only the characters of today's ids, and the server is the
 * sender's or has a dot. If the word can't be a user id, returns false and does not change `user`.
 */
bool mx_id_read_bare_user(const char *word, const char *sender, char user[BOT_ID_SIZE]);

/*
 * Returns whether the text is a room id: !opaque:server, or !opaque since room version 12. Returns
 * false for NULL.
 */
bool mx_id_is_room(const char *id);

/* Returns whether the text is the address of a room: #local:server. Returns false for NULL. */
bool mx_id_is_alias(const char *id);

/* Returns whether the text is an event id: $opaque or $opaque:server. Returns false for NULL. */
bool mx_id_is_event(const char *id);

/*
 * Writes the matrix.to URL of a user or a room: https://spec.matrix.org/latest/appendices/#uris.
 * `server` is a server that is in the room, since a room's id does not tell other servers where to
 * find the room. Returns false if `id` is no id of a user or a room, or if the URL does not fit.
 */
bool mx_id_link(const char *id, const char *server, char *url, size_t size);

/* Likewise, the URL of an event in a room. */
bool mx_id_link_event(
	const char *room, const char *event, const char *server, char *url, size_t size);

/* Writes the local part of a valid user id: the name between the @ and the server. */
void mx_id_local(const char *user, char local[BOT_ID_SIZE]);

/* Returns the server name in a valid user id. The result is borrowed from the user id. */
const char *mx_id_server(const char *user);

/*
 * Writes the origin of a valid user id: the host of the user's server, in lower case and without
 * the port, or an IPv6 address in its usual spelling. All users of one origin share limits.
 * Otherwise one person could escape a limit at no cost, since they can run EVIL.org:1 and
 * evil.org:2 on one host.
 */
void mx_id_origin(const char *user, char origin[BOT_ID_SIZE]);

/*
 * Reads a server name that a person typed, and writes it in the form of mx_id_origin. The word may
 * begin with "*." if the rest has a dot, as in *.example.org. Returns false if it is neither.
 */
bool mx_id_read_origin(const char *word, char origin[BOT_ID_SIZE]);

/* The same for `origin` and `read_origin` in struct bot_port. They do not use `self`. */
void mx_id_port_origin(void *self, const char *user, char origin[BOT_ID_SIZE]);
bool mx_id_port_read_origin(void *self, const char *word, char origin[BOT_ID_SIZE]);

/* The site of all servers whose names are no names of hosts. No other site has this text. */
#define MX_SITE_UNKNOWN "?"

/*
 * Writes the site of a server name. The site is
 * - the last two labels of a DNS name, or the last three if the last two are a well-known suffix
 *   under which anybody may register names, such as co.uk;
 * - an IPv4 address;
 * - the first half of an IPv6 address, since each host has a whole network of the other half.
 *
 * Ports, case, dots at the end and the way to write an address don't matter. `server` may be any
 * text of at most BOT_ID_SIZE - 1 bytes.
 */
void mx_site_of_server(const char *server, char site[BOT_ID_SIZE]);

/* The same for the server of a valid user id. */
void mx_site_of_user(const char *user, char site[BOT_ID_SIZE]);

#endif
