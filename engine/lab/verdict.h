/*
 * What each action is worth to a player who sees only their own hand, near the end of a round: read
 * from the solution of the rest (engine/lab/solve/solver.h). The other seat plays as the solution
 * does, and the player's own seat then answers best.
 */
#ifndef ENGINE_LAB_VERDICT_H
#define ENGINE_LAB_VERDICT_H

#include "engine/lab/solve/track.h"

struct verdict {
	struct eg_action legal[EG_LEGAL_MAX]; /* in the order of eg_round_legal */
	float points[EG_LEGAL_MAX];           /* what the player may expect after each action */
	size_t count;
	size_t best;
	float margin; /* the points of the best action minus those of the second one */
	float exploitability;
};

/*
 * Solves the rest of a round for the seat to act, which has at least two legal actions. Reads of
 * the other hand only how many cards it has, and nothing of the order of the pile. Returns false if
 * the ranges allow no pair of hands, or not the player's own hand.
 */
bool verdict_reach(const struct eg_round *round, const struct ranges *ranges, uint32_t iterations,
	struct verdict *verdict);

/* Like verdict_reach, with the ranges as after the deal. */
bool verdict_of_deal(const struct eg_round *round, uint32_t iterations, struct verdict *verdict);

#endif
