/*
 * News: the actions that the bot has not told the players yet.
 */
#ifndef BOT_SHOW_NEWS_H
#define BOT_SHOW_NEWS_H

#include "bot/match/loaded_match.h"

/*
 * In a practice match one action of the player may cause several actions of the practice opponent:
 * the opponent parries, attacks, touches, and begins the next round. Answers that play themselves
 * (bot/play/automatic.h) may stand between them: at most a retreat to the end of the piste, and
 * then a parry. After these actions it is always the player's turn.
 */
#define BOT_NEWS_MAX 8

struct bot_news_item {
	enum eg_seat seat;
	struct eg_action action;
	bool automatic;            /* the action played itself */
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
 * itself or that ended a round. Leaves out an attack that the player must answer, because their
 * hand (bot_render_hand) tells it. Leaves out the rounds before `round`.
 */
void bot_news_add(struct bot_page *page, const struct bot_loaded_match *loaded,
	const struct bot_news *news, enum eg_seat seat, uint16_t round);

#endif
