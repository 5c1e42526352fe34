/* The endings of a round. Each function here sets the result and ends the round. */
#ifndef ENGINE_ENDING_H
#define ENGINE_ENDING_H

#include "engine/engarde.h"

/* Ends the round with a given result. */
void eg_end(struct eg_round *round, enum eg_seat winner, enum eg_reason reason);

/*
 * Ends a round whose draw pile is empty. The player with more cards equal to the distance wins. If
 * these numbers are equal, the position decides.
 */
void eg_end_by_cards(struct eg_round *round);

/* Ends a round whose draw pile is empty. The position alone decides. */
void eg_end_by_position(struct eg_round *round);

/*
 * Ends a round after a retreat from an attack that drew the last card. The rule set says what
 * decides.
 */
void eg_end_by_final_retreat(struct eg_round *round);

#endif
