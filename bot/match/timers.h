/*
 * The timers of a loaded match, and when a player's device may ring. The timers are read from the
 * store with the match, so the first function only looks into memory, and the others write only
 * what has changed, in one statement. While a match is loaded, its timers must not be changed in
 * any other way.
 */
#ifndef BOT_MATCH_TIMERS_H
#define BOT_MATCH_TIMERS_H

#include "bot/match/loaded_match.h"

/* Returns whether a timer is set. If so, sets *due to its time, in the host's time. */
bool bot_timer_find(const struct bot_loaded_match *loaded, enum bot_timer timer, int64_t *due);

/* Sets or replaces a timer. */
void bot_timer_set(struct bot_loaded_match *loaded, enum bot_timer timer, int64_t due);

/* Sets or replaces two timers of different kinds. */
void bot_timer_set_two(
	struct bot_loaded_match *loaded, const enum bot_timer timer[2], const int64_t due[2]);

/*
 * Clears the timers of the turn, except those of an idle match, and those whose bits 1 << timer are
 * set in `kept`. BOT_TIMER_SHOWN stays, too: it means nothing once the clock runs, and the bout's
 * next turn mostly sets it again.
 */
void bot_timers_clear_turn(struct bot_loaded_match *loaded, unsigned kept);

/* Clears a timer. Does nothing if the timer is not set. */
void bot_timer_clear(struct bot_loaded_match *loaded, enum bot_timer timer);

/*
 * When the device of the player whose turn it is may ring. In the player's quiet hours
 * (bot/call/quiet_hours.h) their hand comes silently, their clock runs as ever, and the bot rings
 * when the hours end. A clock that would be nearly over by then does not wait for that: the bot
 * rings an hour before its end, or a quarter of a turn before it if that is less. Clocks of less
 * than an hour ring at once.
 *
 * BOT_TIMER_QUIET rings for the turn. It is in the store, so it also runs out after a crash.
 */

/*
 * Returns when the device of the player whose turn it is may ring, in the host's time, or 0 if it
 * may ring now.
 */
int64_t bot_turn_notice_find(struct bot_loaded_match *loaded);

/*
 * Decides whether the hand of the player whose turn it is rings: returns BOT_RING_NOW or BOT_QUIET.
 * In the second case also sets BOT_TIMER_QUIET.
 */
enum bot_ring bot_turn_notice_choose(struct bot_loaded_match *loaded);

/*
 * Whether the turn that begins now for `seat` has a clock that runs silently at first. The opponent
 * may be told so.
 */
bool bot_turn_notice_is_silent(struct bot_loaded_match *loaded, enum eg_seat seat);

#endif
