/*
 * How a season goes on: from the sign-up to the bouts of its divisions and the final tables. A
 * season goes on whenever it is due (bot_competition_next): at its start, after each end of a bout,
 * once a week and at its end. Everything is in the store, so a season survives a restart at any
 * point. Its times are in the host's time, which stands still while the bot is down.
 *
 * What nobody can do to a season:
 * - stall it: a turn has its clock, a bout has 15 turns' time (bot/match/turn_clock.h), and the
 *   season has its end. Two bouts lost by the clock withdraw a fencer. Whoever fences slowly holds
 *   up one bout of each opponent, who has others meanwhile, and a bout that was never begun counts
 *   for nobody. Fencers who have fenced less than half of their bouts come after those who have
 *   fenced more, so waiting wins nothing.
 * - flood it: only people who moderate the room open seasons without a limit, a room has one season
 *   at a time, a user takes part in few (entry.c), and the room gets one message, which is edited,
 *   and a new one at most once a week.
 * - farm it: the bouts change ratings as all matches do, so the same two players gain little from
 *   each other (bot/club/rating.h). Newcomers of one server are limited as in a night.
 * - arrange it: nobody chooses opponents or the order of bouts, and both follow from the ratings,
 *   the last season and lots that the sign-up commits to. Whoever withdraws comes last, and unless
 *   they have fenced half of their bouts, these count for nobody.
 */
#ifndef BOT_COMPETITION_SEASON_PROGRESS_H
#define BOT_COMPETITION_SEASON_PROGRESS_H

#include "bot/call/call.h"
#include "bot/club/season.h"

/* Lets the season go on as far as it can now, and shows it in its room. */
void bot_season_run(struct bot_host *host, int64_t id);

/*
 * Ends the season and its bouts now, without a result, and shows it. `by` is who stops it, or NULL:
 * they resign their bouts.
 */
void bot_season_stop_now(struct bot_host *host, struct bot_contest *season, const char *by);

#endif
