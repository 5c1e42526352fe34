/* Deletes rows that the store need not keep any longer, a few at a time. */
#ifndef BOT_STORE_PRUNING_H
#define BOT_STORE_PRUNING_H

#include "bot/store/database.h"

/*
 * Deletes rows that nobody needs any more. One call deletes only a few of them, so the caller calls
 * this function regularly. The rows are:
 * - challenges that never became a match, except the newest 1,000
 * - matches that changed no rating, except the newest 10,000
 * - names of users who have no match, no challenge and no private room
 * - allowances whose uses have all come back at the time `now`
 * - tallies of months before the last one
 * - settings of rooms that the bot left at least BOT_ROOM_KEPT ago
 * - days off that ended a year ago
 * - links to the web page that nobody has used for BOT_WEB_LINK_IDLE
 */
BOT_MUST_USE enum bot_error bot_store_prune(struct bot_store *store, int64_t now);

/*
 * Deletes matches that ended at the time `until` or before, with their rounds, shuffles, analyses,
 * results and posts, and competitions with their entrants and bouts. Ratings stay. One call deletes
 * only a few matches, the oldest first. Skips a match as long as messages about it wait in the
 * outbox, or its analysis waits, so that everybody who asked for it is answered. SQLite uses the
 * space for new rows; the file does not shrink.
 */
BOT_MUST_USE enum bot_error bot_store_forget_matches(struct bot_store *store, int64_t until);

#endif
