/*
 * The timers of a loaded match. They are read from the store with the match, so the first function
 * only looks into memory, and the others write only what has changed, in one statement. While a
 * match is loaded, its timers must not be changed in any other way.
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
 * Clears the timers of the turn, except those of an idle match. BOT_TIMER_SHOWN stays, too: it
 * means nothing once the clock runs, and the next turn mostly sets it again.
 */
void bot_timers_clear_turn(struct bot_loaded_match *loaded);

/* Clears a timer. Does nothing if the timer is not set. */
void bot_timer_clear(struct bot_loaded_match *loaded, enum bot_timer timer);

#endif
