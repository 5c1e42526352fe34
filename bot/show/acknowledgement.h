/*
 * The acknowledgement: after a player has played an action, the private message that listed their
 * actions becomes (by an edit) a message that tells what they have played, their new hand, and whom
 * they wait for. If the list began with the bot's introduction, this stays. A poll can't become a
 * text, so the acknowledgement ends the poll: clients then show the player's vote as its result.
 * The event that ends the poll has the text for other clients.
 *
 * It is an optional letter (bot/store/outbox.h), because the player also sees the action on the
 * board in the room. A newer private message to the player drops an acknowledgement that waits.
 */
#ifndef BOT_SHOW_ACKNOWLEDGEMENT_H
#define BOT_SHOW_ACKNOWLEDGEMENT_H

#include "bot/show/hand.h"

/*
 * Acknowledges the first action of the news to the player who has played it. `turn` is the number
 * (bot_turn_number) of the turn in which they played it. The match goes on.
 *
 * Does nothing if it is this player's turn again, because then their next hand tells the news. Also
 * does nothing if the player has no list of that turn.
 */
BOT_MUST_USE enum bot_error bot_acknowledge(
	struct bot_loaded_match *loaded, const struct bot_news *news, int64_t turn);

#endif
