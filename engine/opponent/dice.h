/* Randomness from a seed, the same on every machine: SplitMix64. Not for secrets. */
#ifndef ENGARDE_OPPONENT_DICE_H
#define ENGARDE_OPPONENT_DICE_H

#include <stdint.h>

struct eg_dice {
	uint64_t state;
};

uint64_t eg_dice_roll(struct eg_dice *dice);

/* A number below `bound`, which is above 0; a bound below 2^16 shows no bias that matters here. */
uint32_t eg_dice_below(struct eg_dice *dice, uint32_t bound);

/* From 0 up to, but not including, 1. */
float eg_dice_unit(struct eg_dice *dice);

/* Puts the cards into a random order. */
void eg_dice_shuffle(struct eg_dice *dice, uint8_t *cards, uint32_t count);

#endif
