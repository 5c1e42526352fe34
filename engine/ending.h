/* How a round ends. Each of these puts the result into the round and closes it. */
#ifndef ENGARDE_ENDING_H
#define ENGARDE_ENDING_H

#include "engine/engarde.h"

/* Ends the round for a touch or for want of a move. */
void eg_end(struct eg_round *round, enum eg_seat winner, enum eg_reason reason);

/* The draw pile is used up: by cards equal to the distance, then by position. */
void eg_end_by_cards(struct eg_round *round);

/* The draw pile is used up: by position alone. */
void eg_end_by_position(struct eg_round *round);

/* After a retreat from an attack that came with the last card: as the rules say. */
void eg_end_by_final_retreat(struct eg_round *round);

#endif
