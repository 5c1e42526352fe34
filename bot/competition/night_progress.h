/*
 * How a club night goes on: from the sign-up to the check-in, the pools, the tableau and the
 * podium. The night goes on whenever it is due (bot_competition_next): at the check-in, at the
 * start, and after each end of a bout. Everything is in the store, so a night survives a restart at
 * any point.
 */
#ifndef BOT_COMPETITION_NIGHT_PROGRESS_H
#define BOT_COMPETITION_NIGHT_PROGRESS_H

#include "bot/call/call.h"
#include "bot/club/night.h"

#define BOT_NIGHT_CHECK_IN INT64_C(600000)  /* how many milliseconds the check-in takes */
#define BOT_NIGHT_RECENT   INT64_C(1800000) /* a sign-up within this time counts as a check-in */

/* Lets the competition go on as far as it can now, and shows it in its room. */
void bot_night_run(struct bot_host *host, int64_t id);

/*
 * Ends the night and its bouts now, without a result, and shows it. `by` is who stops it, or NULL:
 * they resign their bout.
 */
void bot_night_stop_now(struct bot_host *host, struct bot_contest *night, const char *by);

/* Sets when the competition is due next. */
void bot_night_set_due(const struct bot_host *host, struct bot_competition *competition);

#endif
