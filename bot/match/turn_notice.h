/*
 * When the device of the player whose turn it is may ring. In the player's quiet hours
 * (bot/call/quiet_hours.h) their hand comes silently, their clock runs as ever, and the bot rings
 * when the hours end. A clock that would be nearly over by then does not wait for that: the bot
 * rings an hour before its end, or a quarter of a turn before it if that is less. Clocks of less
 * than an hour ring at once.
 *
 * BOT_TIMER_QUIET rings for the turn. It is in the store, so it also runs out after a crash.
 */
#ifndef BOT_MATCH_TURN_NOTICE_H
#define BOT_MATCH_TURN_NOTICE_H

#include "bot/match/loaded_match.h"

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
