/* What the networks are told about a position: which of many simple statements are true. */
#ifndef ENGARDE_OPPONENT_FEATURES_H
#define ENGARDE_OPPONENT_FEATURES_H

#include "engine/opponent/position.h"

#define EG_FEATURES_SIGHT 3974U /* statements about what a player knows */
#define EG_FEATURES_BOTH  5138U /* these, and more about the other's hand */
#define EG_FEATURES_MAX   48    /* never are more of them true */

#define EG_OUTPUTS 37 /* actions told apart: see eg_action_output */

/* Writes the numbers of the true statements, below EG_FEATURES_SIGHT; returns how many. */
size_t eg_features_sight(const struct eg_sight *sight, uint16_t features[EG_FEATURES_MAX]);

/* Appends what holds of the other's hand, below EG_FEATURES_BOTH; returns how many in all. */
size_t eg_features_other(const struct eg_sight *sight, const uint8_t other[EG_VALUES + 1],
	uint16_t features[EG_FEATURES_MAX], size_t count);

/* Numbers the actions: two that may be played in one position have different numbers. */
size_t eg_action_output(struct eg_action action);

#endif
