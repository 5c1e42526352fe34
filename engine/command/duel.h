/*
 * A duel: two players play each deck twice, with swapped seats. Its result is a sum of independent
 * values, from which the mean and its 95 % interval are computed.
 */
#ifndef ENGINE_COMMAND_DUEL_H
#define ENGINE_COMMAND_DUEL_H

#include "engine/opponent/dice.h"
#include "engine/opponent/network.h"

#include <stdint.h>

/* A 95 % interval has this many standard errors on each side of the mean. */
#define ERRORS_95 1.96

struct sample {
	uint64_t count;
	double sum;
	double squares;
};

void sample_add(struct sample *sample, double value);
double sample_mean(const struct sample *sample);

/* Returns half the width of the 95 % interval. It is infinite for fewer than two values. */
double sample_margin(const struct sample *sample);

/*
 * The mean of results with less of their luck: the mean of the results minus a share of the luck.
 * The mean of the luck is 0, so each share gives the same mean in the long run. The best share is
 * near 1 if the networks judge the players' positions well, and smaller if they don't. It comes
 * from the results themselves: from the even ones for the odd ones, and the other way round. So a
 * result never decides about its own share, and the mean stays right.
 */
struct adjustment {
	uint64_t count;
	/* The sums of the even and of the odd results. */
	struct half {
		double count, results, luck, results_squared, luck_squared, products;
	} halves[2];
};

void adjustment_add(struct adjustment *adjustment, double result, double luck);
double adjustment_mean(const struct adjustment *adjustment);

/* Returns half the width of the 95 % interval. It is infinite for fewer than four results. */
double adjustment_margin(const struct adjustment *adjustment);

struct duel {
	struct eg_player players[2];
	/* If not NULL, the player plays as this model says. Borrowed. */
	const struct eg_model *models[2];
	struct eg_rules rules;
	uint64_t rounds;     /* the number of decks; two rounds are played with each deck */
	struct eg_dice dice; /* the caller sets the state of the dice to the seed */
	bool adjust;         /* whether to compute the adjusted score, too */
	struct sample score; /* points of players[0] in a round; a draw is half a point */
	/*
	 * The score without the luck of the cards drawn and of the players' choices (see
	 * engine/opponent/luck.h). Over many rounds it comes to the same score, but chance changes
	 * it less.
	 */
	struct adjustment adjusted;
	double seconds[2]; /* processor time of all decisions of each player */
	double longest[2]; /* processor time of the longest decision of each player */
	uint64_t decisions[2];
};

/* Plays the duel and shows its progress. Returns false if a player could not answer. */
bool duel_fight(struct duel *duel);

/* Returns how many seconds of processor time the process has used. */
double processor_time(void);

/*
 * Writes a complete deck in random order, for games without secrets. Dice in the same state give
 * the same deck.
 */
void random_deck(struct eg_dice *dice, uint8_t deck[EG_DECK]);

#endif
