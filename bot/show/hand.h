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
 * Shows the news and the position to the room, and to the player whose turn it is. Stores the
 * match. If a round begins, `shown` is the public view of the position that the bot must show in
 * the room first: the end of the previous round, or the first position of the match. Otherwise
 * `shown` is NULL.
 */
void bot_show_position(struct bot_loaded_match *loaded, const struct bot_news *news,
	const struct eg_match_view *shown);

/*
 * Tells the player who does not begin the new round of a match between two people how the last
 * round ended: privately, with the score and their new hand. The other player gets this news with
 * their hand from bot_show_position. No device rings.
 */
void bot_show_round_end(struct bot_loaded_match *loaded, const struct bot_news *news);

/*
 * Adds a player's hand to a page and sends the page to that player in private. If it is the
 * player's turn, the message lists the choices, and the bot drops earlier lists that still wait in
 * the outbox. The list can become a poll only if `ring` is BOT_RING.
 */
void bot_show_hand(struct bot_loaded_match *loaded, struct bot_page *page, enum eg_seat seat,
	enum bot_ring ring);

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

/* Runs BOT_TIMER_HELD: sends the hand that was held back, with the last actions. */
void bot_show_held_hand(struct bot_loaded_match *loaded);

#endif
