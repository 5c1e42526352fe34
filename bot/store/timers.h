/* Timers: a match has at most one timer of each kind. */
#ifndef BOT_STORE_TIMERS_H
#define BOT_STORE_TIMERS_H

#include "bot/store/database.h"

enum bot_timer {
	BOT_TIMER_CHALLENGE, /* a challenge, or an accepted match that has not begun, expires */
	BOT_TIMER_HALF,      /* half of the turn's time is over */
	BOT_TIMER_LATE,      /* nine tenths of the turn's time are over */
	BOT_TIMER_FORFEIT,   /* all of the turn's time is over */
	BOT_TIMER_NUDGE,     /* the next nudge is allowed */
	BOT_TIMER_IDLE_SOON, /* nobody has acted for nine tenths of matches.idle_days */
	BOT_TIMER_IDLE,      /* nobody has acted for matches.idle_days */
};

/* Sets or replaces a timer. `due` is in the host's time (bot/command/time.h), here and below. */
BOT_MUST_USE enum bot_error bot_store_timer_set(
	struct bot_store *store, int64_t match, enum bot_timer timer, int64_t due);
/* Does nothing if the timer is not set. */
BOT_MUST_USE enum bot_error bot_store_timer_clear(
	struct bot_store *store, int64_t match, enum bot_timer timer);
/* Clears all timers of a match. */
BOT_MUST_USE enum bot_error bot_store_timers_clear(struct bot_store *store, int64_t match);

/* BOT_NOT_FOUND: the timer is not set. */
BOT_MUST_USE enum bot_error bot_store_timer_get(
	struct bot_store *store, int64_t match, enum bot_timer timer, int64_t *due);
/* Gets the timer that is due first. BOT_NOT_FOUND: no timer is set. */
BOT_MUST_USE enum bot_error bot_store_timer_next(
	struct bot_store *store, int64_t *match, enum bot_timer *timer, int64_t *due);

#endif
