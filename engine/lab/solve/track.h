/* Follows the actions of a round through a solution, as one seat sees them. */
#ifndef ENGINE_LAB_SOLVE_TRACK_H
#define ENGINE_LAB_SOLVE_TRACK_H

#include "engine/lab/solve/solver.h"

/* A node, and what the seat knows there of the other seat's hand. */
struct track {
	enum eg_seat seat;
	const struct node *node;
	float other[HANDS_MOST]; /* by place: how likely each hand is, if the other seat plays what
				    was learned; only the ratios matter */
};

/* Begins at the root. */
void track_begin(const struct solver *solver, enum eg_seat seat, struct track *track);

/*
 * Goes on to the next choice, or to the end of the round. Returns false if the action has no
 * branch.
 */
bool track_follow(struct track *track, struct eg_action action);

/*
 * Writes the points that the seat may expect with this hand after each action of solver_strategy,
 * in the same order, if both then play what was learned. The seat chooses at this node, and the
 * hand is possible.
 */
void track_values(
	const struct track *track, const uint8_t cards[EG_VALUES + 1], float values[EG_LEGAL_MAX]);

/*
 * The same if the seat then answers best to what the other seat learned. After an action that the
 * solution never plays, the seat's own strategy is not learned, so track_values says too little.
 */
void track_responses(
	const struct track *track, const uint8_t cards[EG_VALUES + 1], float values[EG_LEGAL_MAX]);

#endif
