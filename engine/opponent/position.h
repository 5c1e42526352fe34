/*
 * A position is a round, together with what its players remember of the last turns. A sight is what
 * one player knows about a position. A computer player does not know the real round: it makes
 * positions that agree with its witness, which has what one seat has seen of a round, and plays
 * them.
 */
#ifndef ENGINE_OPPONENT_POSITION_H
#define ENGINE_OPPONENT_POSITION_H

#include "engine/engarde.h"
#include "engine/opponent/opponent.h"

/* The number of classes of distances: 1 to 11, and 12 or more. */
#define EG_NEAR       (2 * EG_VALUES + 2)
#define EG_REMEMBERED (2 * EG_VALUES + 5) /* the number of classes of turns; one is for no turn */
#define EG_MEMORY     (EG_REMEMBERED * EG_NEAR)

struct eg_position {
	struct eg_round round;
	uint8_t gone[EG_VALUES + 1]; /* cards on the discard pile, by value */
	uint8_t memory[2][2]; /* the classes of each seat's last two turns, below EG_MEMORY; the
				 last turn comes first */
};

/* What a player knows: their own hand, and what everybody sees. */
struct eg_sight {
	struct eg_rules rules;
	enum eg_phase phase;
	struct eg_attack attack;
	uint8_t distance;
	uint8_t room;  /* the number of spaces behind the player's fencer */
	uint8_t rival; /* the number of spaces behind the other fencer */
	uint8_t pile;
	uint8_t hand[EG_VALUES + 1];
	uint8_t unseen[EG_VALUES + 1]; /* cards in the other hand or the draw pile, by value */
	uint8_t memory[3]; /* classes of the player's last turn, of the other player's last turn,
			      and of the other player's turn before that */
};

/* Makes a position from a round. The memory of both players is empty. */
void eg_position_init(struct eg_position *position, const struct eg_round *round);

/* Plays an action. Error: EG_ILLEGAL. */
EG_MUST_USE enum eg_error eg_position_play(struct eg_position *position, struct eg_action action);

/* Plays an action that the caller knows to be legal. */
void eg_position_play_legal(struct eg_position *position, struct eg_action action);

/*
 * Replaces the cards that the seat to act can't see: the other seat gets the hand, and the pile
 * gets the remaining cards, sorted. The part of the deck that was already dealt does not change,
 * because nothing reads this part again.
 */
void eg_position_imagine(struct eg_position *position, const uint8_t hand[EG_VALUES + 1]);

/* Writes the sight of the seat to act. */
void eg_position_sight(const struct eg_position *position, struct eg_sight *sight);

/* Returns the class of a distance, below EG_NEAR. */
uint8_t eg_near(uint8_t distance);

/* Returns the points of a seat in a round that is over. */
float eg_points(const struct eg_result *result, enum eg_seat seat);

/*
 * The number of cards of each value that the witness's seat never had. The other seat got these
 * cards, or they are in the pile.
 */
struct eg_unknown {
	uint8_t cards[EG_VALUES + 1];
};

/*
 * Writes a position that agrees with the witness. Cards that the witness does not know are sorted,
 * so the position tells nothing about them. Errors: as eg_witness_check.
 */
EG_MUST_USE enum eg_error eg_witness_position(
	const struct eg_witness *witness, struct eg_position *position, const char **reason);

/*
 * Writes the beginning of a round that agrees with the witness, and the cards that the seat never
 * had. Does not check whether the actions are legal. Errors: as eg_witness_check.
 */
EG_MUST_USE enum eg_error eg_witness_begin(const struct eg_witness *witness,
	struct eg_position *position, struct eg_unknown *unknown, const char **reason);

/* Writes the cards that an action discards. If the action is a parry, `answered` is the attack. */
void eg_action_cards(
	struct eg_action action, const struct eg_attack *answered, uint8_t cards[EG_VALUES + 1]);

#endif
