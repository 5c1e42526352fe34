/*
 * How a contest goes on: whenever it is due (bot_competition_next), which it is at the steps of its
 * calendar and after each end of a bout. Everything is in the store, so a contest survives a
 * restart at any point. Its times are in the host's time, which stands still while the bot is down.
 *
 * What nobody can do to a season:
 * - stall it: a turn has its clock, the fencers of a bout have 15 turns' time together
 *   (bot/match/turn_clock.h), and the season has its end. Two bouts lost by the clock withdraw a
 *   fencer. Whoever fences slowly holds up one bout of each opponent, who has others meanwhile, and
 *   a bout that was never begun counts for nobody. Fencers who have fenced less than half of their
 *   bouts come after those who have fenced more, so waiting wins nothing.
 * - flood it: only people who moderate the room open seasons without a limit, a room has one season
 *   at a time, a user takes part in few (season_kind.c), and the room gets one message, which is
 *   edited, and a new one at most once a week.
 * - farm it: the bouts change ratings as all matches do, so the same two players gain little from
 *   each other (bot/club/rating.h). Newcomers of one server are limited as in a night.
 * - arrange it: nobody chooses opponents or the order of bouts, and both follow from the ratings,
 *   the last season and lots that the sign-up commits to. Fencers who withdraw come last. Their
 *   bouts count only if they have fenced half of them, or were taken out because of their clock.
 */
#ifndef BOT_COMPETITION_CONTEST_LIFE_H
#define BOT_COMPETITION_CONTEST_LIFE_H

#include "bot/competition/kind.h"

/*
 * Stores a new competition, and shows it in its room. The caller has set the room, the organiser,
 * the event and the terms, and for a night the start. The event must be another one each time,
 * because the secret of the competition may follow from it. Sets the rest, and the id.
 */
void bot_contest_create(
	struct bot_host *host, const struct bot_kind *kind, struct bot_competition *competition);

/* Lets the contest go on as far as it can now, and shows it in its room. */
void bot_contest_run(struct bot_host *host, const struct bot_kind *kind, int64_t id);

/* The same after a change that the room has to see. During the sign-up only the message changes. */
void bot_contest_go_on(struct bot_host *host, const struct bot_kind *kind, int64_t id);

/*
 * Ends the contest and its bouts now, without a result, and shows that it has ended. For a contest
 * that has not begun, or in whose place another one goes on.
 */
void bot_contest_stop(
	struct bot_host *host, const struct bot_kind *kind, struct bot_contest *contest);

/*
 * Whether the contest begins in this run: its time has come. A message of the room that is not read
 * yet delays it a little, because somebody may sign up with it.
 */
bool bot_run_may_begin(struct bot_run *run);

/* Notes that the competition has ended now. */
void bot_competition_end(const struct bot_host *host, struct bot_competition *competition);

/* Sets when the competition is due next. */
void bot_competition_set_due(const struct bot_host *host, const struct bot_kind *kind,
	struct bot_competition *competition);

#endif
