/*
 * How the bot shows a match: the public board, as text or as a picture, and each player's hand.
 *
 * The board of a round is one message of the match's room, which the bot edits after each action.
 * The bot posts a new message instead if the room has scrolled too far or the message has too many
 * edits. A moderator can choose that each round of a room's matches begins with a picture.
 */
#ifndef BOT_MATCH_DISPLAY_H
#define BOT_MATCH_DISPLAY_H

#include "bot/match/loaded_match.h"

/*
 * Adds the board to a page and sends the page to the match's room: as a new message if `anew`,
 * otherwise usually as an edit of the round's board. Stores the match.
 */
BOT_MUST_USE enum bot_error bot_display_board(
	struct bot_loaded_match *loaded, struct bot_page *page, bool anew);

/*
 * Adds the last position of a round to a page and edits the round's board for the last time: the
 * next round gets a board of its own. `ended` is the public view of the round that has ended.
 * Stores the match.
 */
BOT_MUST_USE enum bot_error bot_display_round_end(
	struct bot_loaded_match *loaded, struct bot_page *page, const struct eg_match_view *ended);

/*
 * Posts a picture of a public view of the match. `letter` says where to; its other fields are
 * filled in. `page` holds the same in words, which the bot sends alone if it can't draw.
 */
BOT_MUST_USE enum bot_error bot_display_picture(const struct bot_loaded_match *loaded,
	const struct eg_match_view *view, struct bot_letter letter, const struct bot_page *page);

/* Whether the rounds of matches in this room begin with a picture. */
BOT_MUST_USE enum bot_error bot_display_wants_pictures(
	struct bot_host *host, const char *room, bool *wanted);

/* Stores whether the rounds of matches in this room begin with a picture. */
BOT_MUST_USE enum bot_error bot_display_set_pictures(
	struct bot_host *host, const char *room, bool wanted);

/*
 * Adds a player's hand to a page and sends the page to that player in private. If the player is to
 * act, the message lists the legal actions, numbered, and earlier lists that still wait in the
 * outbox are dropped. `ring`: BOT_RING also permits that the list becomes a poll.
 */
BOT_MUST_USE enum bot_error bot_display_hand(struct bot_loaded_match *loaded, struct bot_page *page,
	enum eg_seat seat, enum bot_ring ring);

/*
 * Tells a player one thing about the match, in private and in the player's language. Fills in
 * args.id. BOT_RING also mentions the player.
 */
BOT_MUST_USE enum bot_error bot_display_tell(struct bot_loaded_match *loaded, enum eg_seat seat,
	enum bot_ring ring, enum bot_msg msg, struct bot_args args);

#endif
