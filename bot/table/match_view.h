/* JSON of one match, as a player of it or the public may see it on the page of a table. */
#ifndef BOT_TABLE_MATCH_VIEW_H
#define BOT_TABLE_MATCH_VIEW_H

#include "bot/match/loaded_match.h"

#include <jansson.h>

struct bot_reader {
	struct bot_host *host;
	const char *user; /* NULL for the public */
	const struct bot_lang *lang;
};

/* The order of matches in a table. */
enum bot_match_rank {
	BOT_RANK_WAITS, /* the match or challenge waits for the reader */
	BOT_RANK_PLAYED,
	BOT_RANK_ACCEPTED,
	BOT_RANK_CHALLENGE,
	BOT_RANK_ENDED,
	BOT_RANKS
};

/*
 * Returns the JSON of a stored match, which the caller owns, and sets *rank. Everything about the
 * cards comes from the engine's view of the reader's seat, so it can't have another hand. An ended
 * match must have been played.
 */
json_t *bot_match_view(
	const struct bot_reader *reader, const struct bot_match *match, enum bot_match_rank *rank);

#define BOT_ROUND_NEWS_MOST 8 /* the most sentences about the last actions and the round before */

#endif
