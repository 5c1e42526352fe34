/*
 * Finds puzzles (engine/puzzle/puzzle.h) in rounds that the actor plays against itself. A position
 * is a puzzle if its rest, solved several times, always has the same clearly best action, whatever
 * the finder assumes of how the players came to their hands: see confirm() in puzzle_finder.c.
 */
#ifndef ENGINE_LAB_PUZZLE_FINDER_H
#define ENGINE_LAB_PUZZLE_FINDER_H

#include "engine/opponent/dice.h"
#include "engine/puzzle/puzzle.h"

#define PUZZLE_PILE   4     /* the most cards in the pile */
#define PUZZLE_MARGIN 0.10F /* the points that each other action costs at least */
#define PUZZLE_DOUBT  0.05F /* the same with other assumptions, at least */

struct puzzle_finder {
	struct eg_dice dice;              /* the caller sets the state to the seed */
	uint32_t wanted[EG_PUZZLE_KINDS]; /* how many puzzles to find of each kind */
	/* How many rounds were played, and positions solved; how many of these had one clearly best
	   action, and asked something that is wanted and not plain. */
	uint64_t rounds, positions, clear, asked;
};

/*
 * Plays rounds until it has found a wanted puzzle, of which there must be one; takes at most one
 * from each round. Leaves the grade to the caller. Returns false if a player could not answer.
 */
bool puzzle_find(struct puzzle_finder *finder, struct eg_puzzle *puzzle);

#endif
