/*
 * What becomes of the bouts of a season that end, above all of those whose fencers withdraw.
 *
 * However a fencer withdraws, the bouts that they fence then are lost as matches, but count for
 * nobody, and the opponents hear so. There are two exceptions. Whoever has fenced half of their
 * bouts can't take a lead away from their opponents: a bout in which both have acted counts as a
 * victory of the opponent. Nor can whoever is taken out because of their clock: what the opponent
 * has begun against them, by an action of their own, is a victory.
 */
#ifndef BOT_COMPETITION_WITHDRAWAL_H
#define BOT_COMPETITION_WITHDRAWAL_H

#include "bot/call/call.h"
#include "bot/club/season.h"

/*
 * Collects the bouts that have ended, and ends those of fencers who take part no more, until
 * nothing changes. The caller stores the season.
 */
void bot_season_settle(struct bot_host *host, struct bot_contest *season);

#endif
