/*
 * How the bot shows a match: the public board, as text or as a picture, and each player's hand.
 *
 * The board of a round is one message of the match's room, which the bot edits after each action.
 * The bot posts a new message instead if too many other messages follow the board, or if the board
 * has too many edits. A moderator can choose that a room's matches begin with a picture, and that
 * the board becomes a picture when its round ends.
 *
 * A player gets their hand in private. If it is the player's turn, the message lists the choices,
 * which are the legal actions with letters, as text or as a poll.
 */
#ifndef BOT_MATCH_DISPLAY_H
#define BOT_MATCH_DISPLAY_H

#include "bot/match/loaded_match.h"

/*
 * The actions that the bot has not told the players yet. In a practice match one action of the
 * player may cause several actions of the practice opponent: the opponent parries, attacks,
 * touches, and begins the next round. After these actions it is always the player's turn.
 */
#define BOT_NEWS_MAX 8
struct bot_news {
	size_t count;
	const struct eg_match_view *round_end; /* the public view of the position in which a round
						  ended, or NULL if none of these actions ended a
						  round */
	struct {
		enum eg_seat seat;
		struct eg_action action;
		struct eg_match_view view; /* the public view after the action */
	} item[BOT_NEWS_MAX];
};

/*
 * Shows the news and the position to the room, and to the player whose turn it is. Stores the
 * match. If a round begins, `shown` is the public view of the position that the bot must show in
 * the room first: the end of the previous round, or the first position of the match. Otherwise
 * `shown` is NULL.
 */
BOT_MUST_USE enum bot_error bot_display_position(struct bot_loaded_match *loaded,
	const struct bot_news *news, const struct eg_match_view *shown);

/*
 * Tells the player who does not begin the new round of a match between two people how the last
 * round ended: privately, with the score and their new hand. The other player gets this news with
 * their hand from bot_display_position. No device rings.
 */
BOT_MUST_USE enum bot_error bot_display_round_end(
	struct bot_loaded_match *loaded, const struct bot_news *news);

/*
 * Adds the news to a page for the player of `seat`, or for the public if `seat` is EG_NOBODY.
 * Leaves out the player's own actions, which the player knows, but never an action that ended a
 * round. Leaves out the rounds before `round`.
 */
void bot_display_news(struct bot_page *page, const struct bot_loaded_match *loaded,
	const struct bot_news *news, enum eg_seat seat, uint16_t round);

/*
 * Adds the board to a page and sends the page to the match's room. Sends a new message if `anew` is
 * true. Otherwise usually edits the message with the round's board. Stores the match.
 */
BOT_MUST_USE enum bot_error bot_display_board(
	struct bot_loaded_match *loaded, struct bot_page *page, bool anew);

/*
 * Sends a new message with the round's board as a picture. When the position changes, the bot edits
 * this message, and it becomes the board as text. Stores the match.
 */
BOT_MUST_USE enum bot_error bot_display_pictured_board(struct bot_loaded_match *loaded);

/*
 * Posts a picture of a public view of the match, which the bot never edits. `letter` says where the
 * picture goes; this function fills in the other fields of the letter. `page` describes the same
 * position in words. If the bot can't draw, it sends only these words.
 */
BOT_MUST_USE enum bot_error bot_display_picture(const struct bot_loaded_match *loaded,
	const struct eg_match_view *view, struct bot_letter letter, const struct bot_page *page);

/*
 * Adds a player's hand to a page and sends the page to that player in private. If it is the
 * player's turn, the message lists the choices, and the bot drops earlier lists that still wait in
 * the outbox. The list can become a poll only if `ring` is BOT_RING.
 */
BOT_MUST_USE enum bot_error bot_display_hand(struct bot_loaded_match *loaded, struct bot_page *page,
	enum eg_seat seat, enum bot_ring ring);

/*
 * Returns the number of the current turn of a match. The outbox stores this number with the message
 * that lists the actions of the turn, because in a later turn the letters in that list mean other
 * actions. The number is never 0, because 0 stands for a message without a list.
 */
int64_t bot_turn_number(const struct eg_match_view *view);

/*
 * Sends a player a message about the match, in private and in the player's language. Fills in
 * args.id. If `ring` is BOT_RING, the message also mentions the player.
 */
BOT_MUST_USE enum bot_error bot_display_tell(struct bot_loaded_match *loaded, enum eg_seat seat,
	enum bot_ring ring, enum bot_msg msg, struct bot_args args);

/*
 * These two functions find out, and store, whether the bot sends pictures in this room when a match
 * begins and when a round or a match ends.
 */
BOT_MUST_USE enum bot_error bot_display_wants_pictures(
	struct bot_host *host, const char *room, bool *wanted);
BOT_MUST_USE enum bot_error bot_display_set_pictures(
	struct bot_host *host, const char *room, bool wanted);

/*
 * These two functions find out, and store, whether the user gets the lists of legal actions as
 * polls.
 */
BOT_MUST_USE enum bot_error bot_display_wants_polls(
	struct bot_host *host, const char *user, bool *wanted);
BOT_MUST_USE enum bot_error bot_display_set_polls(
	struct bot_host *host, const char *user, bool wanted);

#endif
