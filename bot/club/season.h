/*
 * A season: a competition with divisions, in which everybody fences everybody of their division
 * once, at their own pace. It is a contest, as a club night is: the functions of contest.h find
 * its entrants. The functions here draw the divisions, choose the next bouts, rank the fencers, and
 * say who changes the division. They know neither the store's functions nor any message;
 * bot/competition/ runs the season.
 */
#ifndef BOT_CLUB_SEASON_H
#define BOT_CLUB_SEASON_H

#include "bot/club/contest.h"

#define BOT_SEASON_AT_ONCE 2 /* so many bouts a fencer has at once, unless they want more */

/*
 * Shares out the present entrants among the divisions, and adds all bouts in the order in which
 * they begin. Those who fenced the last season come first, by its results; then the others, by
 * rating; lots decide between equal ones. `seed` is by the index in season->entrant. There are
 * BOT_ENTRANTS_LEAST to BOT_ENTRANTS_MOST entrants.
 */
void bot_season_draw(struct bot_contest *season, const struct bot_seed seed[BOT_CONTEST_ROWS]);

/*
 * Returns the next bout that can begin, or NULL: it waits, and both fencers are present, not away,
 * and fence fewer bouts now than they want at once. `away` is by the index in season->entrant.
 */
struct bot_bout *bot_season_next_bout(
	struct bot_contest *season, const bool away[BOT_CONTEST_ROWS]);

/* Counts the bouts that the entrant with this number fences now. */
size_t bot_season_bouts_now(const struct bot_contest *season, uint8_t number);

/* Whether an entrant has fenced half of their bouts or more. Then they count even if they leave. */
bool bot_season_has_fenced_half(
	const struct bot_contest *season, const struct bot_entrant *entrant);

/*
 * Writes the standings of a division, from 1, the best first, as bot_contest_standings. Returns how
 * many they are. The bouts of a fencer who has withdrawn count only if they have fenced at least
 * half of their bouts, or were taken out because of their clock (bot_entrant_is_timed_out); the
 * fencer comes last in any case.
 *
 * If `over` is true, nobody wins the season by fencing little: bouts that were not fenced count as
 * bouts without a victory, and those who have fenced less than half of their bouts come after the
 * others. Bouts against these, or against fencers who have withdrawn, are not missed; nor those
 * that an exclusion has hindered which was taken back.
 */
size_t bot_season_standings(struct bot_contest *season, uint8_t division, bool over,
	struct bot_standing standings[BOT_CONTEST_ROWS]);

/* Annuls all bouts that wait. Call it when the season ends. */
void bot_season_annul(struct bot_contest *season);

/*
 * Sets the ranks of the present fencers in their divisions, from 1, when all bouts have ended. A
 * division in which no bout counts gets no ranks.
 */
void bot_season_rank(struct bot_contest *season);

/* Whether the season has a result: somebody of some division has a rank. */
bool bot_season_has_result(const struct bot_contest *season);

/* Returns the champion: the first of the first division, or NULL before the ranks are known. */
struct bot_entrant *bot_season_champion(struct bot_contest *season);

/*
 * Writes the places of the entrants by their indexes, from 1: those of lower divisions come behind
 * those of upper ones. Who has no rank has the place 0.
 */
void bot_season_places(const struct bot_contest *season, uint8_t place[BOT_CONTEST_ROWS]);

enum bot_season_fate { BOT_SEASON_STAYS, BOT_SEASON_PROMOTED, BOT_SEASON_RELEGATED };

/* Returns what a place in a division means, both from 1: those who have withdrawn come last. */
enum bot_season_fate bot_season_fate_at(
	const struct bot_contest *season, uint8_t division, size_t place);

/* Returns what the results mean for a fencer, when the ranks are known. */
enum bot_season_fate bot_season_fate(
	const struct bot_contest *season, const struct bot_entrant *entrant);

#endif
