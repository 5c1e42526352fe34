/*
 * What keeps the store in order: deletes rows that it need not keep any longer, a few at a time,
 * sets aside the rows of a damaged match, and gives a room's rows to the room that replaces it.
 */
#ifndef BOT_STORE_UPKEEP_H
#define BOT_STORE_UPKEEP_H

#include "bot/store/database.h"

/*
 * Deletes rows that nobody needs any more. One call deletes only a few of them, so the caller calls
 * this function regularly. The rows are:
 * - challenges that never became a match, except the newest 1,000
 * - matches that changed no rating, except the newest 10,000
 * - names of users who have no match, no challenge and no private room
 * - allowances whose uses have all come back at the time `now`
 * - tallies of months before the last one, and of years before the last year
 * - settings of rooms that the bot left at least BOT_ROOM_KEPT ago
 * - days off that ended a year ago, unless more are announced
 * - links to the web page that nobody has used for BOT_WEB_LINK_IDLE
 */
void bot_store_prune(struct bot_store *store, int64_t now);

/*
 * Deletes matches that ended at the time `until` or before, with their rounds, shuffles, analyses,
 * results and posts, and competitions with their entrants and bouts. Ratings stay. One call deletes
 * only a few matches, the oldest first. Skips a match as long as messages about it wait in the
 * outbox, or its analysis waits, so that everybody who asked for it is answered. SQLite uses the
 * space for new rows; the file does not shrink.
 */
void bot_store_forget_matches(struct bot_store *store, int64_t until);

/*
 * Moves the data of `old_room` to `new_room`, the room that replaces the old one. The matches,
 * ratings, settings and links (web_links.h) of the old room move to the new one, and so do the
 * messages that wait in the outbox. If the old room was a user's private room, the new room becomes
 * the private room of this user. In the new room the bot cannot edit a message of the old room. So
 * for each post (see outbox.h) of the old room, the next edit becomes a new message, even if the
 * edit waits in the outbox already. The post then names the new message.
 */
void bot_store_room_moved(struct bot_store *store, const char *old_room, const char *new_room);

struct bot_damage {
	int64_t match; /* the match whose rows are damaged, or 0 if the rows belong to no match */
	int64_t row;   /* the damaged outbox row, or 0 if there is none */
	char room[BOT_ID_SIZE]; /* the match's room, or empty if it is unknown */
};

/*
 * Sets aside the damaged rows that caused the last BOT_STORE_CORRUPT. The caller calls this
 * function after the rollback, in a new transaction. No search finds a damaged match any more, but
 * its rows stay in the file for people to examine. A damaged outbox row is never sent. Returns
 * false if the damaged rows belong neither to a match nor to the outbox.
 */
bool bot_store_set_aside(struct bot_store *store, struct bot_damage *damage);

/* Notes that a match's stored data contradict each other, and fails with BOT_STORE_CORRUPT. */
_Noreturn void bot_store_damaged(struct bot_store *store, int64_t match);

#endif
