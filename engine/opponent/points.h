/* The points of a round: a won round is 1 point, a drawn round half a point, a lost one 0. */
#ifndef ENGINE_OPPONENT_POINTS_H
#define ENGINE_OPPONENT_POINTS_H

#include "engine/engarde.h"

/* Returns the points of a seat in a round that is over. */
float eg_points(const struct eg_result *result, enum eg_seat seat);

#endif
