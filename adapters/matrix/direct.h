/*
 * The account's list of direct chats (m.direct), which clients that share the account show: read,
 * completed and written back. Best effort: the bot itself never relies on it.
 */
#ifndef MX_DIRECT_H
#define MX_DIRECT_H

#include "adapters/matrix/pause.h"

#include <jansson.h>
#include <stdbool.h>

struct mx;

struct mx_direct {
	json_t *waiting; /* users: id to the room that is to be listed; NULL: none */
	json_t *writing; /* those whose listing is under way; NULL: none */
	struct mx_pause pause;
};

void mx_direct_add(struct mx *mx, const char *user, const char *room);
void mx_direct_finish(struct mx_direct *direct);

/* Lists what waits, when that can be done now. */
void mx_direct_turn(struct mx *mx);

/* Adds the rooms to the list; false: no memory, and the list is of no use any more. */
bool mx_direct_merge(json_t *list, json_t *rooms);

#endif
