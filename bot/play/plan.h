/*
 * Plans: how a player answers the opponent's next action, written before it comes, as in `if 3 then
 * parry`. When the opponent's turn ends, the plan is over: the bot plays the answer at once if the
 * action fits the plan and the answer means one legal action, and forgets the plan otherwise. So a
 * player has a plan only in the opponent's turn, and it ends with the round at the latest.
 *
 * A plan is a secret of its player. What the opponent does is compared with it by what everybody
 * sees of an action, and never by the hand it came from. A plan that does not fit leaves no trace.
 *
 * The answer is played as the player's own action, but it does not show that they are there.
 */
#ifndef BOT_PLAY_PLAN_H
#define BOT_PLAY_PLAN_H

#include "bot/match/loaded_match.h"
#include "bot/text/page.h"
#include "bot/text/words.h"

/* Whether the words are a plan: "if", an action, cards or "anything", "then", and an answer. */
bool bot_plan_is_readable(const struct bot_words *words);

/*
 * Whether the plan, which must be readable, can never be played: it waits for a parry, after which
 * the opponent is still to act, or for a pass, which ends the round.
 */
bool bot_plan_is_impossible(const struct bot_words *words);

/*
 * The player to act is about to play the action. Forgets their own plan, and that of the opponent
 * unless the action fits it or gives them no turn: after a parry the same player goes on, and a
 * pass ends the round. The caller stores the match.
 */
void bot_plan_compare(struct bot_loaded_match *loaded, struct eg_action action);

/*
 * Forgets the plan of the player to act. Returns whether they have had one that says what to do
 * now, and writes the action. The caller stores the match.
 */
bool bot_plan_take(struct bot_loaded_match *loaded, struct eg_action *action);

/*
 * Adds what the player of the seat has planned, for this player alone. Adds nothing and returns
 * false if they have planned nothing.
 */
bool bot_plan_say(const struct bot_loaded_match *loaded, enum eg_seat seat, struct bot_page *page);

/* Forgets the plans of both players. The caller stores the match. */
void bot_plan_drop(struct bot_match *match);

#endif
