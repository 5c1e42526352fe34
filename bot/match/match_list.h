/*
 * Matches of one player or of one room, read from the store at once: challenges, accepted matches
 * and matches that are being played, but none that has ended.
 */
#ifndef BOT_MATCH_LIST_H
#define BOT_MATCH_LIST_H

#include "bot/store/store.h"
#include "config/config.h"

/*
 * The most matches in a list. It is more than a room can have. Commands do not find the other
 * matches of a player who has more, until some of the first matches have ended.
 */
#define BOT_MATCHES_MOST 256
_Static_assert(2 * CFG_PER_ROOM_MOST <= BOT_MATCHES_MOST, "a list holds all matches of a room");

struct bot_match_list {
	size_t count;
	struct bot_match match[BOT_MATCHES_MOST];
};

/*
 * Reads the matches that fit the filter, in the order of bot_store_match_find. The caller frees
 * *list with free().
 */
BOT_MUST_USE enum bot_error bot_match_list_load(struct bot_store *store,
	const struct bot_match_filter *filter, struct bot_match_list **list);

#endif
