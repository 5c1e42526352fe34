/*
 * Held hands. A player whose table is open in a browser sees their hand there, and rarely wants the
 * same hand in the chat, too. So the bot holds the hand of each turn back for a while, unless the
 * player has written `hand chat`. If the player acts in this time, the bot does not send the hand
 * at all. A page that nobody looks at counts as closed, unless it notifies the player itself.
 *
 * The bot can't know for certain that a browser still shows the table, because a phone may have
 * lost its connection. So BOT_TIMER_HELD sends the hand after half a minute, or after a tenth of
 * the turn's time if that is less. The timer is in the store, so it also runs out after a crash.
 * The player's clock starts when the turn begins, so nobody gains time with an open table. The bot
 * never holds back the first hand of a round.
 */
#ifndef BOT_SHOW_HELD_HAND_H
#define BOT_SHOW_HELD_HAND_H

#include "bot/match/loaded_match.h"

/* Reads `hand page` (sets *held to true) or `hand chat`. Returns false for other words. */
bool bot_held_hand_read(const struct bot_words *words, bool *held);

/* Runs `hand page` (`held` is true) or `hand chat`. */
void bot_held_hand_choose(struct bot_call *call, bool held);

/* Whether the user wants their hands held back: yes, unless they chose `hand chat`. */
bool bot_held_hand_wanted(struct bot_host *host, const char *user);

/*
 * Holds back the hand of the player whose turn has begun, if they want this and their table is
 * open. Returns whether the hand is held back; if not, the caller must send the hand.
 */
bool bot_held_hand_hold(struct bot_loaded_match *loaded);

#endif
