/* The honours of a room: who won its seasons and club nights. The rows outlive the competitions. */
#ifndef BOT_STORE_HONOURS_H
#define BOT_STORE_HONOURS_H

#include "bot/store/competitions.h"

#define BOT_HONOURS_KEPT 50 /* a room keeps the newest ones */

#include "bot/store/honours.inc"

/* Adds an honour to those of the room, and deletes its oldest ones. */
BOT_MUST_USE enum bot_error bot_honour_add(
	struct bot_store *store, const char *room, const struct bot_honour *honour);

/* Lists at most `size` honours of the room, the newest first, and sets *count to their number. */
BOT_MUST_USE enum bot_error bot_honour_list(struct bot_store *store, const char *room,
	struct bot_honour *honours, size_t size, size_t *count);

#endif
