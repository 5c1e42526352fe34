/*
 * Plays schedules drawn from seeds until a law is broken.
 *
 *	sim [--from N] [--count N] [--plant NAME]   N schedules, from seed N on
 *	sim --seed N [--plant NAME]                 one, with its transcript
 *
 * With --plant it is the other way round: the planted fault must be noticed, as the breach of a
 * law that it is.
 */
#include "tests/sim/sim.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const char *const laws[SIM_LAWS] = {"exactly once", "no leak", "nothing lost"};

/* Which laws a planted fault breaks: a set of bits. */
static const struct {
	const char *name;
	unsigned laws;
} plants[SIM_PLANTS] = {
	[SIM_PLANT_NONE] = {"none", 0},
	[SIM_PLANT_HAND] = {"hand", 1 << SIM_NO_LEAK},
	[SIM_PLANT_TWICE] = {"twice", 1 << SIM_ONCE},
	[SIM_PLANT_COMMIT] = {"commit", 1 << SIM_ONCE | 1 << SIM_NO_LOSS},
	[SIM_PLANT_AGAIN] = {"again", 1 << SIM_ONCE},
	[SIM_PLANT_DEAF] = {"deaf", 1 << SIM_NO_LOSS},
	[SIM_PLANT_MUTE] = {"mute", 1 << SIM_NO_LOSS},
};

struct options {
	uint64_t from, count;
	bool one;
	enum sim_plant plant;
};

static bool read_plant(const char *name, enum sim_plant *plant)
{
	for (int i = 0; i < SIM_PLANTS; i++)
		if (strcmp(plants[i].name, name) == 0) {
			*plant = (enum sim_plant)i;
			return true;
		}
	return false;
}

static bool read_options(int count, char **words, struct options *options)
{
	for (int i = 1; i + 1 < count; i += 2) {
		const char *name = words[i], *value = words[i + 1];
		char *end;
		uint64_t number = strtoull(value, &end, 10);

		if (strcmp(name, "--plant") == 0) {
			if (!read_plant(value, &options->plant))
				return false;
			continue;
		}
		if (*end || end == value)
			return false;
		if (strcmp(name, "--count") == 0)
			options->count = number;
		else if (strcmp(name, "--from") == 0 || strcmp(name, "--seed") == 0)
			options->from = number;
		else
			return false;
		options->one = options->one || strcmp(name, "--seed") == 0;
	}
	return count % 2 == 1;
}

/* What all the schedules came to. */
static struct {
	uint64_t schedules, events, lives;
	double hours;
} total;

static void count(void)
{
	total.schedules++;
	total.events += sim->event_count;
	total.lives += sim->lives;
	total.hours += (double)sim->now / SIM_HOUR;
}

static int play(const struct options *options)
{
	for (uint64_t i = 0; i < options->count; i++) {
		uint64_t seed = options->from + i;
		bool held = sim_run(seed, options->plant, options->one);
		enum sim_law law = sim->law;

		count();
		if (!held)
			printf("seed %" PRIu64 ": %s: %s\n", seed, laws[law], sim->why);
		sim_finish();
		if (held)
			continue;
		if (options->plant == SIM_PLANT_NONE) {
			printf("again, with its transcript: tests/run.sh sim --seed %" PRIu64 "\n",
				seed);
			return EXIT_FAILURE;
		}
		return plants[options->plant].laws >> law & 1 ? EXIT_SUCCESS : EXIT_FAILURE;
	}
	return options->plant == SIM_PLANT_NONE ? EXIT_SUCCESS : EXIT_FAILURE;
}

int main(int argc, char **argv)
{
	struct options options = {.from = 1, .count = 1};
	struct timespec begin, end;
	double took;
	int status;

	if (!read_options(argc, argv, &options)) {
		fputs("sim [--seed N | --from N] [--count N] [--plant NAME]\n", stderr);
		return 2;
	}
	clock_gettime(CLOCK_MONOTONIC, &begin);
	status = play(&options);
	clock_gettime(CLOCK_MONOTONIC, &end);
	took = (double)(end.tv_sec - begin.tv_sec) + (double)(end.tv_nsec - begin.tv_nsec) / 1e9;
	printf("%" PRIu64 " schedules, %.1f a second: %" PRIu64 " events, %" PRIu64
	       " lives of the bot, %.0f hours of virtual time\n",
		total.schedules, (double)total.schedules / took, total.events, total.lives,
		total.hours);
	return status;
}
