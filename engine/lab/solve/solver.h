/*
 * Solves the rest of a round: finds how both seats should play if each knows how the other plays
 * and may answer best. The method is CFR+ (Tammelin, 2014) over the tree of what everybody sees,
 * with a number for each hand that a seat may have. The average of the strategies of all
 * iterations, the one of iteration t with weight t^4, approaches an equilibrium;
 * solver_exploitability tells exactly how far from it the average still is. (CFR+ is proved with
 * weight t. With t^4 the average soon forgets the first strategies, and is about five times closer
 * after as many iterations.) The same numbers come out on each machine.
 *
 * The exploitability is that of the whole rest. After an action that the solution never plays, its
 * answers may be worse: nobody had a reason to learn them.
 */
#ifndef ENGINE_LAB_SOLVE_SOLVER_H
#define ENGINE_LAB_SOLVE_SOLVER_H

#include "engine/lab/solve/tree.h"
#include "engine/opponent/opponent.h"

/*
 * What the play so far says about the hands. By seat and number of the hand: in how many orders the
 * seat can have got its cards, times the chances of its actions. Only the ratios matter. (The
 * chance of two hands together is the product of both, times the number in deal->ways.)
 */
struct ranges {
	float of[2][HANDS_MOST];
};

struct solver {
	struct tree tree;
	float ranges[2][HANDS_MOST]; /* by seat and place at the root; the chances of all pairs
					add up to 1 */
	uint32_t iterations;
};

/* Writes the ranges as if no action so far depended on the hand, as after the deal. */
void ranges_of_deal(const struct scene *scene, struct ranges *ranges);

/*
 * Begins to solve a scene. Returns false if the ranges allow no pair of hands. Otherwise the caller
 * must call solver_finish.
 */
bool solver_begin(struct solver *solver, const struct scene *scene, const struct ranges *ranges);

void solver_finish(struct solver *solver);

/* Learns for so many iterations more. */
void solver_learn(struct solver *solver, uint32_t iterations);

/* Returns the points that a seat gets if both play what was learned. */
double solver_value(const struct solver *solver, enum eg_seat seat);

/* Returns the points of a seat that answers best to what was learned. */
double solver_response(const struct solver *solver, enum eg_seat seat);

/* Returns what a best response gets above the solution's own points, the mean of both seats. */
double solver_exploitability(const struct solver *solver);

/*
 * Writes what was learned for a hand of the seat to act at a choice. The actions have the order of
 * the branches, not that of eg_round_legal. There is none if the hand is impossible or has no legal
 * action.
 */
void solver_strategy(
	const struct node *node, const uint8_t cards[EG_VALUES + 1], struct eg_strategy *strategy);

#endif
