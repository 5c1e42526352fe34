/*
 * A position is a round with the memory of its players. A sight is what one player knows about a
 * position. An opponent plays only positions of its own: rounds that agree with its witness.
 */
#ifndef ENGARDE_OPPONENT_POSITION_H
#define ENGARDE_OPPONENT_POSITION_H

#include "engine/engarde.h"

#define EG_NEAR       12 /* classes of distances: 1 to 11, and 12 or more */
#define EG_REMEMBERED 15 /* classes of turns in the memory */
#define EG_MEMORY     (EG_REMEMBERED * EG_NEAR)

struct eg_position {
	struct eg_round round;
	uint8_t gone[EG_VALUES + 1]; /* cards on the discard pile, by value */
	uint8_t memory[2][2]; /* the last two turns of each seat, below EG_MEMORY; the last one
				 first */
};

/* What a player knows: their own hand, and what everybody sees. */
struct eg_sight {
	struct eg_rules rules;
	enum eg_phase phase;
	struct eg_attack attack;
	uint8_t distance;
	uint8_t room;  /* spaces behind the player's fencer */
	uint8_t rival; /* spaces behind the other fencer */
	uint8_t pile;
	uint8_t hand[EG_VALUES + 1];
	uint8_t unseen[EG_VALUES + 1]; /* cards in the other hand or the draw pile, by value */
	uint8_t memory[3]; /* the player's last turn, the other's last turn, and the other's turn
			      before */
};

/* Makes a position from a round. The memory of both players is empty. */
void eg_position_init(struct eg_position *position, const struct eg_round *round);

/* Plays an action. Error: EG_ILLEGAL. */
EG_MUST_USE enum eg_error eg_position_play(struct eg_position *position, struct eg_action action);

/*
 * Replaces the cards that the seat to act can't see: the other seat gets the hand, and the pile
 * gets the remaining cards, sorted. The dealt part of the deck stays; nothing reads it again.
 */
void eg_position_imagine(struct eg_position *position, const uint8_t hand[EG_VALUES + 1]);

/* Writes the sight of the seat to act. */
void eg_position_sight(const struct eg_position *position, struct eg_sight *sight);

/* The class of a distance, below EG_NEAR. */
uint8_t eg_near(uint8_t distance);

#endif
