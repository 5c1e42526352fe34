/*
 * usage: bench_coached MATCHES SEED OPPONENT ...
 * A newcomer plays what the coach of practice matches recommends, in matches to five touches with
 * the advanced rules. If the coach recommends two actions, the newcomer plays one of them at
 * random. Prints for each practice opponent how many matches the newcomer won, what the newcomer's
 * choices cost according to the analysis, and for how many costly actions of both players the
 * analysis gives each reason.
 */
#include "bot/text/coach.h"
#include "engine/analysis/analysis.h"
#include "engine/opponent/dice.h"
#include "engine/opponent/live_round.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define RECORD_SIZE 65536
#define NEWCOMER    EG_WHITE

struct bench {
	struct eg_player judge, opponent;
	struct eg_dice dice;
	struct eg_match match;
	struct eg_live_round live; /* the current round of the match */
	struct eg_writer writer;
	char record[RECORD_SIZE];
	struct eg_analysis analysis;
	unsigned long won;               /* matches that the newcomer has won */
	unsigned long turns;             /* of the newcomer */
	unsigned long choices;           /* turns of the newcomer with at least two legal actions */
	unsigned long grades[EG_GRADES]; /* of these choices */
	unsigned long reasons[EG_WHYS];  /* of the costly actions of both players */
};

static bool consider(struct bench *bench, const struct eg_player *player,
	struct eg_strategy *strategy, struct eg_action *action)
{
	uint64_t seed = eg_dice_roll(&bench->dice);

	if (eg_live_round_consider(&bench->live, player, seed, strategy) != EG_OK)
		return false;
	*action = eg_strategy_draw(strategy, seed);
	return true;
}

/* Chooses the newcomer's action. Fails if the coach recommends nothing where there is a choice. */
static bool follow(struct bench *bench, struct eg_action *action)
{
	struct eg_strategy judged;
	struct eg_view view;

	if (!consider(bench, &bench->judge, &judged, action))
		return false;
	eg_round_view(&bench->live.position.round, NEWCOMER, &view);
	bench->turns++;
	struct bot_coach_tip tip = bot_coach_choose(&view, &judged);

	if (view.legal_count > 1 && tip.recommended == 0)
		return false;
	if (tip.recommended > 0)
		*action = tip.action[eg_dice_below(&bench->dice, tip.recommended)];
	return true;
}

static bool play_round(struct bench *bench, const uint8_t deck[EG_DECK])
{
	const struct eg_round *round = &bench->live.position.round;
	struct eg_strategy strategy;
	struct eg_action action;

	if (eg_live_round_begin(&bench->live, &bench->match.rules.round, bench->match.round.to_act,
		    deck) != EG_OK)
		return false;
	while (!eg_live_round_is_over(&bench->live)) {
		bool found = round->to_act == NEWCOMER
				     ? follow(bench, &action)
				     : consider(bench, &bench->opponent, &strategy, &action);

		if (!found || eg_match_play(&bench->match, action) != EG_OK ||
			eg_live_round_play(&bench->live, action) != EG_OK)
			return false;
		eg_writer_action(&bench->writer, action);
	}
	eg_writer_result(&bench->writer, &round->result);
	return true;
}

/* Plays a match, and writes its record. */
static bool play_match(struct bench *bench, enum eg_seat first)
{
	const struct eg_match_rules rules = {{EG_ADVANCED, EG_FINAL_POSITION}, 5, first, {0}};

	eg_writer_init(&bench->writer, bench->record, RECORD_SIZE);
	eg_writer_rules(&bench->writer, &rules);
	if (eg_match_init(&bench->match, &rules) != EG_OK)
		return false;
	while (bench->match.winner == EG_NOBODY) {
		uint8_t deck[EG_DECK];

		eg_dice_deck(&bench->dice, deck);
		eg_writer_deal(&bench->writer, deck);
		if (eg_match_deal(&bench->match, deck) != EG_OK || !play_round(bench, deck))
			return false;
	}
	bench->won += bench->match.winner == NEWCOMER;
	return true;
}

static void count(struct bench *bench, const struct eg_decision *decision)
{
	if (decision->seat == NEWCOMER && !decision->forced) {
		bench->choices++;
		bench->grades[decision->grade]++;
	}
	if (decision->grade != EG_MIXING)
		bench->reasons[decision->why]++;
}

static bool analyse(struct bench *bench)
{
	struct eg_record_fault fault;
	size_t size;

	if (eg_writer_finish(&bench->writer, &size) != EG_OK ||
		eg_analysis_init(&bench->analysis, bench->record, size, &fault) != EG_OK)
		return false;
	while (eg_analysis_step(&bench->analysis))
		continue;
	for (size_t i = 0; i < bench->analysis.decision_count; i++)
		count(bench, &bench->analysis.decisions[i]);
	return true;
}

static void print(const struct bench *bench, const char *opponent, unsigned long matches)
{
	unsigned long costly = 0;

	for (int why = 0; why < EG_WHYS; why++)
		costly += bench->reasons[why];
	printf("%s: %lu of %lu matches won; %lu turns, %lu choices: %lu inaccuracies, "
	       "%lu mistakes, %lu blunders\n",
		opponent, bench->won, matches, bench->turns, bench->choices,
		bench->grades[EG_INACCURACY], bench->grades[EG_MISTAKE], bench->grades[EG_BLUNDER]);
	printf("  %lu costly actions of both players, %lu without a reason\n", costly,
		bench->reasons[EG_WHY_NONE]);
	for (int why = EG_WHY_NONE + 1; why < EG_WHYS; why++)
		printf("  %5lu %s\n", bench->reasons[why], eg_why_name((enum eg_why)why));
	fflush(stdout);
}

static bool run(struct bench *bench, unsigned long matches, uint64_t seed, const char *opponent)
{
	memset(bench, 0, sizeof(*bench));
	bench->dice.state = seed;
	if (eg_player_parse("maitre", strlen("maitre"), &bench->judge) != EG_OK ||
		eg_player_parse(opponent, strlen(opponent), &bench->opponent) != EG_OK)
		return false;
	for (unsigned long i = 0; i < matches; i++)
		if (!play_match(bench, i % 2 == 0 ? EG_WHITE : EG_BLACK) || !analyse(bench))
			return false;
	print(bench, opponent, matches);
	return true;
}

int main(int argc, char **argv)
{
	static struct bench bench;

	if (argc < 4) {
		fprintf(stderr, "usage: bench_coached MATCHES SEED OPPONENT ...\n");
		return EXIT_FAILURE;
	}
	for (int i = 3; i < argc; i++)
		if (!run(&bench, strtoul(argv[1], NULL, 10), strtoull(argv[2], NULL, 10),
			    argv[i])) {
			fprintf(stderr, "bench_coached: a match against %s failed\n", argv[i]);
			return EXIT_FAILURE;
		}
	return EXIT_SUCCESS;
}
