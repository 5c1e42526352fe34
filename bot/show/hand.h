/*
 * How the bot shows a match to its players. The room gets the public board (board.h). A player gets
 * their hand in private. If it is the player's turn, the message lists the choices, which are the
 * legal actions with letters, as text or as a poll. Under the text, the bot may offer the cards to
 * tap (choices_setting.h).
 */
#ifndef BOT_SHOW_HAND_H
#define BOT_SHOW_HAND_H

#include "bot/show/news.h"

/*
 * Shows the news and the position to the room, and to the player whose turn it is. `own` is what
 * this player sees. Stores the match. If a round begins, `shown` is the public view of the position
 * that the bot must show in the room first: the end of the previous round, or the first position of
 * the match. Otherwise `shown` is NULL.
 */
void bot_show_position(struct bot_loaded_match *loaded, const struct bot_news *news,
	const struct eg_match_view *shown, const struct eg_match_view *own);

/*
 * Tells the player who does not begin the new round of a match between two people how the last
 * round ended: privately, with the score and their new hand. `own` is what this player sees. The
 * other player gets this news with their hand from bot_show_position. No device rings.
 */
void bot_show_round_end(struct bot_loaded_match *loaded, const struct bot_news *news,
	const struct eg_match_view *own);

/*
 * Adds a player's hand to a page and sends the page to that player in private. `own` is what this
 * player sees. If it is the player's turn, the message lists the choices, and the bot drops earlier
 * lists that still wait in the outbox. The list can become a poll only if `ring` is BOT_RING.
 */
void bot_show_hand(struct bot_loaded_match *loaded, struct bot_page *page,
	const struct eg_match_view *own, enum bot_ring ring);

/*
 * Sends a player a message about the match, in private and in the player's language. Fills in
 * args.id.
 */
void bot_tell_player(struct bot_loaded_match *loaded, enum eg_seat seat, enum bot_ring ring,
	enum bot_msg msg, struct bot_args args);

/*
 * Likewise, with a time in the player's time zone. Fills in args.until, too. The first such message
 * to a player whose zone the bot does not know says how to choose one.
 */
void bot_tell_player_time(struct bot_loaded_match *loaded, enum eg_seat seat, enum bot_ring ring,
	enum bot_msg msg, struct bot_args args, struct bot_instant until);

/*
 * Sends the hand that was held back, with the last actions. `own` is what the player sees whose
 * turn it is.
 */
void bot_show_held_hand(struct bot_loaded_match *loaded, const struct eg_match_view *own);

#endif
