/* Numbers that look random and repeat with their seed: for play that needs no secrets. */
#ifndef ENGARDE_RANDOM_H
#define ENGARDE_RANDOM_H

#include "engine/engarde.h"

/* SplitMix64 (Steele, Lea, Flood, 2014). Any state will do as a seed. */
struct random {
	uint64_t state;
};

uint64_t random_next(struct random *random);

/* A number below `bound`, which is small: the bias is under bound / 2^32. */
uint32_t random_below(struct random *random, uint32_t bound);

/* A complete deck in a random order. */
void random_deck(struct random *random, uint8_t deck[EG_DECK]);

#endif
