/*
 * What a fencer of a club night hears between two bouts, in private and on their page: their
 * position, and what comes next.
 */
#ifndef BOT_COMPETITION_LETTERS_H
#define BOT_COMPETITION_LETTERS_H

#include "bot/call/call.h"
#include "bot/club/night.h"

/* Adds how a present entrant stands, and whom they fence next. */
void bot_letter_add_next(struct bot_host *host, struct bot_contest *night,
	const struct bot_entrant *entrant, struct bot_page *page);

/*
 * Tells an entrant how they stand, and whom they fence next. Does nothing if they fence now,
 * because then their hand tells them.
 */
void bot_letter_tell_next(
	struct bot_host *host, struct bot_contest *night, const struct bot_entrant *entrant);

#endif
