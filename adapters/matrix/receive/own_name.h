/*
 * The display name of the bot's own account, by which people may address the bot. The bot learns it
 * from its own member events, in any room, and keeps the newest in the store: a host may change it
 * while the bot runs.
 */
#ifndef ADAPTERS_MATRIX_RECEIVE_OWN_NAME_H
#define ADAPTERS_MATRIX_RECEIVE_OWN_NAME_H

#include "adapters/matrix/login/account.h"

#include <jansson.h>

struct mx_own_name {
	char text[BOT_ID_SIZE]; /* empty if the name is not known */
	int64_t sent; /* when the homeserver got the name's event, in ms since 1970 UTC, or 0 */
};

/* Reads the name from the store. If the store fails, the name stays unknown. */
void mx_own_name_load(struct mx_own_name *name, struct mx_account *account);

/*
 * Notes the name in a member event of the bot, in the transaction of the event. `newest` says that
 * the homeserver brings the event as a new one: then it counts, whatever its date is. Ignores
 * another event that is older than that of the known name, such as an old join in the state of a
 * room, or that has a date in the future, as a server with a wrong clock writes it. Also ignores an
 * event that somebody else has sent, such as an invitation.
 */
BOT_MUST_USE enum bot_error mx_own_name_note(
	struct mx_own_name *name, struct mx_account *account, const json_t *event, bool newest);

#endif
