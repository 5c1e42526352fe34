/*
 * usage: bench_levels RULES MATCHES SEED
 * Lets the five practice opponents play matches to five touches, each against each, and prints how
 * many of them each wins. Then judges the actions of each opponent in a tenth as many matches
 * against itself, and prints how often an action gave away more than a quarter of a round, and how
 * often a certain touch was missed.
 */
#include "bot/match/practice_opponent.h"
#include "engine/command/duel.h"
#include "engine/opponent/belief.h"
#include "engine/opponent/evaluation.h"
#include "engine/opponent/live_round.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LEVELS  (BOT_MAITRE - BOT_NOVICE + 1)
#define TOUCHES 5
#define QUARTER 0.25F
#define CERTAIN 0.9999F

struct contest {
	struct eg_rules rules;
	struct eg_dice dice;
	struct eg_player players[2]; /* White and Black */
	/* What the judge has seen. It judges only in a contest of an opponent with itself. */
	bool judged;
	unsigned long actions;
	unsigned long wasted; /* actions that gave away more than a quarter of a round */
	unsigned long missed; /* actions that missed a certain touch */
};

static const char *name(size_t level)
{
	return bot_practice_name((enum bot_practice)(BOT_NOVICE + level));
}

/* Evaluates all actions with many more positions than the weaker opponents look at. */
static bool judge(struct contest *contest, const struct eg_live_round *live,
	const struct eg_strategy *strategy, size_t played)
{
	const struct eg_effort effort = {20000, 4, &eg_actor_player};
	float points[EG_LEGAL_MAX];
	struct eg_position position;
	struct eg_witness witness;
	struct eg_belief belief;
	float best = 0;

	if (eg_live_round_witness(live, &witness) != EG_OK ||
		eg_style_guess(&belief, &position, &witness) != EG_OK)
		return false;
	eg_evaluate(&position, &belief, &effort, &contest->dice, strategy, points);
	for (size_t i = 0; i < strategy->count; i++)
		best = fmaxf(best, points[i]);
	contest->actions++;
	contest->wasted += best - points[played] > QUARTER;
	contest->missed += best >= CERTAIN && points[played] < CERTAIN;
	return true;
}

static bool act(struct contest *contest, struct eg_live_round *live)
{
	size_t player = live->position.round.to_act == EG_WHITE ? 0 : 1;
	uint64_t seed = eg_dice_roll(&contest->dice);
	struct eg_strategy strategy;
	size_t played = 0;

	if (eg_live_round_consider(live, &contest->players[player], seed, &strategy) != EG_OK)
		return false;
	struct eg_action action = eg_strategy_draw(&strategy, seed);

	while (!eg_action_equal(strategy.legal[played], action))
		played++;
	if (contest->judged && !judge(contest, live, &strategy, played))
		return false;
	return eg_live_round_play(live, action) == EG_OK;
}

/* Plays a round, and adds a touch to the score if somebody wins it. */
static bool play_round(struct contest *contest, enum eg_seat first, unsigned score[2])
{
	uint8_t deck[EG_DECK];
	struct eg_live_round live;

	random_deck(&contest->dice, deck);
	if (eg_live_round_begin(&live, &contest->rules, first, deck) != EG_OK)
		return false;
	while (!eg_live_round_is_over(&live))
		if (!act(contest, &live))
			return false;
	enum eg_seat winner = live.position.round.result.winner;

	if (winner != EG_NOBODY)
		score[winner == EG_WHITE ? 0 : 1]++;
	return true;
}

/* Plays matches, in which the seats begin in turn. Sets *won to the number that White wins. */
static bool play_matches(struct contest *contest, unsigned long matches, unsigned long *won)
{
	*won = 0;
	for (unsigned long i = 0; i < matches; i++) {
		enum eg_seat first = i % 2 == 0 ? EG_WHITE : EG_BLACK;
		unsigned score[2] = {0, 0};

		for (; score[0] < TOUCHES && score[1] < TOUCHES; first = eg_opponent(first))
			if (!play_round(contest, first, score))
				return false;
		*won += score[0] == TOUCHES;
	}
	return true;
}

static bool begin(struct contest *contest, size_t white, size_t black)
{
	return eg_player_parse(name(white), strlen(name(white)), &contest->players[0]) == EG_OK &&
	       eg_player_parse(name(black), strlen(name(black)), &contest->players[1]) == EG_OK;
}

/* Prints the share of matches that `a` wins against `b`, with half its 95 % interval. */
static bool compare(struct contest *contest, size_t a, size_t b, unsigned long matches)
{
	unsigned long won;

	if (!begin(contest, a, b) || !play_matches(contest, matches, &won))
		return false;
	double share = (double)won / (double)matches;

	printf("%s %s %.3f +-%.3f\n", name(a), name(b), share,
		1.96 * sqrt(share * (1 - share) / (double)matches));
	return true;
}

static bool examine(const struct contest *rules, size_t level, unsigned long matches)
{
	struct contest contest = {.rules = rules->rules, .dice = rules->dice, .judged = true};
	unsigned long won;

	if (!begin(&contest, level, level) || !play_matches(&contest, matches, &won))
		return false;
	printf("%s: %lu of %lu actions gave away more than a quarter of a round, %lu missed a "
	       "certain touch\n",
		name(level), contest.wasted, contest.actions, contest.missed);
	return true;
}

static bool run(struct contest *contest, unsigned long matches)
{
	for (size_t a = 1; a < LEVELS; a++)
		for (size_t b = a; b-- > 0;)
			if (!compare(contest, a, b, matches))
				return false;
	for (size_t level = 0; level < LEVELS; level++)
		if (!examine(contest, level, (matches + 9) / 10))
			return false;
	return true;
}

int main(int argc, char **argv)
{
	struct contest contest = {0};

	if (argc != 4 || eg_rules_parse(argv[1], strlen(argv[1]), &contest.rules) != EG_OK) {
		fprintf(stderr, "usage: bench_levels RULES MATCHES SEED\n");
		return EXIT_FAILURE;
	}
	setvbuf(stdout, NULL, _IOLBF, 0);
	contest.dice.state = strtoull(argv[3], NULL, 10);
	if (!run(&contest, strtoul(argv[2], NULL, 10))) {
		fprintf(stderr, "levels: a player did not answer\n");
		return EXIT_FAILURE;
	}
	return EXIT_SUCCESS;
}
