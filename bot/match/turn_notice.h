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
 * Finds when the device of the player whose turn it is may ring, in the host's time. If it may ring
 * now, sets *at to 0.
 */
void bot_turn_notice_find(struct bot_loaded_match *loaded, int64_t *at);

/*
 * Decides whether the hand of the player whose turn it is rings: sets *ring to BOT_RING_NOW, or to
 * BOT_QUIET. In the second case also sets BOT_TIMER_QUIET.
 */
enum bot_ring bot_turn_notice_choose(struct bot_loaded_match *loaded);

/*
 * Finds out whether the turn that begins now for `seat` has a clock that runs silently at first.
 * The opponent may be told so.
 */
bool bot_turn_notice_is_silent(struct bot_loaded_match *loaded, enum eg_seat seat);

#endif
