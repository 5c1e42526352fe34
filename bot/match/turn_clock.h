/*
 * The clock of a match, and the timers that run while the match is being played. The functions of
 * this header set the timers. When a timer runs out, the host calls bot_due_timer_run.
 *
 * With a clock, each turn may take the milliseconds of bot_match_clock. This time begins when the
 * player has got their hand, in a private room that they have joined. From then on the turn has the
 * timer of its end, and the timer of the next reminder:
 *
 *   BOT_TIMER_HALF       half of the time is over: the bot reminds the player, and sets the timer
 *                        of the second reminder
 *   BOT_TIMER_LATE       nine tenths of the time are over: the bot reminds the player again
 *   BOT_TIMER_FORFEIT    all of the time is over: the player loses the match
 *
 * A clock of a day or more may have a reserve (match.bank): when the turn's own time is over, the
 * player's reserve runs (match.reserve), and BOT_TIMER_RESERVE tells them so. The turn ends, with
 * BOT_TIMER_FORFEIT, when the reserve is used up, too. The first reminder counts from the turn's
 * own time, and the second one from the end of the turn. What a player has used of the reserve is
 * gone for the rest of the match.
 *
 * Without a clock, each turn may take the days of the setting matches.idle_days. A pause may take
 * the same time. The turn or the pause sets two timers:
 *
 *   BOT_TIMER_IDLE_SOON  nine tenths of the days are over: the bot warns both players
 *   BOT_TIMER_IDLE       all of the days are over: the bot ends the match without a winner, or
 *                        ends the pause
 *
 * A turn whose clock does not run yet has these two timers, too. They do nothing while the clock
 * runs: they stay only because the next turn needs them again. BOT_TIMER_DELIVERED makes the host
 * try to start the clock.
 *
 * While the clock waits only for the delivery of the hand, BOT_TIMER_FORFEIT is due at
 * BOT_TIMER_STILL plus the time for the turn. So the store can start the clock without the host, if
 * the hand is not late (bot_outbox_done). The timer of the reminder is set as if the clock ran. In
 * a bout BOT_TIMER_SHOWN holds the end of the turn that the board shows meanwhile.
 *
 * While a player is away (bot/play/days_off.h), their clock of a day or more stands still: the
 * timers of their turn are set for later.
 *
 * During a pause, match.left is the remaining time of the turn. At any other time it is 0.
 *
 * Other modules set the other timers. BOT_TIMER_CHALLENGE makes a challenge expire, or an accepted
 * match that has not begun. While BOT_TIMER_NUDGE is set, nobody can nudge the player again.
 * bot/play/presence.h explains the timers of players who come and go, and timers.h BOT_TIMER_QUIET.
 *
 * All timers run in the host's time (bot/call/time.h), which stands still while the bot can't
 * receive messages. So downtime never costs a player time.
 */
#ifndef BOT_MATCH_TURN_CLOCK_H
#define BOT_MATCH_TURN_CLOCK_H

#include "bot/match/loaded_match.h"

/* Returns how many milliseconds a turn without a clock, or a pause, may take. */
int64_t bot_clock_idle_time(const struct bot_host *host);

/*
 * Fills in loaded->cast with what the clock shows: when the turn ends, or that the match is paused.
 */
void bot_clock_load(struct bot_loaded_match *loaded);

/* Returns whether the clock of the turn runs. If so, sets *due to the end of the turn. */
bool bot_clock_runs(const struct bot_loaded_match *loaded, int64_t *due);

/*
 * Begins a turn. Its clock starts only with bot_clock_start. Until then the turn has the timers of
 * a turn without a clock.
 */
void bot_clock_begin_turn(struct bot_loaded_match *loaded);

/*
 * Starts the clock of the current turn, if the player has got their hand in a room that they have
 * joined. Does nothing if the clock runs already. Returns true if the clock has started and the
 * board shows a wrong time for the end of the turn.
 */
bool bot_clock_start(struct bot_loaded_match *loaded);

/*
 * Starts the clock of a turn that has just begun without waiting for the delivery of the hand,
 * because the player sees the hand on the web page.
 */
void bot_clock_start_now(struct bot_loaded_match *loaded);

/* Sets the timer of the second reminder of a clock that runs. */
void bot_clock_set_late(struct bot_loaded_match *loaded);

/*
 * Sets the timer after the first reminder: that of the reserve if the player has one, else that of
 * the second reminder.
 */
void bot_clock_set_after_half(struct bot_loaded_match *loaded);

/* Returns how long the turn may take as a whole: its own time, and what is left of the reserve. */
int64_t bot_clock_whole_turn(const struct bot_loaded_match *loaded);

/* Call this when the player acts. Takes from their reserve what the turn has used of it. */
void bot_clock_end_turn(struct bot_loaded_match *loaded);

/*
 * Begins a pause: sets match.left and the timers of the pause. The caller stores the match. Fails
 * if the turn has no timers, as bot_clock_due does.
 */
void bot_clock_pause(struct bot_loaded_match *loaded);

/*
 * Ends a pause. The turn continues with its remaining time match.left, which becomes 0. The caller
 * stores the match.
 */
void bot_clock_resume(struct bot_loaded_match *loaded);

/* Whether the clock of the player in `seat` is one that stands still while the player is away. */
bool bot_clock_may_stand_still(const struct bot_match *match, enum eg_seat seat);

/*
 * A bout of a competition also has BOT_TIMER_BOUT: its two fencers together have the time of so
 * many turns. Without this limit, a player who always takes the whole time for a turn could hold up
 * everybody. Only the fencers' own time counts: the timer runs with the clock of a turn, and stands
 * still while the bot delivers a hand. What people read of the end of a turn, and its reminders,
 * stop with this time: a turn that could last longer ends with the bout.
 */
#define BOT_CLOCK_BOUT_TURNS 15

/* Gives a bout of a competition this time. Call it before its first turn begins. */
void bot_clock_begin_bout(struct bot_loaded_match *loaded);

/*
 * Lets the time for a bout run although the clock of the turn does not: the fencer who is to act is
 * not in their private room, so that no hand can be delivered. Does nothing in other matches.
 */
void bot_clock_run_bout(struct bot_loaded_match *loaded);

/*
 * If it is the turn of this seat, moves the end of the turn and the end of the time for the bout by
 * so many milliseconds, because the player is away, or comes back early (days_off.h).
 */
void bot_clock_shift(struct bot_loaded_match *loaded, enum eg_seat seat, int64_t by);

/*
 * Returns when a timer is due that must be set, in the host's time. If the timer is not set, notes
 * that the match is damaged and fails with BOT_STORE_CORRUPT.
 */
int64_t bot_clock_due(const struct bot_loaded_match *loaded, enum bot_timer timer);

#endif
