/* Random numbers from a seed: SplitMix64 (Steele, Lea, Flood 2014). */
#ifndef TESTS_SIM_RANDOM_H
#define TESTS_SIM_RANDOM_H

#include <stdbool.h>
#include <stdint.h>

struct sim_random {
	uint64_t state;
};

static inline uint64_t sim_random_next(struct sim_random *random)
{
	uint64_t z = random->state += UINT64_C(0x9E3779B97F4A7C15);

	z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
	z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
	return z ^ (z >> 31);
}

/* Returns a number from 0 up to, but not including, `count`. */
static inline uint32_t sim_random_below(struct sim_random *random, uint32_t count)
{
	return (uint32_t)((sim_random_next(random) >> 32) * count >> 32);
}

/* Returns a number from `least` up to and including `most`. */
static inline int64_t sim_random_between(struct sim_random *random, int64_t least, int64_t most)
{
	return least + (int64_t)(sim_random_next(random) % (uint64_t)(most - least + 1));
}

static inline bool sim_random_chance(struct sim_random *random, uint32_t in_a_thousand)
{
	return sim_random_below(random, 1000) < in_a_thousand;
}

#endif
