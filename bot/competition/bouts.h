/*
 * The bouts of a competition as matches: a bout begins as an accepted match, and its result is what
 * the store has about the match, once it has ended.
 */
#ifndef BOT_COMPETITION_BOUTS_H
#define BOT_COMPETITION_BOUTS_H

#include "bot/call/call.h"
#include "bot/club/contest.h"

/* Returns how many milliseconds the two fencers of a bout have together. */
int64_t bot_bouts_time(const struct bot_competition *competition);

/*
 * Begins a bout that waits, and whose fencers are free: makes an accepted match, and asks the
 * adapter to reach both fencers in private.
 */
void bot_bout_begin(struct bot_host *host, struct bot_contest *contest, struct bot_bout *bout);

/* Begins bouts of a night or a team match, as many as may be fenced in the room at once. */
void bot_bouts_begin(struct bot_host *host, struct bot_contest *contest);

/*
 * Adds the bouts that decide the title if only lots separate the first of these standings, and says
 * so in the room. Returns whether any were added. (See bot_contest_add_deciding_bouts.)
 */
bool bot_bouts_decide_title(struct bot_host *host, struct bot_contest *contest,
	const struct bot_standing *standings, size_t count);

/*
 * Notes the results of all bouts whose matches have ended. Returns how many they are, and notes
 * their indexes in `list`. A fencer who has lost BOT_CONTEST_FORFEITS bouts by the clock withdraws.
 * Bouts that a fencer has lost so within one turn's time count as one.
 *
 * A bout that somebody has resigned or forfeited is won with all touches. If a bout ends without a
 * winner, because its time is over, the one with more touches has won; then at a night the one with
 * the smaller lot, and in a season or a team match nobody. If it was never played, the one whom the
 * bot has reached in private has won, or nobody in the pools.
 */
size_t bot_bouts_collect(
	struct bot_host *host, struct bot_contest *contest, size_t list[BOT_CONTEST_BOUTS]);

/*
 * Ends the matches of fencers who are not present any more. Their opponents win, but nobody wins
 * the match of an excluded fencer: its opponent only wins the bout. Returns whether there are such
 * matches.
 */
bool bot_bouts_end_withdrawn(struct bot_host *host, struct bot_contest *contest);

/*
 * Ends all matches of the competition, without a winner. Their bouts stay open, so that nobody goes
 * on in the tableau.
 */
void bot_bouts_stop(struct bot_host *host, struct bot_contest *contest);

/*
 * Ends all bouts because their competition ends. A bout that was played ends as it stands: as if
 * its own time were over. One that was never played waits again, and so does a level one of a
 * night: nobody has lost it.
 */
void bot_bouts_end_unfenced(struct bot_host *host, struct bot_contest *contest);

#endif
