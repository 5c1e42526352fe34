/*
 * Measures how many points a player loses in ends of rounds against their solutions
 * (engine/lab/solve/solver.h).
 *
 * A position is the first turn of a round at which the draw pile has `pile` cards; the player has
 * played this round against itself. For each earlier action, the program asks the player how it
 * would have played with each possible hand. So the solver begins with the right chances of the
 * hands, for a player whose samples are always the same. Then the player plays the rest of the
 * round on each seat against the solution. A decision costs the expected points of the solution's
 * strategy minus those of the player's. The mean of the sum of these costs is the mean of the
 * points lost, and luck changes it far less.
 *
 * Who answers the player's weaknesses, and not only plays well, may win more: this is a lower
 * bound.
 */
#ifndef ENGINE_LAB_ENDGAME_H
#define ENGINE_LAB_ENDGAME_H

#include "engine/command/duel.h"
#include "engine/lab/solve/track.h"
#include "engine/opponent/live_round.h"

#define ENDGAME_PILE_MOST       6 /* cards in the pile; a tree then has about 600,000 nodes */
#define ENDGAME_ITERATIONS_MOST 1000000

struct endgame {
	struct eg_player player;
	struct eg_rules rules;
	uint64_t pile;       /* cards in the draw pile, 1 to ENDGAME_PILE_MOST */
	uint64_t positions;  /* how many to measure */
	uint64_t iterations; /* of the solver in each position, 1 to
			      ENDGAME_ITERATIONS_MOST */
	struct eg_dice dice;
	struct sample loss;           /* the points that the player loses, the mean of both seats */
	struct sample exploitability; /* the points that a best response wins against a solution */
};

/*
 * Writes the ranges of both seats after all actions of the round, if this player has played both
 * and has played any legal action instead with the chance `mistakes`. Returns false if the player
 * could not answer.
 */
bool endgame_ranges(const struct eg_player *player, float mistakes,
	const struct eg_live_round *live, struct ranges *ranges);

/* Plays until it has found all positions. Returns false if the player could not answer. */
bool endgame_measure(struct endgame *endgame);

#endif
