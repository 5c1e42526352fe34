/*
 * The counterfactual values of hands in a tree: the points minus one half that a seat may expect
 * with each of its hands, times the chance that the other seat and the cards lead there. Arrays of
 * hands are by place (see struct deal).
 */
#ifndef ENGINE_LAB_SOLVE_WALK_H
#define ENGINE_LAB_SOLVE_WALK_H

#include "engine/lab/solve/tree.h"

enum purpose {
	LEARN,   /* the seat learns, and the other seat's strategies are added up */
	PLAY,    /* the seat plays what was learned */
	RESPOND, /* the seat plays the best response to what the other seat has learned */
};

struct walk {
	enum eg_seat seat; /* whose values are computed */
	enum purpose purpose;
	float weight; /* of the other seat's strategies in the average */
};

/*
 * Writes the values of the seat's hands into zeroed `values`. `other` has the chances of the other
 * seat's hands.
 */
void walk_visit(
	const struct walk *walk, const struct node *node, const float *other, float *values);

/* Writes the values of the branches of the seat's own choice, by branch and place. */
void walk_branches(
	const struct walk *walk, const struct node *node, const float *other, float *branch_values);

/*
 * Writes the share of each branch, by branch and place: in proportion to the numbers (regrets or
 * sums), and the same for all legal actions if these are 0. `count` is tree_hands of who chooses.
 */
void walk_match(const struct node *node, size_t count, const float *numbers, float *shares);

/* Adds to the value of each hand `points` for each pair of hands, by the chances of the other seat.
 */
void walk_add_points(const struct node *node, enum eg_seat seat, const float *other, float points,
	float *values);

/* Adds the chances of the hands after a draw of their seat. */
void walk_draw(const struct node *node, const float *before, float *after);

#endif
