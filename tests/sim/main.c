/*
 * Plays the schedules of seeds, and stops as soon as a law is broken.
 *
 *	sim [--from N] [--count N] [OPTION…]   plays N schedules, from seed N on
 *	sim --seed N [--plant NAME]            plays the schedule of seed N, with its transcript
 *
 *	--plant NAME   puts the fault NAME into the bot; the run fails unless the laws notice this
 *	               fault (see `plants`)
 *	--all 1        the run fails unless every fault of faults.h has happened
 *	--seasons 1    each schedule has a season, unless a flood is its only fault
 *	--budget NAME  each schedule is one match without faults, on a homeserver with the limiter
 *	               NAME (see limiter.c); prints what a match costs
 *	--followers 0  nobody but the two players is in the room of such a match
 *	--again 1      plays each schedule twice: both runs must be equal to the last byte
 */
#include "tests/sim/budget.h"
#include "tests/sim/disk.h"
#include "tests/sim/sim.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const char *const laws[SIM_LAWS] = {"exactly once", "no leak", "nothing lost", "in time",
	"ranked by results", "everybody fences everybody", "one bout at a time", "it ends"};

/*
 * The planted faults. `laws` is a set of bits: the laws that the bot can break because of the
 * fault. The run fails unless it finds that one of these laws is broken.
 */
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
	[SIM_PLANT_MUTE] = {"mute", 1 << SIM_NO_LOSS | 1 << SIM_ONCE},
	[SIM_PLANT_GREEDY] = {"greedy", 1 << SIM_PROMPT},
	[SIM_PLANT_GULLIBLE] = {"gullible", 1 << SIM_PROMPT | 1 << SIM_NO_LOSS},
	[SIM_PLANT_RANKS] = {"ranks", 1 << SIM_RANKED},
	[SIM_PLANT_ANNUL] = {"annul", 1 << SIM_FENCED},
	[SIM_PLANT_BUSY] = {"busy", 1 << SIM_FREE},
	[SIM_PLANT_STALL] = {"stall", 1 << SIM_ENDS},
	[SIM_PLANT_GIFT] = {"gift", 1 << SIM_ONCE},
	[SIM_PLANT_SEASON_RANKS] = {"season-ranks", 1 << SIM_RANKED | 1 << SIM_FENCED},
	[SIM_PLANT_SEASON_RESULT] = {"season-result", 1 << SIM_RANKED},
	[SIM_PLANT_SEASON_PAIR] = {"season-pair", 1 << SIM_FENCED},
	[SIM_PLANT_SEASON_BUSY] = {"season-busy", 1 << SIM_FREE},
	[SIM_PLANT_SEASON_STALL] = {"season-stall", 1 << SIM_ENDS},
	[SIM_PLANT_LOTS] = {"lots", 1 << SIM_RANKED},
	[SIM_PLANT_WEEKLY] = {"weekly", 1 << SIM_ENDS},
	[SIM_PLANT_SHRUG] = {"shrug", 1 << SIM_NO_LOSS},
	[SIM_PLANT_KNOWING] = {"knowing", 1 << SIM_NO_LEAK},
	[SIM_PLANT_CHOSEN] = {"chosen", 1 << SIM_NO_LEAK},
	[SIM_PLANT_BELIEVE] = {"believe", 1 << SIM_ONCE | 1 << SIM_NO_LOSS},
};

struct options {
	uint64_t from, count;
	bool one, all, again;
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
		if (strcmp(name, "--budget") == 0) {
			if (!sim_limiter_find(value, &sim_budget))
				return false;
			continue;
		}
		if (*end || end == value)
			return false;
		if (strcmp(name, "--count") == 0)
			options->count = number;
		else if (strcmp(name, "--from") == 0 || strcmp(name, "--seed") == 0)
			options->from = number;
		else if (strcmp(name, "--all") == 0)
			options->all = number != 0;
		else if (strcmp(name, "--seasons") == 0)
			sim_all_seasons = number != 0;
		else if (strcmp(name, "--night") == 0)
			sim_budget_night = (uint8_t)number;
		else if (strcmp(name, "--followers") == 0)
			sim_budget_followers = number != 0;
		else if (strcmp(name, "--again") == 0)
			options->again = number != 0;
		else
			return false;
		options->one = options->one || strcmp(name, "--seed") == 0;
	}
	return count % 2 == 1;
}

#define SIZES    6
#define PROGRESS 10000 /* the run prints its progress after this many schedules */

/* Totals over all schedules. */
static struct {
	uint64_t schedules, events, lives, commands;
	uint64_t seen[SIM_FAULTS_COUNT],
		in[SIM_FAULTS_COUNT]; /* how often each fault happened, and in how many schedules */
	uint64_t of_commands[SIZES], of_faults[SIZES], of_lives[SIZES], of_matches[SIZES];
	int64_t slowest[2];
	double hours;
} total;

/*
 * Divides the number by `unit`, rounding up. Returns the class of the result. The classes are 0, 1,
 * 2 to 3, 4 to 7, and so on.
 */
static size_t class_of(uint64_t number, unsigned unit)
{
	size_t class = 0;

	for (number = (number + unit - 1) / unit; number > 0 && class < SIZES - 1; number /= 2)
		class ++;
	return class;
}

static void count(void)
{
	uint64_t commands = 0, faults = 0;

	for (size_t i = 0; i < sim->event_count; i++)
		commands += sim->events[i].owed;
	for (size_t i = 0; i < SIM_FAULTS_COUNT; i++) {
		total.seen[i] += sim->seen[i];
		total.in[i] += sim->seen[i] > 0;
		faults += i < SIM_REACTION ? sim->seen[i] : 0;
	}
	for (int i = 0; i < 2; i++)
		if (sim->slowest[i] > total.slowest[i])
			total.slowest[i] = sim->slowest[i];
	total.schedules++;
	total.events += sim->event_count;
	total.lives += sim->lives;
	total.commands += commands;
	total.hours += (double)sim->now / SIM_HOUR;
	total.of_commands[class_of(commands, 10)]++;
	total.of_faults[class_of(faults, 10)]++;
	total.of_lives[class_of(sim->lives, 1)]++;
	total.of_matches[class_of(sim->duel_count, 1)]++;
}

static void report_sizes(const char *name, const uint64_t classes[SIZES], unsigned unit)
{
	printf("    %-10s", name);
	for (size_t i = 0; i < SIZES; i++)
		printf("  %s%u: %" PRIu64, i + 1 < SIZES ? "to " : "over ",
			((1u << (i + 1 < SIZES ? i : i - 1)) - 1) * unit, classes[i]);
	putchar('\n');
}

/* Returns false if one of the faults never happened. */
static bool report(bool all)
{
	bool complete = true;

	puts("numbers of schedules, by how much happened in them");
	report_sizes("matches", total.of_matches, 1);
	report_sizes("commands", total.of_commands, 10);
	report_sizes("faults", total.of_faults, 10);
	report_sizes("lives", total.of_lives, 1);
	puts("how often it happened, and in how many schedules");
	for (int i = 0; i < SIM_FAULTS_COUNT; i++) {
		printf("    %9" PRIu64 " %8" PRIu64 "  %-10s  %s\n", total.seen[i], total.in[i],
			sim_fault_kind((enum sim_fault)i), sim_fault_text((enum sim_fault)i));
		complete = complete && (total.seen[i] > 0 || !sim_disk_knows((enum sim_fault)i));
	}
	printf("the slowest answers to moves beside a flood: %.1f s, and %.1f s where messages are "
	       "limited\n",
		(double)total.slowest[false] / SIM_SECOND,
		(double)total.slowest[true] / SIM_SECOND);
	if (all && !complete)
		puts("a fault of faults.h has not happened");
	return complete || !all;
}

/* Plays the seed twice. Returns whether both runs were equal. */
static bool is_the_same(uint64_t seed, const struct options *options)
{
	uint64_t hash = sim->hash, again;

	sim_finish();
	sim_run(seed, options->plant, false);
	again = sim->hash;
	if (hash != again)
		printf("seed %" PRIu64 ": the second run differs: %016" PRIx64 ", %016" PRIx64 "\n",
			seed, hash, again);
	return hash == again;
}

static int judge_plant(const struct options *options, enum sim_law law)
{
	return plants[options->plant].laws >> law & 1 ? EXIT_SUCCESS : EXIT_FAILURE;
}

static int play(const struct options *options)
{
	for (uint64_t i = 0; i < options->count; i++) {
		uint64_t seed = options->from + i;
		bool held = sim_run(seed, options->plant, options->one);
		enum sim_law law = sim->law;

		count();
		if (options->one)
			printf("seed %" PRIu64 ": transcript %016" PRIx64 "\n", seed, sim->hash);
		if (!held)
			printf("seed %" PRIu64 ": %s: %s\n", seed, laws[law], sim->why);
		if (options->again && !is_the_same(seed, options))
			return EXIT_FAILURE;
		sim_finish();
		if (!held && options->plant != SIM_PLANT_NONE)
			return judge_plant(options, law);
		if (!held) {
			printf("again, with its transcript: tests/run.sh sim --seed %" PRIu64 "\n",
				seed);
			return EXIT_FAILURE;
		}
		if (total.schedules % PROGRESS == 0)
			fprintf(stderr, "%" PRIu64 " schedules, up to seed %" PRIu64 "\n",
				total.schedules, seed);
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
		fputs("sim [--seed N | --from N] [--count N] [--plant NAME] [--all 1] [--again 1] "
		      "[--seasons 1] [--budget LIMITER [--night TOUCHES]]\n",
			stderr);
		return 2;
	}
	clock_gettime(CLOCK_MONOTONIC, &begin);
	status = play(&options);
	clock_gettime(CLOCK_MONOTONIC, &end);
	took = (double)(end.tv_sec - begin.tv_sec) + (double)(end.tv_nsec - begin.tv_nsec) / 1e9;
	if (options.plant == SIM_PLANT_NONE && !options.one && sim_budget == SIM_LIMITERS &&
		!report(options.all) && !status)
		status = EXIT_FAILURE;
	sim_budget_report();
	printf("%" PRIu64 " schedules, %.1f a second: %" PRIu64 " commands in %" PRIu64
	       " events, %" PRIu64 " lives of the bot, %.0f hours of virtual time\n",
		total.schedules, (double)total.schedules / took, total.commands, total.events,
		total.lives, total.hours);
	return status;
}
