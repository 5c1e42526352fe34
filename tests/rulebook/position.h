/* Positions for the tests of the rule book. */
#ifndef TESTS_RULEBOOK_POSITION_H
#define TESTS_RULEBOOK_POSITION_H

#include "engine/engarde.h"

/*
 * A round in which it is White's turn. The hands and the pile are digits; the top of the pile is
 * the first digit. All cards that are neither in a hand nor in the pile are on the discard pile.
 */
struct position {
	const char *rules; /* NULL for the advanced rules */
	uint8_t white;     /* the fencers' spaces */
	uint8_t black;
	const char *white_hand;
	const char *black_hand;
	const char *pile;
};

/* Returns a round in this position. */
struct eg_round given(struct position position);

/*
 * play plays a legal action. refuse asserts that the engine refuses the action and does not change
 * the round.
 */
void play(struct eg_round *round, const char *action);
void refuse(struct eg_round *round, const char *action);

/* Asserts what the legal actions are. `actions` lists them, separated by spaces. */
void expect_legal(const struct eg_round *round, const char *actions);

void expect_phase(const struct eg_round *round, enum eg_phase phase, enum eg_seat to_act);
void expect_over(const struct eg_round *round, enum eg_seat winner, enum eg_reason reason);
void expect_hand(const struct eg_round *round, enum eg_seat seat, const char *cards);
void expect_spaces(const struct eg_round *round, uint8_t white, uint8_t black);
void expect_pile(const struct eg_round *round, unsigned cards);

#endif
