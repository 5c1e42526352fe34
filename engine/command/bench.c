#include "engine/command/command.h"
#include "engine/command/duel.h"
#include "engine/command/program.h"
#include "engine/engarde.h"

#include <getopt.h>
#include <stdio.h>

#define MATCHES_BETWEEN_CLOCKS 256

struct bench {
	struct eg_match_rules rules;
	uint64_t seconds;
	struct eg_dice dice;
	uint64_t actions;
	uint64_t rounds;
	uint64_t matches;
};

/* Plays a round of random legal actions with the public functions. */
static bool bench_round(struct bench *bench, struct eg_match *match)
{
	struct eg_action legal[EG_LEGAL_MAX];
	uint8_t deck[EG_DECK];

	random_deck(&bench->dice, deck);
	if (eg_match_deal(match, deck) != EG_OK)
		return false;
	while (match->round.phase != EG_OVER) {
		size_t count = eg_round_legal(&match->round, legal);

		if (eg_match_play(match, legal[eg_dice_below(&bench->dice, (uint32_t)count)]) !=
			EG_OK)
			return false;
	}
	bench->actions += match->round.plies;
	bench->rounds++;
	return true;
}

static bool bench_match(struct bench *bench)
{
	struct eg_match match;

	if (eg_match_init(&match, &bench->rules) != EG_OK)
		return false;
	while (match.winner == EG_NOBODY)
		if (!bench_round(bench, &match))
			return false;
	bench->matches++;
	return true;
}

static int measure(struct bench *bench)
{
	double start = processor_time();
	double spent = 0;

	while (spent < (double)bench->seconds) {
		for (int i = 0; i < MATCHES_BETWEEN_CLOCKS; i++)
			if (!bench_match(bench)) {
				fprintf(stderr, "engarde bench: a legal action was refused\n");
				return STATUS_FAILED;
			}
		spent = processor_time() - start;
	}
	printf("{\"actions/s\":%.0f,\"rounds/s\":%.0f,\"matches/s\":%.0f,"
	       "\"rules\":\"%s\",\"seconds\":%.3f}\n",
		(double)bench->actions / spent, (double)bench->rounds / spent,
		(double)bench->matches / spent, eg_rules_name(&bench->rules.round), spent);
	return STATUS_OK;
}

int command_bench(int argc, char **argv)
{
	static const struct option options[] = {{"rules", required_argument, NULL, 'r'},
		{"seconds", required_argument, NULL, 's'}, {"seed", required_argument, NULL, 'd'},
		{0}};
	struct bench bench = {
		.rules = {{EG_ADVANCED, EG_FINAL_POSITION}, 5, EG_WHITE, {0}},
		.seconds = 3,
		.dice = {1},
	};
	int option;

	while ((option = getopt_long(argc, argv, "", options, NULL)) != -1) {
		if (option == 'r' && !option_rules(argv[0], optarg, &bench.rules.round))
			return STATUS_MISUSED;
		if (option == 's' && !option_number(argv[0], "--seconds", 1, 3600, &bench.seconds))
			return STATUS_MISUSED;
		if (option == 'd' &&
			!option_number(argv[0], "--seed", 0, UINT64_MAX, &bench.dice.state))
			return STATUS_MISUSED;
		if (option == '?')
			return option_unknown(argv);
	}
	if (optind < argc)
		return option_misused(argv[0], "unknown argument %s", argv[optind]);
	return measure(&bench);
}
