/*
 * The coach explains a turn to a player in one sentence: what attacks them, what the distance
 * means, and what one of their actions would lead to. The coach knows only what the player may
 * know, since it reads the player's view. So each sentence is true for any hand of the opponent.
 */
#ifndef BOT_COACH_H
#define BOT_COACH_H

#include "bot/text/page.h"
#include "engine/engarde.h"

/* What the coach says about a turn. */
struct bot_coach_tip {
	enum bot_msg msg;
	struct eg_action action; /* the action that the message names, if it names one */
	uint8_t gap;             /* the distance after the move of this action */
	uint8_t card, count;     /* the cards that the message names */
};

/* Chooses what the coach says to the player whose view it is. It must be this player's turn. */
struct bot_coach_tip bot_coach_choose(const struct eg_view *view);

/* Adds the coach's sentence to a page, for the player whose view it is and whose turn it is. */
void bot_coach_say(struct bot_page *page, const struct eg_view *view);

#endif
