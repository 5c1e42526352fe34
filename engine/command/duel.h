/* Rounds between two players, each deck played twice with the seats swapped. */
#ifndef ENGARDE_DUEL_H
#define ENGARDE_DUEL_H

#include "engine/command/deck.h"
#include "engine/opponent/opponent.h"

/* A mean with its 95 % interval, from independent values. */
struct sample {
	uint64_t count;
	double sum;
	double squares;
};

void sample_add(struct sample *sample, double value);
double sample_mean(const struct sample *sample);
double sample_margin(const struct sample *sample); /* half of the interval's width */

struct duel {
	struct eg_player players[2];
	struct eg_rules rules;
	uint64_t rounds;     /* duplicate ones: so many decks, twice as many rounds */
	struct eg_dice dice; /* its state is the seed */
	struct sample score; /* of players[0], in points a round, a draw being half a one */
	double seconds[2];   /* of processor time, spent deciding; */
	double longest[2];   /* at most, in a decision */
	uint64_t decisions[2];
};

/* Plays them all; with a bar on standard error when that is a terminal. False: something broke. */
bool duel_fight(struct duel *duel);

/* Shows how much is done, when standard error is a terminal. */
void duel_progress(uint64_t done, uint64_t all);

#endif
