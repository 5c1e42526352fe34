/*
 * The account's list of direct chats: the account data m.direct. Clients of people who share the
 * bot's account show it. The bot reads the list, adds its private rooms, and writes the list back.
 * After some failures the bot gives up, since it never needs the list itself.
 */
#ifndef MX_DIRECT_CHATS_H
#define MX_DIRECT_CHATS_H

#include "adapters/matrix/client/backoff.h"

#include <jansson.h>
#include <stdbool.h>

struct mx_session;

struct mx_direct_chats {
	struct mx_session *session; /* borrowed */
	json_t *waiting;            /* by user: the room to be added to the list; NULL: none */
	json_t *writing;            /* the same, for requests in flight; NULL: none */
	struct mx_backoff backoff;
};

/* Plans to add a user's private room to the list. */
void mx_direct_chats_add(struct mx_direct_chats *chats, const char *user, const char *room);
void mx_direct_chats_finish(struct mx_direct_chats *chats);

/*
 * Asks for the list, to add the waiting rooms, if the bot is logged in, no such request is in
 * flight, and no back-off lasts. The loop calls this in each turn.
 */
void mx_direct_chats_turn(struct mx_direct_chats *chats);

/*
 * Adds `rooms` (by user: a room id) to `list`, the content of m.direct. Returns false if there is
 * no memory: then `list` may lack rooms, and must not be written back.
 */
bool mx_direct_chats_merge(json_t *list, json_t *rooms);

#endif
