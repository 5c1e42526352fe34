/*
 * Timeline gaps. A gap is the events of a room between two sync tokens that the bot has not read
 * yet. A room has at most one gap. adapters/matrix/receive/timeline_gap.h says how the bot reads a
 * gap.
 */
#ifndef BOT_STORE_GAPS_H
#define BOT_STORE_GAPS_H

#include "bot/store/database.h"

/* Whether the bot was in the room at the last event that it has read of a gap. */
enum bot_gap_place {
	BOT_GAP_BEFORE, /* not yet: the gap still has the bot's join, which was handled already */
	BOT_GAP_INSIDE,
	BOT_GAP_OUTSIDE, /* the bot had left the room before */
};

struct bot_gap {
	char room[BOT_ID_SIZE];
	char *from; /* the gap begins after this sync token; owned */
	char *to;   /* the gap ends at this sync token; owned */
	enum bot_gap_place place;
	bool joined;   /* the bot is in the room at `to` */
	int64_t pages; /* how many pages of events the bot has read so far */
};

/* Stores a room's gap, or replaces it. */
BOT_MUST_USE enum bot_error bot_gap_save(struct bot_store *store, const struct bot_gap *gap);

/* BOT_NOT_FOUND: the room has no gap. On BOT_OK the caller ends *gap with bot_gap_finish. */
BOT_MUST_USE enum bot_error bot_gap_get(
	struct bot_store *store, const char *room, struct bot_gap *gap);
void bot_gap_finish(struct bot_gap *gap);

/* Does nothing if the room has no gap. */
BOT_MUST_USE enum bot_error bot_gap_remove(struct bot_store *store, const char *room);
BOT_MUST_USE enum bot_error bot_gap_remove_all(struct bot_store *store);

/* Calls `take` with each room that has a gap. If `take` returns false, stops with BOT_NO_MEMORY. */
BOT_MUST_USE enum bot_error bot_gap_rooms(
	struct bot_store *store, bool (*take)(void *self, const char *room), void *self);

#endif
