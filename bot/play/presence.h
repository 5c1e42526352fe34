/*
 * Players who come and go. A player gets their cards in a private room, which they have to join.
 * Until both players have acted, the match is void if a player leaves, or does not join this room
 * within a day. After that a player who leaves is absent. The opponent may claim the win when the
 * time of bot_presence_span has passed. This time begins again with each turn of the absent player,
 * because they can still act in private. A player who comes back or acts is no longer absent.
 * Days off are another thing (days_off.h).
 *
 * These timers belong to a match (bot/store/matches.h):
 *
 *   BOT_TIMER_JOIN          the match ends as void then, if a player has not joined and not acted
 *   BOT_TIMER_WHITE_ABSENT  White is absent, but Black may claim the win only when this is due
 *   BOT_TIMER_WHITE_CLAIM   while this timer is set, Black may claim the win
 *   BOT_TIMER_BLACK_ABSENT and BOT_TIMER_BLACK_CLAIM are the same for the other player
 */
#ifndef BOT_PLAY_PRESENCE_H
#define BOT_PLAY_PRESENCE_H

#include "bot/match/loaded_match.h"

/* Whether a player is in their private room. The practice opponent always is. */
bool bot_presence_has_joined(const struct bot_loaded_match *loaded, enum eg_seat seat);

/*
 * Sets BOT_TIMER_JOIN for a match that begins, unless both players have joined their private rooms.
 */
void bot_presence_begin(struct bot_loaded_match *loaded);

/*
 * Does what is due when the hand of a turn was delivered: starts the clock, or notes that the
 * player is absent because they have not joined their private room.
 */
void bot_presence_delivered(struct bot_loaded_match *loaded);

/*
 * Notes that a player has come (back): they have joined their private room or the match's room.
 * Starts the clock if the match waits for this player.
 */
void bot_presence_came(struct bot_loaded_match *loaded, enum eg_seat seat);

/*
 * Notes that a player is absent, and says so by `msg`, unless this is noted already. Both players
 * must have acted in the match.
 */
void bot_presence_note_absent(struct bot_loaded_match *loaded, enum eg_seat seat, enum bot_msg msg);

/*
 * Notes that a player of a bout has left their private room. If not both players have acted, the
 * player loses unless they come back in time.
 */
void bot_presence_note_left(struct bot_loaded_match *loaded, enum eg_seat seat);

/*
 * Notes that the bot could not deliver the hand of the player who is to act: they are absent.
 * Otherwise a player who refuses the bot's invitations could stop their own clock for ever.
 */
void bot_presence_unreachable(struct bot_loaded_match *loaded);

/*
 * Notes that a player has acted, so they are not absent. If the opponent is absent, the
 * opponent's time begins again.
 */
void bot_presence_acted(struct bot_loaded_match *loaded, enum eg_seat seat);

/* When White or Black has been absent for too long, lets the opponent claim, and tells them. */
void bot_presence_let_black_claim(struct bot_loaded_match *loaded);
void bot_presence_let_white_claim(struct bot_loaded_match *loaded);

/*
 * Returns for how many milliseconds the player in `seat` may be absent until the opponent may claim
 * the win. This time is over before the match ends because nobody acts (bot_clock_idle_time).
 */
int64_t bot_presence_span(const struct bot_loaded_match *loaded, enum eg_seat seat);

/*
 * Returns the number of milliseconds after which the opponent of an absent player may claim the
 * win. Returns 0 if they may claim it now, or -1 if the player is not absent.
 */
int64_t bot_presence_time_to_claim(const struct bot_loaded_match *loaded, enum eg_seat seat);

#endif
