/* How a match that has ended changes ratings. */
#ifndef BOT_RATING_UPDATE_H
#define BOT_RATING_UPDATE_H

#include "bot/store/store.h"

/*
 * Updates the ratings of both players of a match that has ended, in its room and over all rooms,
 * and sets match->rated. Does nothing if the match does not count. A match counts if somebody has
 * won it and both players have acted. Between the same two players the second match within a day
 * counts half, the third a quarter, the fourth an eighth, and further matches do not count. The
 * caller stores the match.
 */
BOT_MUST_USE enum bot_error bot_rating_update(struct bot_store *store, struct bot_match *match);

#endif
