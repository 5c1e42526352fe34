/* A match as it is hosted: stored, replayed, shown. */
#ifndef BOT_GAME_H
#define BOT_GAME_H

#include "bot/call.h"
#include "bot/render.h"
#include "bot/time.h"

/* A match in memory while one message is handled. It points into itself: not to be copied. */
struct bot_game {
	struct bot_host *host;
	struct bot_match match;
	struct eg_match state; /* valid while it is BOT_PLAYING */
	struct bot_cast cast;
	char name[2][BOT_ID_SIZE];
	char until[BOT_SPAN_SIZE];     /* by when the turn ends */
	const struct bot_lang *lang;   /* of its room */
	const struct bot_lang *own[2]; /* what each player gets to read in private */
};

/* Who the players are, and where the match stands. */
BOT_MUST_USE enum bot_error bot_game_load(
	struct bot_game *game, struct bot_host *host, const struct bot_match *match);

/* The seat of a user in a match; EG_NOBODY for who does not play in it. */
enum eg_seat bot_match_seat(const struct bot_match *match, const char *user);

/* Deals the first round of a match whose players are reached, and shows it to all. */
BOT_MUST_USE enum bot_error bot_game_begin(struct bot_game *game);

/*
 * Plays a legal action of who is to act, lets the house answer where it is the house's turn then,
 * and says what there is to say: two rows at most, and one where a match is played in private.
 */
BOT_MUST_USE enum bot_error bot_game_play(struct bot_game *game, struct eg_action action);

/*
 * Ends a match or challenge otherwise than by its last touch: closes its board, and says why in
 * its room.
 */
BOT_MUST_USE enum bot_error bot_game_end(struct bot_game *game, enum bot_ending ending,
	enum eg_seat winner, enum bot_msg why, struct bot_args args);

/* Adds the board to a page and posts it: anew, or as an edit of the one that stands. */
BOT_MUST_USE enum bot_error bot_game_board(struct bot_game *game, struct bot_page *page, bool anew);

/* Adds how a round ended to a page and leaves its board so: the next round has one of its own. */
BOT_MUST_USE enum bot_error bot_game_close_board(
	struct bot_game *game, struct bot_page *page, const struct eg_match_view *ended);

/* Adds a player's hand to a page and sends it to him. */
BOT_MUST_USE enum bot_error bot_game_hand(
	struct bot_game *game, struct bot_page *page, enum eg_seat seat, enum bot_ring ring);

#endif
