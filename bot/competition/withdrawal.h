/*
 * What becomes of the bouts of a season that end, above all of those whose fencers withdraw.
 *
 * However a fencer withdraws, they lose the matches that they are fencing. As bouts, these count
 * for nobody, and the bot tells the opponents so. There are two exceptions, so that a withdrawal
 * takes no lead away from an opponent:
 * - If the fencer has fenced half of their bouts, the opponent wins each bout in which both have
 *   acted.
 * - If the fencer was taken out because of their clock, the opponent wins each bout in which the
 *   opponent has acted.
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
