/* Finds the user whom a link in a message mentions; clients show such a link as a "pill". */
#ifndef ADAPTERS_MATRIX_RECEIVE_MENTION_H
#define ADAPTERS_MATRIX_RECEIVE_MENTION_H

#include "bot/store/database.h"

#include <jansson.h>
#include <stdbool.h>

/*
 * Reads the user's id from the URL of a link. Understands matrix.to, matrix: URIs, and the links of
 * clients with an address of their own, such as https://chat.example.org/#/user/@bob:example.org.
 * An address that could also be something else counts only if `mentions`, the message's m.mentions,
 * names the user; it may be NULL. Returns false if the link mentions no user.
 * https://spec.matrix.org/latest/appendices/#uris
 * https://spec.matrix.org/latest/client-server-api/#user-and-room-mentions
 */
bool mx_mention_read(const char *url, const json_t *mentions, char user[BOT_ID_SIZE]);

/* Returns whether m.mentions names the user, among the first users that it names. */
bool mx_mention_names(const json_t *mentions, const char *user);

#endif
