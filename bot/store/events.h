/*
 * Events that the bot receives: which of them it has handled already, and which it has not read
 * yet.
 */
#ifndef BOT_STORE_EVENTS_H
#define BOT_STORE_EVENTS_H

#include "bot/store/database.h"

/*
 * Notes that the bot has handled an event, because a homeserver may deliver an event twice. Returns
 * whether the event was noted before. The store remembers only the last 65,536 events,
 * because no platform delivers an older event again after a retry or with an old sync token.
 */
bool bot_store_handled(struct bot_store *store, const char *event);

/* Returns whether the bot has handled an event. Does not note it. */
bool bot_store_is_handled(struct bot_store *store, const char *event);

/*
 * Recognizes copies of encrypted messages. Anybody who has received an encrypted message can send a
 * copy. A stream is the messages that a sender encrypts with one key; the sender numbers these
 * messages. The function notes that the bot has read the message with this number. It returns
 * true if the number was noted before, or if the number is so old that the store has forgotten
 * it. The store remembers the last 1,024 numbers of a stream, and the last 1,000 streams of a
 * sender.
 */
bool bot_store_numbered(
	struct bot_store *store, const char *sender, const char *stream, uint32_t number);

/*
 * A timeline gap is a part of a room's events, between two sync tokens, that the bot has not read
 * yet. A room has at most one gap. adapters/matrix/receive/timeline_gap.h says how the bot reads a
 * gap.
 */

/* Whether the bot was in the room at the place in the gap up to which the bot has read. */
enum bot_gap_place {
	BOT_GAP_BEFORE, /* the bot was not in the room yet; a later part of the gap contains the
			   bot's join, which the bot has handled already */
	BOT_GAP_INSIDE,
	BOT_GAP_OUTSIDE, /* the bot was not in the room any more */
};

/* The struct owns its strings. */
#include "bot/store/timeline_gaps.inc"

/* Stores a room's gap, or replaces it. */
void bot_gap_save(struct bot_store *store, const struct bot_gap *gap);

/*
 * Gets a room's gap. Returns false if the room has no gap. Else the caller frees the strings
 * of *gap with bot_gap_finish.
 */
bool bot_gap_get(struct bot_store *store, const char *room, struct bot_gap *gap);
void bot_gap_finish(struct bot_gap *gap);

/* Removes a room's gap. Does nothing if the room has no gap. */
void bot_gap_remove(struct bot_store *store, const char *room);
void bot_gap_remove_all(struct bot_store *store);

/* Calls `take` with each room that has a gap. */
void bot_gap_rooms(struct bot_store *store, void (*take)(void *self, const char *room), void *self);

#endif
