#include "engine/command/random.h"

uint64_t random_next(struct random *random)
{
	uint64_t z = random->state += 0x9e3779b97f4a7c15U;

	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
	z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
	return z ^ (z >> 31);
}

uint32_t random_below(struct random *random, uint32_t bound)
{
	return (uint32_t)(((random_next(random) >> 32) * bound) >> 32);
}

void random_deck(struct random *random, uint8_t deck[EG_DECK])
{
	for (uint32_t i = 0; i < EG_DECK; i++) {
		uint32_t j = random_below(random, i + 1);
		deck[i] = (uint8_t)(1 + i / EG_COPIES);
		uint8_t card = deck[i];

		deck[i] = deck[j];
		deck[j] = card;
	}
}
