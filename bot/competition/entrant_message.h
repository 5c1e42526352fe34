/*
 * Private messages to the entrants of a competition: that they don't take part any more and, in a
 * club night, what they hear between two bouts, in private and on their page.
 */
#ifndef BOT_COMPETITION_ENTRANT_MESSAGE_H
#define BOT_COMPETITION_ENTRANT_MESSAGE_H

#include "bot/call/call.h"
#include "bot/club/contest.h"

/* Tells an entrant why they don't take part any more. */
void bot_entrant_tell_out(struct bot_host *host, const struct bot_contest *contest,
	const struct bot_entrant *entrant, enum bot_msg why);

/* Tells an entrant, if they still take part, whom the lots have made the winner of a match. */
void bot_entrant_tell_lots(struct bot_host *host, const struct bot_contest *contest,
	const struct bot_entrant *entrant, const struct bot_entrant *winner, int64_t match);

/*
 * Tells the fencer of a bout who still takes part that the bout counts for nobody in the table,
 * because the other one has withdrawn. An earlier message has told them that they won the match.
 */
void bot_entrant_tell_annulled(
	struct bot_host *host, struct bot_contest *contest, const struct bot_bout *bout);

/* Adds how a present entrant stands, and whom they fence next. */
void bot_entrant_add_next(struct bot_host *host, struct bot_contest *night,
	const struct bot_entrant *entrant, struct bot_page *page);

/*
 * Tells an entrant how they stand, and whom they fence next. Does nothing if they fence now,
 * because then their hand tells them.
 */
void bot_entrant_tell_next(
	struct bot_host *host, struct bot_contest *night, const struct bot_entrant *entrant);

/* Begins a line with the bout that the sender fences now or next, if there is one. */
void bot_entrant_add_own_bout(
	const struct bot_call *call, struct bot_contest *night, struct bot_page *page);

#endif
