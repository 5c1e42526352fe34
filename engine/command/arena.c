#include "engine/command/arena.h"

#include "engine/command/command.h"
#include "engine/command/program.h"

#include <math.h>
#include <stdio.h>

/* A mean with the ends of its 95 % interval. */
struct interval {
	double mean;
	double low;
	double high;
};

/* Returns the interval, without what can't be a score. */
static struct interval interval(double mean, double margin)
{
	return (struct interval){mean, fmax(0, mean - margin), fmin(1, mean + margin)};
}

static struct interval plain(const struct duel *duel)
{
	return interval(sample_mean(&duel->score), sample_margin(&duel->score));
}

static struct interval adjusted(const struct duel *duel)
{
	return interval(adjustment_mean(&duel->adjusted), adjustment_margin(&duel->adjusted));
}

static void print_json(const struct arena *arena)
{
	const struct duel *duel = &arena->duel;
	struct interval score = plain(duel);

	printf("{\"a\":\"%s\",\"b\":\"%s\",\"rules\":\"%s\",\"rounds\":%llu,\"seed\":%llu,"
	       "\"score\":%.5f,\"low\":%.5f,\"high\":%.5f",
		arena->names[0], arena->names[1], eg_rules_name(&duel->rules),
		(unsigned long long)duel->rounds, (unsigned long long)arena->trial.seed, score.mean,
		score.low, score.high);
	if (duel->adjust) {
		score = adjusted(duel);
		printf(",\"adjusted\":{\"score\":%.5f,\"low\":%.5f,\"high\":%.5f}", score.mean,
			score.low, score.high);
	}
	printf("}\n");
}

static void print_text(const struct arena *arena)
{
	const struct duel *duel = &arena->duel;
	struct interval score = plain(duel);

	printf("%s against %s, %s: %.2f %% of the points (95 %%: %.2f to %.2f)\n", arena->names[0],
		arena->names[1], eg_rules_name(&duel->rules), 100 * score.mean, 100 * score.low,
		100 * score.high);
	if (duel->adjust) {
		score = adjusted(duel);
		printf("Adjusted for luck: %.2f %% (95 %%: %.2f to %.2f)\n", 100 * score.mean,
			100 * score.low, 100 * score.high);
	}
	printf("%llu deck%s, played from both seats\n", (unsigned long long)duel->rounds,
		duel->rounds == 1 ? "" : "s");
	for (size_t i = 0; i < 2; i++)
		printf("%s: %.3f ms for each decision, %.1f ms at most\n", arena->names[i],
			1000 * duel->seconds[i] / (double)duel->decisions[i],
			1000 * duel->longest[i]);
}

bool arena_read_player(struct arena *arena, const char *command, const char *name, size_t i)
{
	arena->names[i] = name;
	return option_player(command, name, &arena->duel.players[i]);
}

static int read_options(struct arena *arena, int argc, char **argv)
{
	static const struct option options[] = {
		TRIAL_OPTIONS, {"plain", no_argument, NULL, 'p'}, {0}};
	struct duel *duel = &arena->duel;
	int option;

	while ((option = getopt_long(argc, argv, "", options, NULL)) != -1) {
		if (!trial_option(&arena->trial, argv, option))
			return STATUS_MISUSED;
		duel->adjust = duel->adjust && option != 'p';
	}
	duel->rules = arena->trial.rules;
	duel->rounds = arena->trial.rounds;
	duel->dice.state = arena->trial.seed;
	if (argc - optind != 2)
		return option_misused(argv[0], "takes the names of two players");
	for (size_t i = 0; i < 2; i++)
		if (!arena->read_player(arena, argv[0], argv[optind + (int)i], i))
			return STATUS_MISUSED;
	return STATUS_OK;
}

int arena_run(struct arena *arena, int argc, char **argv)
{
	arena->trial = (struct trial)TRIAL_USUAL;
	arena->duel.adjust = true;
	int status = read_options(arena, argc, argv);

	if (status != STATUS_OK)
		return status;
	if (!duel_fight(&arena->duel)) {
		fprintf(stderr, "%s: a player did not answer\n", argv[0]);
		return STATUS_FAILED;
	}
	if (arena->trial.json)
		print_json(arena);
	else
		print_text(arena);
	return STATUS_OK;
}

int command_arena(int argc, char **argv)
{
	struct arena arena = {.read_player = arena_read_player};

	return arena_run(&arena, argc, argv);
}
