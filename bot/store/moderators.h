/* Who moderated the room of a match when the match began. Kept until the match ends. */
#ifndef BOT_STORE_MODERATORS_H
#define BOT_STORE_MODERATORS_H

#include "bot/store/database.h"

#include <stdbool.h>

/* Notes that the user moderates the room of the match. Does nothing if this is noted already. */
BOT_MUST_USE enum bot_error bot_store_moderator_add(
	struct bot_store *store, int64_t match, const char *user);

/*
 * Sets *moderated to whether the user is noted for the match. If nobody is noted, sets it to true:
 * the match began in an earlier version, or in a room where everybody moderates.
 */
BOT_MUST_USE enum bot_error bot_store_moderated(
	struct bot_store *store, int64_t match, const char *user, bool *moderated);

BOT_MUST_USE enum bot_error bot_store_moderators_clear(struct bot_store *store, int64_t match);

#endif
