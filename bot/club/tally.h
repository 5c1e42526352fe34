/*
 * What is counted when a match has ended: the last results of its players, and their victories by
 * rule set, by month and against the practice opponents.
 */
#ifndef BOT_CLUB_TALLY_H
#define BOT_CLUB_TALLY_H

#include "bot/club/rating.h"

/*
 * Counts a match that has ended, once, after bot_rating_update. `change` is read only if the match
 * is rated. `month` is the month of the match's end by the clocks of its room, such as "2026-11".
 */
BOT_MUST_USE enum bot_error bot_tally_match(struct bot_store *store, const struct bot_match *match,
	const struct bot_rating_change *change, const char *month);

#endif
