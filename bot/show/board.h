/*
 * The public board of a match. The board of a round is one message of the match's room, which the
 * bot edits after each action. The bot posts a new message instead if too many other messages
 * follow the board, or if the board has too many edits. A moderator can choose that a room's
 * matches begin with a picture, and that the board becomes a picture when its round ends. The board
 * of a bout of a competition is shown only until the end of a round in which somebody asks for it.
 */
#ifndef BOT_SHOW_BOARD_H
#define BOT_SHOW_BOARD_H

#include "bot/match/loaded_match.h"

/*
 * News: the actions that the bot has not told the players yet. In a practice match one action of
 * the player may cause several actions of the practice opponent: the opponent parries, attacks,
 * touches, and begins the next round. Answers that play themselves (bot/play/match_life.h) may
 * stand between them: at most a retreat to the end of the piste, and then a parry. After these
 * actions it is always the player's turn.
 */
#define BOT_NEWS_MAX 8

struct bot_news_item {
	enum eg_seat seat;
	struct eg_action action;
	bool automatic;            /* the action played itself */
	bool planned;              /* the player had planned it (bot/play/plan.h) */
	struct eg_match_view view; /* the public view after the action */
};

struct bot_news {
	size_t count;
	const struct eg_match_view *round_end; /* the public view of the position in which a round
						  ended, or NULL if none of these actions ended a
						  round */
	struct bot_news_item item[BOT_NEWS_MAX];
};

/*
 * Adds the news to a page for the player of `seat`, or for the public if `seat` is EG_NOBODY.
 * Leaves out the player's own actions, which the player knows, but never an action that played
 * itself, that was planned or that ended a round. Leaves out an attack that the player must answer,
 * because their hand (bot_render_hand) tells it. Leaves out the rounds before `round`.
 */
void bot_news_add(struct bot_page *page, const struct bot_loaded_match *loaded,
	const struct bot_news *news, enum eg_seat seat, uint16_t round);

/*
 * Adds the board to a page and sends the page to the match's room. Sends a new message if `as_new`
 * is true. Otherwise usually edits the message with the round's board. Stores the match.
 */
void bot_show_board(struct bot_loaded_match *loaded, struct bot_page *page, bool as_new);

/*
 * Edits the board of a match in a room, because something about it has changed without an action.
 * bot_show_end_of_turn does so only if the turn has a clock, whose new end the board then shows.
 */
void bot_show_board_again(struct bot_loaded_match *loaded);
void bot_show_end_of_turn(struct bot_loaded_match *loaded);

/*
 * Adds the last actions of the round that the view shows, and how the round ended if it is over. If
 * there is anything to add, also adds a line end.
 */
void bot_show_last_actions(struct bot_page *page, const struct bot_loaded_match *loaded,
	const struct eg_match_view *view);

/*
 * Shows the end of the match in the round's board, and stores the match. The board becomes a
 * picture if the room wants pictures. If it is a picture already, which somebody asked for, the end
 * is a new message, as in bot_show_new_round.
 */
void bot_show_last_board(struct bot_loaded_match *loaded);

/*
 * Sends a new message with the round's board as a picture. When the position changes, the bot edits
 * this message, and it becomes the board as text. Stores the match.
 */
void bot_show_pictured_board(struct bot_loaded_match *loaded);

/*
 * Shows in the room that a round begins. `shown` is the public view of the position that the bot
 * must show first: the end of the previous round, or the first position of the match.
 *
 * The first round begins with a new board. When a later round begins, the bot edits the board of
 * the previous round for the last time, and posts the new round's board only with this round's
 * first action. So an action that ends a round needs two outbox rows, like any other action. If the
 * room wants pictures, `shown` is a picture.
 */
void bot_show_new_round(struct bot_loaded_match *loaded, const struct bot_news *news,
	const struct eg_match_view *shown);

#define BOT_RESULT_SIZE (2 * BOT_LABEL_SIZE + 64) /* bytes for a result and a NUL */

void bot_match_result(const struct bot_loaded_match *loaded, const struct bot_lang *lang,
	char result[BOT_RESULT_SIZE]);

#endif
