/*
 * A round on its way, with what the players remember of it; and what one of them knows. The
 * opponent plays positions of its own making only: rounds that agree with what it has witnessed.
 */
#ifndef ENGARDE_OPPONENT_POSITION_H
#define ENGARDE_OPPONENT_POSITION_H

#include "engine/engarde.h"

#define EG_NEAR       12 /* distances told apart: 1 to 11; 12 and above count as 12 */
#define EG_REMEMBERED 15 /* kinds of action remembered; see eg_position_play */
#define EG_MEMORY     (EG_REMEMBERED * EG_NEAR)

struct eg_position {
	struct eg_round round;
	uint8_t gone[EG_VALUES + 1]; /* cards of each value on the discard pile */
	uint8_t memory[2][2];        /* each seat's last two turns, below EG_MEMORY, latest first */
};

/* What decides an action: the own hand, and what everybody sees. */
struct eg_sight {
	struct eg_rules rules;
	enum eg_phase phase;
	struct eg_attack attack;
	uint8_t distance;
	uint8_t room;  /* spaces behind the own fencer */
	uint8_t rival; /* spaces behind the other */
	uint8_t pile;
	uint8_t hand[EG_VALUES + 1];
	uint8_t unseen[EG_VALUES + 1]; /* neither in the own hand nor discarded */
	uint8_t memory[3];             /* own last turn, the other's last, the one before */
};

void eg_position_init(struct eg_position *position, const struct eg_round *round);

/* Plays an action. EG_ILLEGAL. */
EG_MUST_USE enum eg_error eg_position_play(struct eg_position *position, struct eg_action action);

/*
 * Replaces what the seat that is to act can't see: the other gets the hand, the pile is what is
 * left, sorted. The deck's cards dealt already stay as they are; nothing reads them again.
 */
void eg_position_imagine(struct eg_position *position, const uint8_t hand[EG_VALUES + 1]);

/* What the seat that is to act knows. */
void eg_position_sight(const struct eg_position *position, struct eg_sight *sight);

/* Distances from 1, as they are told apart; below EG_NEAR. */
uint8_t eg_near(uint8_t distance);

#endif
