/*
 * The rest of a round as a tree of what everybody sees. A node knows which hands each seat may
 * have, not which it has. Two players who remember the whole round need to know no more than a node
 * and their own hand: in which order a player got their cards says nothing about the other hand.
 */
#ifndef ENGINE_LAB_SOLVE_TREE_H
#define ENGINE_LAB_SOLVE_TREE_H

#include "engine/lab/solve/hands.h"

/* What everybody sees of a round that goes on. */
struct scene {
	struct eg_rules rules;
	enum eg_seat to_act;
	enum eg_phase phase;
	struct eg_attack attack;
	uint8_t space[2];
	uint8_t pile;
	uint8_t gone[EG_VALUES + 1]; /* cards on the discard pile, by value */
	uint8_t size[2];             /* the number of cards in each hand */
};

/* Writes what everybody sees of a round. */
void scene_of(const struct eg_round *round, struct scene *scene);

/*
 * The hands that the seats may have. A hand's place is its index in the list of its seat. `ways`
 * has a row for each place of the seat, with a number for each place of the other seat: in how many
 * ways these cards and the discarded ones can be picked, in order, from the deck. (Each draw
 * divides by the cards in the pile, so the chances of all drawn cards add up to 1.)
 */
struct deal {
	uint8_t gone[EG_VALUES + 1];
	uint8_t size[2];
	uint8_t count[2];
	uint8_t number[2][HANDS_MOST]; /* by place: the hand */
	uint8_t place[2][HANDS_MOST];  /* by hand: the place, or HAND_NONE */
	float *ways[2];
};

enum node_kind {
	NODE_CHOICE,   /* a seat chooses an action, or has none and loses the round */
	NODE_DRAW,     /* a seat draws one card */
	NODE_SHOWDOWN, /* more cards equal to the distance win; if they are equal, see `white` */
	NODE_DECIDED,  /* the round is over, whatever the hands are */
};

struct node;

struct branch {
	struct eg_action action;
	const struct node *next;
	uint8_t *after; /* by place of the hand: its place without the action's cards, or HAND_NONE
			   if the action is not legal */
	uint8_t *from;  /* by place of the other seat's hand in `next`: its place before */
};

struct node {
	enum node_kind kind;
	enum eg_seat seat; /* who chooses or draws */
	uint8_t pile;      /* before a draw */
	uint8_t distance;  /* of a showdown */
	uint8_t count;     /* the number of branches; a draw has one */
	float white;       /* White's points minus one half */
	const struct deal *deal;
	struct branch *branches;
	uint8_t *drawn; /* of a draw, by value - 1 and place: the place with the card, or HAND_NONE
			 */
	/* What a solver learns at a choice, by branch and place (see walk.c). */
	float *regrets;
	float *strategy_sums;
};

struct tree {
	const struct node *root;
	struct block *blocks;      /* all the memory of the tree */
	const struct deal **deals; /* by cards and sizes, see find_deal */
};

/*
 * Makes the tree of a scene. Stops the program if there is not enough memory. About 450 nodes for 2
 * cards in the pile; each card more makes them four to fifteen times as many. A choice takes some
 * kilobytes.
 */
void tree_grow(struct tree *tree, const struct scene *scene);

void tree_finish(struct tree *tree);

/* Returns how many hands a seat may have. */
size_t tree_hands(const struct node *node, enum eg_seat seat);

/* Returns the branch of an action at a choice, or NULL. */
const struct branch *tree_branch(const struct node *node, struct eg_action action);

#endif
