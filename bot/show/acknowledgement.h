/*
 * The acknowledgement: after a player has played an action, the private message that listed their
 * actions becomes (by an edit) one line that tells what they have played. A player who now waits
 * also sees there which cards they hold, and for whom they wait. A poll can't become a text, so the
 * acknowledgement ends the poll: clients then show the player's vote as its result. The event that
 * ends the poll has the text for other clients.
 *
 * If other messages stand below the list, a player who has typed the action would not see the edit.
 * So they get the same line as a new notice, too, unless another message to them follows at once.
 *
 * These are optional letters (bot/store/outbox.h), because the player also sees the action on the
 * board in the room.
 */
#ifndef BOT_SHOW_ACKNOWLEDGEMENT_H
#define BOT_SHOW_ACKNOWLEDGEMENT_H

#include "bot/show/hand.h"

/*
 * Acknowledges the first action of the news to the player who has played it. `turn` is the number
 * (bot_turn_number) of the turn in which they played it. `at_newest` says that the player looks at
 * the newest messages of their private room, because they have typed the action there.
 */
BOT_MUST_USE enum bot_error bot_acknowledge(
	struct bot_loaded_match *loaded, const struct bot_news *news, int64_t turn, bool at_newest);

/*
 * The match has ended before the player to act has acted: their list becomes one line that says so.
 * Does nothing if nobody is to act, or if this player has no list.
 */
BOT_MUST_USE enum bot_error bot_close_list(struct bot_loaded_match *loaded);

#endif
