/*
 * Random numbers from a seed (SplitMix64). A seed gives the same numbers on each machine. Don't use
 * them for secrets.
 */
#ifndef ENGINE_OPPONENT_DICE_H
#define ENGINE_OPPONENT_DICE_H

#include "engine/engarde.h"

#include <stddef.h>
#include <stdint.h>

struct eg_dice {
	uint64_t state;
};

/* 64 random bits. */
uint64_t eg_dice_roll(struct eg_dice *dice);

/*
 * Returns a number below `bound`, which is above 0. Smaller numbers are slightly more likely. If
 * `bound` is below 2^16, this does not matter here.
 */
uint32_t eg_dice_below(struct eg_dice *dice, uint32_t bound);

/* Returns a number from 0 up to, but not including, 1. */
float eg_dice_unit(struct eg_dice *dice);

/* Puts the cards into a random order. */
void eg_dice_shuffle(struct eg_dice *dice, uint8_t *cards, uint32_t count);

/* Writes a shuffled deck. */
void eg_dice_deck(struct eg_dice *dice, uint8_t deck[EG_DECK]);

/*
 * Picks an index i with the chance chances[i]. All chances add up to 1. `at` is a random number
 * from 0 up to, but not including, 1.
 */
size_t eg_pick(const float *chances, size_t count, float at);

#endif
