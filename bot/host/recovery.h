/* What the host does when the store was damaged or replaced, or when a user's data is erased. */
#ifndef BOT_RECOVERY_H
#define BOT_RECOVERY_H

#include "bot/base/error.h"

#include <stdbool.h>

struct bot_host;

/*
 * Sets aside what is damaged in the store, so that everything else goes on. The caller has rolled
 * back a transaction that failed with BOT_STORE_CORRUPT. If a match is damaged, the bot says so in
 * the match's room. *again: the caller may try the failed transaction again. Otherwise the damage
 * is in data that the store can't set aside.
 */
BOT_MUST_USE enum bot_error bot_host_set_aside_damage(struct bot_host *host, bool *again);

/*
 * An older copy has replaced the store. The bot shows the board and the hand of each match that is
 * being played, since the players have seen later states of it.
 */
BOT_MUST_USE enum bot_error bot_host_restored(struct bot_host *host);

/*
 * Prepares the erasure of a user's data: ends the user's challenges and matches unrated, tells the
 * other players, and makes the bot leave the user's private room.
 */
BOT_MUST_USE enum bot_error bot_host_remove_user(struct bot_host *host, const char *user);

#endif
