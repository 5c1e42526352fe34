/*
 * What becomes of the lists of choices. After a player has played an action, the private message
 * that listed their actions becomes (by an edit) one line that tells what they have played: the
 * acknowledgement. A player who now waits also sees there which cards they hold.
 *
 * In two cases the edit does not show the line: a poll can't become a text, and the bot removes it;
 * and a player who has typed the action does not see a list above other messages. Then the line is
 * a new notice, unless another message to the player follows at once.
 *
 * If the player has several lists, for example after the command `hand`, the older ones become a
 * line that points below. So no list stands that the player can't answer any more.
 *
 * These are optional letters (bot/store/outbox.h), because the player also sees the action on the
 * board in the room. Under a rate limit they wait until other messages leave a place, if need be
 * until after the match.
 */
#ifndef BOT_SHOW_ACKNOWLEDGEMENT_H
#define BOT_SHOW_ACKNOWLEDGEMENT_H

#include "bot/show/board.h"

/*
 * Acknowledges the first action of the news to the player who has played it. `own` is what this
 * player sees after the news. `typed_in_private`: they have typed the action in their private room,
 * so they look at its newest messages.
 */
void bot_acknowledge(struct bot_loaded_match *loaded, const struct bot_news *news,
	const struct eg_match_view *own, bool typed_in_private);

/*
 * The page is about to tell the player of `seat` the news: what the opponent has played. If the
 * acknowledgement of the player's own last action still waits in the outbox, adds this action
 * first.
 */
void bot_acknowledge_late(const struct bot_loaded_match *loaded, enum eg_seat seat,
	const struct bot_news *news, struct bot_page *page);

/*
 * Returns the letters for a list of the choices of this view: those that the turn's open list has,
 * or else letters that no open list of the player's other matches has. So a letter says which match
 * the player means.
 */
uint32_t bot_list_letters(const struct bot_loaded_match *loaded, const struct eg_match_view *own);

/* Closes the lists of the player of `seat`, because the bot is about to send a whole new list. */
void bot_close_older_lists(const struct bot_loaded_match *loaded, enum eg_seat seat);

/*
 * Call this when the match has ended. Turns the lists that its players have not answered into a
 * line that says that the match is over.
 */
void bot_close_last_lists(const struct bot_loaded_match *loaded);

#endif
