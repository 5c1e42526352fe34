/* Pruning: deletes rows that nobody needs any more. */
#ifndef BOT_STORE_PRUNING_H
#define BOT_STORE_PRUNING_H

#include "bot/store/database.h"

/* How long the store keeps a room's settings after the bot has left the room: 30 days. */
#define BOT_ROOM_KEPT (INT64_C(30) * 24 * 3600 * 1000)

/*
 * Deletes a few of these rows: challenges that never became a match, except the newest 1,000;
 * matches that changed no rating, except the newest 10,000; names of users who never played;
 * allowances that are full again; settings of rooms that the bot left BOT_ROOM_KEPT ago or earlier.
 * The caller calls it now and then.
 */
BOT_MUST_USE enum bot_error bot_store_prune(struct bot_store *store, int64_t now);

#endif
