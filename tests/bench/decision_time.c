/*
 * usage: decision_time RULES ROUNDS
 * Prints how much processor time a decision of the maitre takes. 64 matches go on in turn, one
 * action each, as in a busy bot: between two decisions of a match, the others use the processor's
 * caches. Each match plays ROUNDS rounds.
 */
#include "engine/opponent/dice.h"
#include "engine/opponent/live_round.h"
#include "tests/bench/processor_time.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MATCHES 64

struct bench {
	struct eg_player maitre;
	struct eg_rules rules;
	struct eg_dice dice;
	struct eg_live_round bouts[MATCHES];
	double *seconds; /* of each decision */
	size_t decisions;
};

static bool begin(struct bench *bench, struct eg_live_round *live)
{
	uint8_t deck[EG_DECK];

	eg_dice_deck(&bench->dice, deck);
	return eg_live_round_begin(live, &bench->rules, EG_WHITE, deck) == EG_OK;
}

/* Plays an action. Does not count it if there is only one legal action. */
static bool play(struct bench *bench, struct eg_live_round *live)
{
	struct eg_strategy strategy;
	uint64_t seed = eg_dice_roll(&bench->dice);
	double start = processor_time();

	if (eg_live_round_consider(live, &bench->maitre, seed, &strategy) != EG_OK)
		return false;
	if (strategy.count > 1)
		bench->seconds[bench->decisions++] = processor_time() - start;
	return eg_live_round_play(live, eg_strategy_draw(&strategy, seed)) == EG_OK;
}

/* Plays a round in each match. */
static bool play_rounds(struct bench *bench)
{
	bool over = false;

	for (size_t i = 0; i < MATCHES; i++)
		if (!begin(bench, &bench->bouts[i]))
			return false;
	while (!over) {
		over = true;
		for (size_t i = 0; i < MATCHES; i++) {
			if (eg_live_round_is_over(&bench->bouts[i]))
				continue;
			over = false;
			if (!play(bench, &bench->bouts[i]))
				return false;
		}
	}
	return true;
}

static int compare(const void *a, const void *b)
{
	double first = *(const double *)a;
	double second = *(const double *)b;

	return (first > second) - (first < second);
}

static void print(struct bench *bench)
{
	double *seconds = bench->seconds;
	size_t last = bench->decisions - 1;

	qsort(seconds, bench->decisions, sizeof(*seconds), compare);
	printf("{\"decisions\":%zu,\"median ms\":%.2f,\"99th percentile ms\":%.2f,"
	       "\"99.9th percentile ms\":%.2f,\"longest ms\":%.2f}\n",
		bench->decisions, 1000 * seconds[last / 2], 1000 * seconds[last * 99 / 100],
		1000 * seconds[last * 999 / 1000], 1000 * seconds[last]);
}

int main(int argc, char **argv)
{
	static struct bench bench;
	unsigned long rounds = argc == 3 ? strtoul(argv[2], NULL, 10) : 0;

	if (rounds == 0 || rounds > 10000 ||
		eg_player_parse("maitre", strlen("maitre"), &bench.maitre) != EG_OK ||
		eg_rules_parse(argv[1], strlen(argv[1]), &bench.rules) != EG_OK) {
		fprintf(stderr, "usage: decision_time RULES ROUNDS, with 1 to 10000 rounds\n");
		return EXIT_FAILURE;
	}
	bench.seconds = malloc(rounds * MATCHES * EG_PLIES_MAX * sizeof(*bench.seconds));
	bool played = bench.seconds != NULL;

	for (unsigned long i = 0; played && i < rounds; i++)
		played = play_rounds(&bench);
	if (played)
		print(&bench);
	else
		fprintf(stderr, "decision_time: out of memory, or the maitre did not answer\n");
	free(bench.seconds);
	return played ? EXIT_SUCCESS : EXIT_FAILURE;
}
