/*
 * Days off: a player who is away. Until they come back, at a time that they name or earlier, their
 * clocks of a day or more stand still, also those of bouts of a season; what is left of a turn is
 * left afterwards. Shorter clocks run on, and so does the time of a season.
 *
 * Nobody escapes a lost turn so. The days are limited: BOT_DAYS_OFF_SEASON in each season that the
 * player fences, and BOT_DAYS_OFF_YEAR in a year. Days off that began before a season go on,
 * and those that are left then count in the season. They count as one day at least, however early
 * the player comes back, so that stopping the clock turn after turn soon ends. Only days off that
 * are taken back within ten minutes count for nothing: then the clocks have run on. A clock that
 * has run out is lost already. The opponent sees when the clock runs again, and goes on to act in
 * their own turns.
 */
#ifndef BOT_PLAY_DAYS_OFF_H
#define BOT_PLAY_DAYS_OFF_H

#include "bot/base/duration.h"
#include "bot/call/call.h"

#define BOT_DAYS_OFF_SEASON 14
#define BOT_DAYS_OFF_YEAR   42
#define BOT_DAYS_OFF_AHEAD  (365 * BOT_DAY) /* so early they are announced at most */

/* Returns the user's last days off, which may go on, and those that they have announced. */
struct bot_days_off bot_days_off_find(struct bot_host *host, const char *user);

/*
 * Lets the user be away from one wall time until another, for at most BOT_DAYS_OFF_YEAR days. If
 * they begin now, it is in place of days off that go on; else they are announced, in place of
 * others that are, and begin by themselves. A day that is not whole counts. Returns false if the
 * user has fewer days left; then nothing changes, and *left is the days that they could take.
 */
bool bot_days_off_begin(
	struct bot_host *host, const char *user, int64_t from, int64_t until, int *left);

/*
 * Ends the user's days off, and those that they have announced. The whole days that are left of
 * them don't count, nor does a slip.
 */
void bot_days_off_end(struct bot_host *host, const char *user);

/* Returns how many days the user can take now. */
int bot_days_off_left(struct bot_host *host, const char *user);

/*
 * Begins the announced days off whose time has come, and tells their users so. Returns the host's
 * time of the next ones, or INT64_MAX. Keeps those that are over before they have begun: the bot
 * was down all the time, or the wall clock is wrong, and somebody will set it back.
 */
int64_t bot_days_off_run_due(struct bot_host *host);

/*
 * The host's time and the wall clock move apart while the bot can't receive messages
 * (bot/call/time.h). What depends on both follows here: the boards, which show the ends of turns in
 * wall time, and the clocks of players who are away until a wall time.
 */

/*
 * Updates the host's time, as bot_time_update does. If the wall clock has moved by a minute or
 * more, corrects the clocks of players who are away, and the boards. A call of the host begins with
 * this, so that a new turn is timed by the same clocks as the others.
 */
void bot_days_off_update_clocks(struct bot_host *host);

#endif
