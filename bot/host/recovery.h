/* What the bot does when the store is damaged, or when an older copy has replaced it. */
#ifndef BOT_HOST_RECOVERY_H
#define BOT_HOST_RECOVERY_H

#include "bot/base/error.h"

#include <stdbool.h>

struct bot_host;

/*
 * Sets aside a damaged match or outbox row, so that everything else goes on. The caller calls this
 * function after it has rolled back a transaction that failed with BOT_STORE_CORRUPT. If a match is
 * damaged, the bot tells the people in the match's room. Sets *again to true if the caller may try
 * the failed transaction again. Sets *again to false if the damage is in data that the store can't
 * set aside.
 */
BOT_MUST_USE enum bot_error bot_host_set_aside_damage(struct bot_host *host, bool *again);

/*
 * Reports that an older copy has replaced the store. For each match that is being played, the bot
 * shows the board. It also shows the hand of the player who must act, unless the match is paused.
 * The bot does this because the players have seen a later position of the match. They may also know
 * the cards to come, so these matches, and those of open challenges, are no longer rated. Links to
 * tables and boards end, because the older copy may have links that their owners have
 * ended since.
 */
BOT_MUST_USE enum bot_error bot_host_restored(struct bot_host *host);

#endif
