/* Timers of matches. A match has at most one timer of each kind. */
#ifndef BOT_STORE_TIMERS_H
#define BOT_STORE_TIMERS_H

#include "bot/store/database.h"

enum bot_timer {
	BOT_TIMER_CHALLENGE, /* a challenge expires, or a match that still waits for its players */
	BOT_TIMER_HALF,      /* half of the turn's time is over */
	BOT_TIMER_LATE,      /* nine tenths of the turn's time are over */
	BOT_TIMER_FORFEIT,   /* all of the turn's time is over */
	BOT_TIMER_NUDGE,     /* the next nudge is allowed */
	BOT_TIMER_IDLE_SOON, /* nobody has acted for nine tenths of matches.idle_days */
	BOT_TIMER_IDLE,      /* nobody has acted for matches.idle_days */
	BOT_TIMER_DELIVERED, /* due at once: the hand of a turn was delivered */
	BOT_TIMER_SHOWN,     /* does nothing; its time is the end of the turn as the board shows it
				while the clock does not run yet */
	BOT_TIMER_JOIN,      /* a player has had a day to join their private room */
	BOT_TIMER_WHITE_ABSENT, /* White has been absent for so long that Black may claim the win */
	BOT_TIMER_BLACK_ABSENT,
	BOT_TIMER_WHITE_CLAIM, /* while this timer is set, Black may claim the win */
	BOT_TIMER_BLACK_CLAIM,
	BOT_TIMER_HELD,    /* the hand of the turn was held back until this time */
	BOT_TIMER_BOUT,    /* the time for a bout of a competition is over */
	BOT_TIMER_NOTIFY,  /* the platform has had time to find out who is in a challenge's room, or
			      the quiet hours of the challenged user end */
	BOT_TIMER_RESERVE, /* the turn's own time is over, and the player's reserve runs */
	BOT_TIMER_QUIET,   /* the turn began in quiet hours, and the bot may ring for it now */
};
#define BOT_TIMERS (BOT_TIMER_QUIET + 1) /* the number of kinds */

/* The timers of a match, indexed by enum bot_timer. */
struct bot_timers {
	bool set[BOT_TIMERS];
	int64_t due[BOT_TIMERS]; /* only for timers that are set */
};

/*
 * Sets or replaces a timer. In this and the following functions `due` is in the host's time
 * (bot/call/time.h).
 */
BOT_MUST_USE enum bot_error bot_store_timer_set(
	struct bot_store *store, int64_t match, enum bot_timer timer, int64_t due);
/* Sets or replaces two timers of different kinds. */
BOT_MUST_USE enum bot_error bot_store_timer_set_two(struct bot_store *store, int64_t match,
	const enum bot_timer timer[2], const int64_t due[2]);
/* Clears a timer. Does nothing if the timer is not set. */
BOT_MUST_USE enum bot_error bot_store_timer_clear(
	struct bot_store *store, int64_t match, enum bot_timer timer);
/* Clears all timers of a match. */
BOT_MUST_USE enum bot_error bot_store_timers_clear(struct bot_store *store, int64_t match);

/* Gets all timers of a match. */
BOT_MUST_USE enum bot_error bot_store_timers(
	struct bot_store *store, int64_t match, struct bot_timers *timers);
/* Gets when a timer is due. Returns BOT_NOT_FOUND if the timer is not set. */
BOT_MUST_USE enum bot_error bot_store_timer_get(
	struct bot_store *store, int64_t match, enum bot_timer timer, int64_t *due);
/* Gets the timer that is due first. Returns BOT_NOT_FOUND if no timer is set. */
BOT_MUST_USE enum bot_error bot_store_timer_next(
	struct bot_store *store, int64_t *match, enum bot_timer *timer, int64_t *due);

#endif
