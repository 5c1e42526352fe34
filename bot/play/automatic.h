/*
 * Forced actions that play themselves. If a player wants it (`auto on`), the bot plays their action
 * at once where only one is legal. It never does so where that would tell more than waiting would:
 * the action must be legal alone whatever cards the player holds, so that everybody who sees the
 * board knows it already (eg_view_forced). In the transaction of the action before it, this saves
 * the events of a turn: the board is edited once, and the player gets only the hand after it.
 *
 * If each legal action ends the round and loses it (eg_view_lost), the first one plays itself, for
 * everybody: nobody has to play their own defeat. This tells nobody more than waiting would, since
 * the round is over then.
 *
 * Such an action answers another one, or ends the round. So two players who both want it never keep
 * the bot busy: what follows is a turn in which somebody has a choice.
 */
#ifndef BOT_PLAY_AUTOMATIC_H
#define BOT_PLAY_AUTOMATIC_H

#include "bot/match/loaded_match.h"

/* Whether a user wants their forced actions to play themselves: by default, no. */
bool bot_automatic_wanted(struct bot_host *host, const char *user);

void bot_automatic_choose(struct bot_host *host, const char *user, bool wanted);

/*
 * Finds the action that plays itself now. Returns false if there is none. The match must be in
 * play. While it is paused, nothing plays itself.
 */
bool bot_automatic_find(const struct bot_loaded_match *loaded, struct eg_action *action);

#endif
