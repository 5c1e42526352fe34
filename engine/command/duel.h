/* A duel: two players play each deck twice, with swapped seats. */
#ifndef ENGINE_COMMAND_DUEL_H
#define ENGINE_COMMAND_DUEL_H

#include "engine/command/sample.h"
#include "engine/opponent/dice.h"
#include "engine/opponent/model.h"

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

/*
 * Writes a complete deck in random order, for games without secrets. Dice in the same state give
 * the same deck.
 */
void random_deck(struct eg_dice *dice, uint8_t deck[EG_DECK]);

#endif
