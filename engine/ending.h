/* The endings of a round. Each function here sets the result and ends the round. */
#ifndef ENGARDE_ENDING_H
#define ENGARDE_ENDING_H

#include "engine/engarde.h"

/* Ends the round with a given result. */
void eg_end(struct eg_round *round, enum eg_seat winner, enum eg_reason reason);

/* Draw pile empty: cards equal to the distance decide, then the position. */
void eg_end_by_cards(struct eg_round *round);

/* Draw pile empty: the position alone decides. */
void eg_end_by_position(struct eg_round *round);

/* After a retreat from an attack that drew the last card: the rule set says what decides. */
void eg_end_by_final_retreat(struct eg_round *round);

#endif
