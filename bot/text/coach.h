/*
 * The coach explains a turn to a player: what it would play and why, or, if it has no reason for
 * one action, what the position means. The coach knows only what the player may know, since it
 * reads the player's view. So what it says of the position is true for any hand of the opponent.
 *
 * The coach recommends only what a judge has found to be best: a strong player who has seen the
 * same. Without a judge it recommends nothing.
 */
#ifndef BOT_TEXT_COACH_H
#define BOT_TEXT_COACH_H

#include "bot/text/page.h"
#include "engine/analysis/analysis.h"
#include "engine/opponent/opponent.h"

#define BOT_COACH_ACTIONS 2 /* the most actions that the coach recommends */

/* What the coach says about a turn. */
struct bot_coach_tip {
	enum bot_msg msg;    /* what the position means */
	uint8_t card, count; /* the cards that this message names */
	/* The actions that the coach recommends: the best one, or two that are about as good. None
	   if there is no judge, or nothing to choose. */
	struct eg_action action[BOT_COACH_ACTIONS];
	uint8_t recommended;
	enum eg_why why; /* why the only recommended action is better than others */
};

/*
 * Chooses what the coach says to the player whose view it is. It must be this player's turn.
 * `judged` tells how often the judge would play each legal action. It may be NULL.
 */
struct bot_coach_tip bot_coach_choose(const struct eg_view *view, const struct eg_strategy *judged);

/*
 * Adds the coach's sentences to a page, for the player whose view it is and whose turn it is.
 * `judged` as for bot_coach_choose.
 */
void bot_coach_say(
	struct bot_page *page, const struct eg_view *view, const struct eg_strategy *judged);

/*
 * Adds the answer to the command `hint` in the match with this number: what the judge would play
 * most often, and why, if it plays nothing else nearly as often. `view` as for bot_coach_choose.
 */
void bot_coach_hint(struct bot_page *page, int64_t match, const struct eg_view *view,
	const struct eg_strategy *judged);

#endif
