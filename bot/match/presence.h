/*
 * Players who come and go. A player gets their cards in a private room, which they have to join. A
 * match that has hardly begun is void if a player does not join this room within a day, or leaves.
 * Later the opponent of a player who has left may claim the win, after the time of a turn or, if
 * the match has no clock, after a day. A player who comes back or acts is no longer away.
 *
 * These timers belong to a match (bot/store/matches.h):
 *
 *   BOT_TIMER_JOIN                        a day since the match began, if a player had not joined
 *   BOT_TIMER_WHITE_AWAY, ..._BLACK_AWAY  the player is away, but nobody may claim the win yet
 *   BOT_TIMER_WHITE_CLAIM, ..._BLACK_CLAIM  the opponent of this player may claim the win
 */
#ifndef BOT_PRESENCE_H
#define BOT_PRESENCE_H

#include "bot/match/loaded_match.h"

/* Sets BOT_TIMER_JOIN for a match that begins, if a player has not joined their private room. */
BOT_MUST_USE enum bot_error bot_presence_begin(struct bot_loaded_match *loaded);

/* Ends a match whose BOT_TIMER_JOIN has run out, if a player has neither joined nor acted. */
BOT_MUST_USE enum bot_error bot_presence_end_unjoined(struct bot_loaded_match *loaded);

/*
 * Does what is due when the hand of a turn was delivered: starts the clock, or notes that the
 * player is away because they have not joined their private room.
 */
BOT_MUST_USE enum bot_error bot_presence_delivered(struct bot_loaded_match *loaded);

/*
 * Notes that a player has come (back): they have joined their private room or the match's room.
 * Starts the clock if the match waits for this player.
 */
BOT_MUST_USE enum bot_error bot_presence_came(struct bot_loaded_match *loaded, enum eg_seat seat);

/*
 * Notes that a player has left: their private room, if `private` is true, or the match's room.
 */
BOT_MUST_USE enum bot_error bot_presence_left(
	struct bot_loaded_match *loaded, enum eg_seat seat, bool private);

/* Notes that a player has acted, so they are not away. */
BOT_MUST_USE enum bot_error bot_presence_acted(
	const struct bot_loaded_match *loaded, enum eg_seat seat);

/* Tells the opponents of players who have been away for too long that they may claim the win. */
BOT_MUST_USE enum bot_error bot_presence_open_white(struct bot_loaded_match *loaded);
BOT_MUST_USE enum bot_error bot_presence_open_black(struct bot_loaded_match *loaded);

/*
 * Finds out whether a player is away. Sets *left to the time in milliseconds after which the
 * opponent may claim the win: 0 if they may claim it now, and -1 if the player is not away.
 */
BOT_MUST_USE enum bot_error bot_presence_time_left(
	const struct bot_loaded_match *loaded, enum eg_seat seat, int64_t *left);

#endif
