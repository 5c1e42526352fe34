/*
 * The life of a match: it begins, its players act, it may pause and go on, and it ends. Each
 * function here stores what changes, sets the timers (bot/match/turn_clock.h), and tells the
 * players and the room (bot/show/hand.h, bot/play/match_finish.h).
 */
#ifndef BOT_PLAY_MATCH_LIFE_H
#define BOT_PLAY_MATCH_LIFE_H

#include "bot/match/loaded_match.h"

/*
 * Begins a match. If the terms of the match say so, decides by lot who acts first. Deals the first
 * round, and shows the board and the hands. The caller has made sure that private messages reach
 * the players.
 */
void bot_match_begin(struct bot_loaded_match *loaded);

/*
 * Plays an action of the player whose turn it is. `action` must be legal. If the next turn is the
 * practice opponent's, the opponent acts too, and an action that plays itself (automatic.h) follows
 * at once. If the action ends a round but not the match, the next round begins. For all of this
 * together the bot adds at most two rows to the outbox, or one row if the match is in a private
 * room. (It adds one more row if a round of a match between two people ends, and two more if the
 * match ends.) bot_acknowledge may add an optional row; it also explains `typed_in_private`.
 */
void bot_match_play(
	struct bot_loaded_match *loaded, struct eg_action action, bool typed_in_private);

/*
 * If it is the turn of the player of `seat`, and their action plays itself (automatic.h), plays it
 * as bot_match_play does. For a player who turns this on in the middle of their turn.
 */
void bot_match_play_forced(struct bot_loaded_match *loaded, enum eg_seat seat);

/* Pauses a match that has a clock, and shows the pause on the match's board. */
void bot_match_pause(struct bot_loaded_match *loaded);

/*
 * Ends the pause of a match. The turn continues with its remaining time (match.left). The bot shows
 * the board, and sends the hand to the player whose turn it is.
 */
void bot_match_resume(struct bot_loaded_match *loaded);

/*
 * Ends a match or a challenge for a reason other than the last touch, for example a resignation.
 * If one of two people would lose before both have acted, the match may end as BOT_VOID instead
 * (early_ending.h). For the parameters see bot_match_finish.
 */
void bot_match_end(struct bot_loaded_match *loaded, enum bot_ending ending, enum eg_seat winner,
	enum bot_msg why, struct bot_args args);

/*
 * Ends a match or a challenge that its players can't go on with. Nobody wins it. `why` is what the
 * bot tells the players and the room.
 */
void bot_match_stop(struct bot_loaded_match *loaded, enum bot_msg why);

/*
 * Ends a bout that was played, because its time (BOT_UNDECIDED) or that of its competition
 * (BOT_STOPPED) is over. Nobody wins the match; bot/competition/ decides who has won the bout.
 */
void bot_match_end_bout(struct bot_loaded_match *loaded, enum bot_ending ending);

#endif
