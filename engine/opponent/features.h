/*
 * The input of the networks. Each simple statement about a position has a number. The networks get
 * the numbers of the statements that are true.
 */
#ifndef ENGARDE_OPPONENT_FEATURES_H
#define ENGARDE_OPPONENT_FEATURES_H

#include "engine/opponent/position.h"

#define EG_FEATURES_SIGHT 3974U /* the number of statements about what a player knows */
#define EG_FEATURES_BOTH  5138U /* the number of all statements, with those about the other hand */
#define EG_FEATURES_MAX   48    /* the most statements that are true at once */

#define EG_OUTPUTS 37 /* how many numbers eg_action_output may return */

/*
 * Writes the numbers of the statements that are true for a sight (see position.h); all are below
 * EG_FEATURES_SIGHT. Returns how many it wrote.
 */
size_t eg_features_sight(const struct eg_sight *sight, uint16_t features[EG_FEATURES_MAX]);

/*
 * Appends the numbers of the true statements about the other hand to the `count` numbers in
 * `features`; all are below EG_FEATURES_BOTH. Returns how many numbers `features` has then.
 */
size_t eg_features_other(const struct eg_sight *sight, const uint8_t other[EG_VALUES + 1],
	uint16_t features[EG_FEATURES_MAX], size_t count);

/* Returns the number of an action. Two legal actions of one position have different numbers. */
size_t eg_action_output(struct eg_action action);

#endif
