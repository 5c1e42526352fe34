/*
 * Outbox rows that the adapter adds for itself: to join or leave a room, or to reach a user. The
 * host adds all other rows.
 */
#ifndef MX_ORDER_H
#define MX_ORDER_H

#include "bot/store/outbox.h"

/*
 * Adds a row within the caller's transaction. `kind` is BOT_OUT_JOIN, BOT_OUT_LEAVE or
 * BOT_OUT_REACH. `to` is a user for BOT_OUT_REACH, else a room. `via` is a server to join through;
 * NULL: none.
 *
 * A new row to join or leave a room replaces a waiting row to join or leave the same room. So at
 * most one such row waits for each room, even if people invite the bot and take the invitation back
 * again and again.
 */
BOT_MUST_USE enum bot_error mx_order(
	struct bot_store *store, enum bot_outbox_kind kind, const char *to, const char *via);

/* The same for a letter. The function fills in the letter's transaction id and its time. */
BOT_MUST_USE enum bot_error mx_order_letter(struct bot_store *store, struct bot_letter letter);

#endif
