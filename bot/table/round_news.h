/* The news of a match in words: the last actions, and how the round before ended. */
#ifndef BOT_TABLE_ROUND_NEWS_H
#define BOT_TABLE_ROUND_NEWS_H

#include "bot/match/loaded_match.h"

#include <jansson.h>

#define BOT_ROUND_NEWS_MOST 8 /* sentences */

/*
 * Returns the last sentences about the current round and the round before it, the newest last, as a
 * JSON array that the caller owns. They tell only what everybody may know.
 */
json_t *bot_round_news(const struct bot_loaded_match *loaded, const struct bot_lang *lang);

#endif
