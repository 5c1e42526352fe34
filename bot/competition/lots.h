/*
 * The lots of a competition, and the secrets of its bouts. Both follow from the competition's
 * secret, which nobody learns. So a bot that goes on after a crash draws the same lots again.
 */
#ifndef BOT_COMPETITION_LOTS_H
#define BOT_COMPETITION_LOTS_H

#include "bot/call/call.h"
#include "bot/club/contest.h"
#include "engine/deal/deal.h"

/* Makes the secret of a competition whose event is known. */
void bot_lots_make_secret(struct bot_host *host, struct bot_competition *competition);

/*
 * Writes the event of a competition that follows another one by itself. Its secret follows from it,
 * so `what` must make it differ from those before. The hash of the event `last` stands for this
 * event, which may be too long to add to it.
 */
void bot_lots_next_event(const char *last, const char *what, char event[BOT_ID_SIZE]);

/*
 * Sets the lots of all entrants. Between equal fencers the one with the smaller lot comes first.
 * Returns false if the secret is damaged.
 */
bool bot_lots_draw(struct bot_contest *contest);

/*
 * Writes the last secret of the chain of a bout's match (engine/deal/deal.h). Fails if
 * the competition's secret is damaged.
 */
void bot_lots_bout_secret(const struct bot_competition *competition, const struct bot_bout *bout,
	unsigned char last[EG_KEY]);

#endif
