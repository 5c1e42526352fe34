/* Positions for the rulebook tests, written the way one would lay them out on a table. */
#ifndef ENGARDE_TEST_POSITION_H
#define ENGARDE_TEST_POSITION_H

#include "engine/engarde.h"

/*
 * A round with White to act. Hands and pile are digits, the pile's top first; the cards that are
 * in none of them have been discarded.
 */
struct position {
	const char *rules; /* NULL: advanced */
	uint8_t white;
	uint8_t black; /* spaces */
	const char *white_hand;
	const char *black_hand;
	const char *pile;
};

struct eg_round given(struct position position);

/* Play an action that must be legal, or must not be. A refusal leaves the round as it was. */
void play(struct eg_round *round, const char *action);
void refuse(struct eg_round *round, const char *action);

/* All that may be played, separated by spaces. */
void expect_legal(const struct eg_round *round, const char *actions);

void expect_phase(const struct eg_round *round, enum eg_phase phase, enum eg_seat to_act);
void expect_over(const struct eg_round *round, enum eg_seat winner, enum eg_reason reason);
void expect_hand(const struct eg_round *round, enum eg_seat seat, const char *cards);
void expect_spaces(const struct eg_round *round, uint8_t white, uint8_t black);
void expect_pile(const struct eg_round *round, unsigned cards);

#endif
