#include "engine/lab/puzzle_finder.h"

#include "engine/analysis/analysis.h"
#include "engine/lab/endgame.h"
#include "engine/lab/verdict.h"
#include "engine/opponent/evaluation.h"

#include <string.h>

#define TOUCH       0.9F /* an attack that brings so many points finds the touch */
#define PLAIN       90   /* per cent of the beginners */
#define PLAIN_PARRY 0.5F /* points that a plain parry brings more than a retreat */
#define FIRST_LOOK  30   /* iterations */
#define ITERATIONS  100

#define MISTAKES  0.5F /* the share of random actions of the weaker player */
#define NODES     2000 /* of the search */
#define DEPTH     4
#define GREEDY    2 /* how many of the beginners are greedy */
#define BEGINNERS 8 /* the others play some random rounds in their head */

/*
 * How many positions of 16 to look at, by the cards in the pile: the more cards, the longer a
 * solution takes, and the more turns of a round have them.
 */
static const uint8_t looks[PUZZLE_PILE + 1] = {16, 16, 12, 6, 1};

/* The rules of the rounds, in turn. */
static const struct eg_rules rules[] = {
	{EG_ADVANCED, EG_FINAL_POSITION},
	{EG_STANDARD, EG_FINAL_POSITION},
	{EG_ADVANCED, EG_FINAL_POSITION},
	{EG_BASIC, EG_FINAL_POSITION},
	{EG_ADVANCED, EG_FINAL_POSITION},
	{EG_STANDARD, EG_FINAL_POSITION},
};
#define RULES (sizeof(rules) / sizeof(rules[0]))

static bool attacks(struct eg_action action)
{
	return action.kind == EG_ATTACK || action.kind == EG_ADVANCE_ATTACK;
}

/* Whether the position asks something: in the basic rules, each attack wins. */
static bool is_question(const struct eg_round *round)
{
	struct eg_action legal[EG_LEGAL_MAX];
	size_t count = eg_round_legal(round, legal);

	if (EG_DECK - round->drawn > PUZZLE_PILE || round->phase == EG_LAST_LUNGE || count < 2)
		return false;
	for (size_t i = 0; i < count; i++)
		if (round->rules.level == EG_BASIC && attacks(legal[i]))
			return false;
	return true;
}

/*
 * Whether one action is clearly best. The first verdict has the ranges as after the deal. Looks
 * again with those of rounds that the actor played, which is so, and with those of a weaker player.
 * Writes the verdict with the actor's ranges.
 */
static bool confirm(const struct eg_live_round *live, const struct verdict *first,
	struct verdict *verdict, bool *answered)
{
	static const struct eg_player actor = {.skill = EG_ACTOR};
	const struct eg_round *round = &live->position.round;
	struct verdict other;
	struct ranges ranges;

	*answered = endgame_ranges(&actor, 0, live, &ranges);
	if (!*answered || !verdict_reach(round, &ranges, ITERATIONS, verdict) ||
		verdict->best != first->best || verdict->margin < PUZZLE_MARGIN)
		return false;
	*answered = endgame_ranges(&actor, MISTAKES, live, &ranges);
	return *answered && verdict_reach(round, &ranges, ITERATIONS, &other) &&
	       other.best == first->best && other.margin >= PUZZLE_DOUBT;
}

/* Whether the action is also the best one if both seats play on as the actor network says. */
static bool search_agrees(const struct eg_live_round *live, const struct verdict *verdict)
{
	const struct eg_effort effort = {NODES, DEPTH, &eg_actor_player};
	struct eg_dice dice = {0};
	struct eg_witness witness;
	struct eg_belief belief;
	struct eg_position position;
	struct eg_strategy strategy = {.count = verdict->count};
	float points[EG_LEGAL_MAX];

	if (eg_live_round_witness(live, &witness) != EG_OK ||
		eg_style_guess(&belief, &position, &witness) != EG_OK)
		return false;
	memcpy(strategy.legal, verdict->legal, sizeof(verdict->legal));
	eg_evaluate(&position, &belief, &effort, &dice, &strategy, points);
	for (size_t i = 0; i < verdict->count; i++)
		if (points[i] > points[verdict->best])
			return false;
	return true;
}

/* Writes how often beginners find the best action, and the worse one that they play most often. */
static bool tempt(
	const struct eg_live_round *live, const struct verdict *verdict, struct eg_puzzle *puzzle)
{
	unsigned played[EG_LEGAL_MAX] = {0};

	for (uint64_t k = 0; k < BEGINNERS; k++) {
		const struct eg_player beginner = {
			.skill = k < GREEDY ? EG_GREEDY : EG_PLAYOUTS, .nodes = 4};
		struct eg_strategy strategy;

		if (eg_live_round_consider(live, &beginner, k, &strategy) != EG_OK)
			return false;
		for (size_t i = 0; i < strategy.count; i++)
			played[i] += strategy.chances[i] > 0.5F;
	}
	puzzle->lure = verdict->best == 0;
	for (size_t i = 0; i < verdict->count; i++)
		if (i != verdict->best && played[i] > played[puzzle->lure])
			puzzle->lure = (uint8_t)i;
	puzzle->found = (uint8_t)(100 * played[verdict->best] / BEGINNERS);
	return true;
}

/* Finds out what the puzzle asks, by why its lure is worse. Returns false if it asks nothing. */
static bool find_kind(
	const struct eg_view *view, const struct verdict *verdict, struct eg_puzzle *puzzle)
{
	struct eg_action best = verdict->legal[verdict->best];
	enum eg_why why = eg_why_worse(view, verdict->legal[puzzle->lure], best);

	/* Who loses much without a parry parries. */
	if (why == EG_WHY_NONE || (best.kind == EG_PARRY && verdict->margin >= PLAIN_PARRY))
		return false;
	if (view->phase == EG_DEFEND)
		puzzle->kind = EG_PUZZLE_ANSWER;
	else if (attacks(best) && verdict->points[verdict->best] >= TOUCH)
		puzzle->kind = EG_PUZZLE_TOUCH;
	else if (why >= EG_WHY_SURE_ATTACK && why <= EG_WHY_EARLY_ATTACK)
		puzzle->kind = EG_PUZZLE_ATTACK;
	else if (why >= EG_WHY_END_CARDS && why <= EG_WHY_END_BEHIND)
		puzzle->kind = EG_PUZZLE_END;
	else if (why >= EG_WHY_IN_REACH && why <= EG_WHY_OUT_OF_REACH)
		puzzle->kind = EG_PUZZLE_COUNT;
	else
		return false;
	return true;
}

static void describe(
	const struct eg_position *position, const struct verdict *verdict, struct eg_puzzle *puzzle)
{
	const struct eg_round *round = &position->round;

	puzzle->rules = round->rules;
	puzzle->seat = round->to_act;
	puzzle->phase = round->phase;
	puzzle->attack = round->attack;
	puzzle->space[EG_WHITE] = round->space[EG_WHITE];
	puzzle->space[EG_BLACK] = round->space[EG_BLACK];
	puzzle->pile = (uint8_t)(EG_DECK - round->drawn);
	puzzle->last_card = round->discarded > 0 ? round->discard[round->discarded - 1] : 0;
	memcpy(puzzle->hand, round->hand[round->to_act], sizeof(puzzle->hand));
	memcpy(puzzle->gone, position->gone, sizeof(puzzle->gone));
	puzzle->count = (uint8_t)verdict->count;
	puzzle->best = (uint8_t)verdict->best;
	for (size_t i = 0; i < verdict->count; i++) {
		puzzle->legal[i] = verdict->legal[i];
		puzzle->cost[i] =
			(uint8_t)(100 * (verdict->points[verdict->best] - verdict->points[i]) +
				  0.5F);
	}
}

/* Whether a puzzle of this phase is wanted. */
static bool is_wanted(const struct puzzle_finder *finder, enum eg_phase phase)
{
	bool wanted = false;

	for (size_t kind = 0; kind < EG_PUZZLE_KINDS; kind++)
		if ((kind == EG_PUZZLE_ANSWER) == (phase == EG_DEFEND))
			wanted = wanted || finder->wanted[kind] > 0;
	return wanted;
}

/* Whether the live round is at a puzzle. Looks first at what costs least. */
static bool examine(const struct eg_live_round *live, struct puzzle_finder *finder,
	struct eg_puzzle *puzzle, bool *answered)
{
	const struct eg_round *round = &live->position.round;
	struct verdict first;
	struct verdict verdict;
	struct eg_view view;

	if (!is_wanted(finder, round->phase))
		return false;
	finder->positions++;
	*puzzle = (struct eg_puzzle){0};
	if (!verdict_of_deal(round, FIRST_LOOK, &first) || first.margin < PUZZLE_MARGIN)
		return false;
	finder->clear++;
	eg_round_view(round, round->to_act, &view);
	*answered = tempt(live, &first, puzzle);
	if (!*answered || !find_kind(&view, &first, puzzle) || puzzle->found > PLAIN ||
		finder->wanted[puzzle->kind] == 0 || !search_agrees(live, &first))
		return false;
	finder->asked++;
	if (!confirm(live, &first, &verdict, answered))
		return false;
	describe(&live->position, &verdict, puzzle);
	finder->wanted[puzzle->kind]--;
	return true;
}

/* Plays one round of the actor, up to a puzzle. Returns false if a player could not answer. */
static bool play(struct puzzle_finder *finder, struct eg_puzzle *puzzle, bool *found)
{
	static const struct eg_player actor = {.skill = EG_ACTOR};
	uint8_t deck[EG_DECK];
	struct eg_live_round live;

	eg_dice_deck(&finder->dice, deck);
	if (eg_live_round_begin(&live, &rules[finder->rounds++ % RULES], EG_WHITE, deck) != EG_OK)
		return false;
	while (!eg_live_round_is_over(&live)) {
		const struct eg_round *round = &live.position.round;
		struct eg_strategy strategy;
		bool answered = true;

		if (is_question(round) &&
			eg_dice_below(&finder->dice, 16) < looks[EG_DECK - round->drawn] &&
			examine(&live, finder, puzzle, &answered)) {
			*found = true;
			return true;
		}
		if (!answered || eg_live_round_consider(&live, &actor, 0, &strategy) != EG_OK)
			return false;
		size_t i = eg_pick(strategy.chances, strategy.count, eg_dice_unit(&finder->dice));

		if (eg_live_round_play(&live, strategy.legal[i]) != EG_OK)
			return false;
	}
	return true;
}

bool puzzle_find(struct puzzle_finder *finder, struct eg_puzzle *puzzle)
{
	bool found = false;

	while (!found)
		if (!play(finder, puzzle, &found))
			return false;
	return true;
}
