/*
 * Luck: how much each random event of a round changed the points that White could expect with both
 * hands open. The random events are the deal, the cards drawn, and the choices of a player whose
 * strategy is known.
 *
 * The mean of each change is 0, over all that could have happened at this moment. This is true even
 * if the networks judge a position wrongly. So a result minus some of its luck has the same mean as
 * the result, but it varies less. (This is AIVAT: Burch, Schmid, Moravcik and Bowling, 2018.)
 */
#ifndef ENGINE_OPPONENT_LUCK_H
#define ENGINE_OPPONENT_LUCK_H

#include "engine/opponent/outlook.h"

/* Writes the luck of the deal. Errors: as eg_open_position. */
EG_MUST_USE enum eg_error eg_luck_deal(const struct eg_open_round *open, float *white);

/*
 * Writes the luck of the cards drawn after the action at `index`: 0 if no cards were drawn. Errors:
 * as eg_open_position. EG_ILLEGAL also if the round has no such action.
 */
EG_MUST_USE enum eg_error eg_luck_draw(
	const struct eg_open_round *open, size_t index, float *white);

/*
 * Writes the luck of the choice of the action at `index` from the player's strategy in this
 * position, before cards are drawn. Errors: as eg_luck_draw. EG_ILLEGAL also if an action of the
 * strategy is not legal, if the strategy does not have the chosen action, or if all chances of the
 * strategy are 0.
 */
EG_MUST_USE enum eg_error eg_luck_choice(const struct eg_open_round *open, size_t index,
	const struct eg_strategy *strategy, float *white);

#endif
