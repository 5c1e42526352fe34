/* The input of the networks: the numbers of the simple statements that are true in a position. */
#ifndef ENGARDE_OPPONENT_FEATURES_H
#define ENGARDE_OPPONENT_FEATURES_H

#include "engine/opponent/position.h"

#define EG_FEATURES_SIGHT 3974U /* statements about what a player knows */
#define EG_FEATURES_BOTH  5138U /* these, and statements about the other hand */
#define EG_FEATURES_MAX   48    /* the most statements that are true at once */

#define EG_OUTPUTS 37 /* numbers of actions: see eg_action_output */

/* Writes the true statements about a sight, below EG_FEATURES_SIGHT. Returns their number. */
size_t eg_features_sight(const struct eg_sight *sight, uint16_t features[EG_FEATURES_MAX]);

/*
 * Appends the true statements about the other hand, below EG_FEATURES_BOTH, to `count` statements.
 * Returns the number of all statements.
 */
size_t eg_features_other(const struct eg_sight *sight, const uint8_t other[EG_VALUES + 1],
	uint16_t features[EG_FEATURES_MAX], size_t count);

/* The number of an action. Two legal actions of one position have different numbers. */
size_t eg_action_output(struct eg_action action);

#endif
