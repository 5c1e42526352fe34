/*
 * Held hands. A player whose table is open in a browser sees their hand there, and may not want the
 * same hand in the chat, too. If they have asked for this with `hand page`, the bot holds the hand
 * of each turn back, and usually needs to send nothing: the player has played before.
 *
 * Nobody can know for certain that a page is still open, because a phone may have lost its
 * connection. So a hand is never held back for long: BOT_TIMER_HELD sends it after half a minute,
 * or after a tenth of the turn's time if that is less. The timer is in the store, so it also runs
 * out after a crash. The player's clock starts when the turn begins, so nobody gains time with an
 * open page. The first hand of each round is never held back.
 */
#ifndef BOT_HELD_HAND_H
#define BOT_HELD_HAND_H

#include "bot/match/loaded_match.h"

/* Reads the words `hand page` (*held becomes true) or `hand chat`. Returns false for other words.
 */
bool bot_held_hand_asked(const struct bot_words *words, bool *held);

/* Stores what the sender has asked for, and answers. */
BOT_MUST_USE enum bot_error bot_held_hand_choose(struct bot_call *call, bool held);

BOT_MUST_USE enum bot_error bot_held_hand_wanted(
	struct bot_host *host, const char *user, bool *wanted);

/*
 * Holds back the hand of the player whose turn has begun, if they want it and their page is open.
 * Sets *held to whether it does; otherwise the caller sends the hand.
 */
BOT_MUST_USE enum bot_error bot_held_hand_hold(struct bot_loaded_match *loaded, bool *held);

/* The hand of the turn is being sent, so nothing is held back any more. */
BOT_MUST_USE enum bot_error bot_held_hand_release(const struct bot_loaded_match *loaded);

/* Sends the hand that was held back, with the last actions. */
BOT_MUST_USE enum bot_error bot_held_hand_send(struct bot_loaded_match *loaded);

#endif
