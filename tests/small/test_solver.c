/*
 * Solves the small game from its first action to its last, and compares what the solver says with
 * the exact best response, which shares only the rules with it.
 */
#include "engine/lab/solve/track.h"
#include "engine/opponent/dice.h"
#include "tests/small/best_response.h"
#include "tests/support/cmocka.h"
#include "tests/support/rule_sets.h"

#include <math.h>
#include <string.h>

#define NODES_MOST 2000

/* What both fencers have done so far, as far as a round keeps it. */
struct history {
	uint8_t discard[EG_DECK];
	uint8_t discarded;
	uint8_t plies;
	uint8_t space[2];
	enum eg_seat to_act;
};

/* The choices of a solution by their histories: a model gets a round, and must find its node. */
struct solution {
	struct solver solver;
	size_t count;
	struct history histories[NODES_MOST];
	const struct node *nodes[NODES_MOST];
};

static bool is_same(const struct history *a, const struct history *b)
{
	return a->discarded == b->discarded && a->plies == b->plies && a->to_act == b->to_act &&
	       memcmp(a->discard, b->discard, a->discarded) == 0 &&
	       memcmp(a->space, b->space, sizeof(a->space)) == 0;
}

static const struct node *find(const struct solution *solution, const struct history *history)
{
	for (size_t i = 0; i < solution->count; i++)
		if (is_same(&solution->histories[i], history))
			return solution->nodes[i];
	return NULL;
}

static void discard(struct history *history, uint8_t card, uint8_t count)
{
	for (; count > 0; count--)
		history->discard[history->discarded++] = card;
}

static struct history history_after(
	const struct history *before, struct eg_action action, const struct eg_attack *attack)
{
	struct history history = *before;
	int steps = action.kind == EG_RETREAT ? -action.move : action.move;

	history.plies++;
	history.space[before->to_act] = (uint8_t)(before->space[before->to_act] +
						  (before->to_act == EG_WHITE ? steps : -steps));
	if (action.kind == EG_PARRY)
		discard(&history, attack->card, attack->count);
	if (action.move > 0)
		discard(&history, action.move, 1);
	discard(&history, action.card, action.count);
	return history;
}

static void list_choices(struct solution *solution, const struct node *node,
	const struct history *history, const struct eg_attack *attack)
{
	struct history here = *history;

	here.to_act = node->seat;
	if (node->kind == NODE_DRAW) {
		list_choices(solution, node->branches->next, history, attack);
		return;
	}
	if (node->kind != NODE_CHOICE)
		return;
	assert_null(find(solution, &here)); /* no two choices have the same history */
	assert_true(solution->count < NODES_MOST);
	solution->histories[solution->count] = here;
	solution->nodes[solution->count++] = node;
	for (size_t k = 0; k < node->count; k++) {
		struct eg_action action = node->branches[k].action;
		const struct eg_attack next = {action.card, action.count, false};
		struct history after = history_after(&here, action, attack);

		list_choices(solution, node->branches[k].next, &after, &next);
	}
}

static void play_solution(const struct eg_model *model, const struct eg_position *position,
	struct eg_strategy *strategy)
{
	const struct eg_round *round = &position->round;
	struct history history = {.discarded = round->discarded,
		.plies = round->plies,
		.space = {round->space[EG_WHITE], round->space[EG_BLACK]},
		.to_act = round->to_act};
	struct eg_strategy solved;

	memcpy(history.discard, round->discard, round->discarded);
	const struct node *node = find(model->data, &history);

	assert_non_null(node);
	solver_strategy(node, round->hand[round->to_act], &solved);
	assert_int_equal(solved.count, strategy->count);
	for (size_t i = 0; i < strategy->count; i++)
		for (size_t k = 0; k < solved.count; k++)
			if (eg_action_equal(strategy->legal[i], solved.legal[k]))
				strategy->chances[i] = solved.chances[k];
}

static void solve(struct solution *solution, const struct eg_rules *rules, uint32_t iterations)
{
	uint8_t deck[EG_DECK];
	struct eg_round round;
	struct scene scene;
	struct ranges ranges;
	const struct eg_attack none = {0};

	for (size_t i = 0; i < EG_DECK; i++)
		deck[i] = (uint8_t)(1 + i % EG_VALUES);
	assert_int_equal(eg_round_init(&round, rules, EG_WHITE, deck), EG_OK);
	scene_of(&round, &scene);
	ranges_of_deal(&scene, &ranges);
	solution->count = 0;
	assert_true(solver_begin(&solution->solver, &scene, &ranges));
	solver_learn(&solution->solver, iterations);
	list_choices(solution, solution->solver.tree.root,
		&(struct history){.space = {scene.space[EG_WHITE], scene.space[EG_BLACK]}}, &none);
}

UNIT_TEST(test_nobody_wins_anything_against_a_solution)
{
	static const char *const rule_sets[] = {ALL_RULE_SETS};
	static struct solution solution;
	const struct eg_model model = {play_solution, &solution};

	for (size_t i = 0; i < sizeof(rule_sets) / sizeof(rule_sets[0]); i++) {
		struct eg_rules rules;

		assert_int_equal(eg_rules_parse(rule_sets[i], strlen(rule_sets[i]), &rules), EG_OK);
		solve(&solution, &rules, 100);
		double won = exploitability(&rules, &model);
		double white = solver_value(&solution.solver, EG_WHITE);

		print_message("%s: White gets %.5f, a best response wins %.6f\n", rule_sets[i],
			white, won);
		assert_true(won > -1e-6);
		assert_true(won < 0.00001);
		assert_true(fabs(won - solver_exploitability(&solution.solver)) < 1e-5);
		assert_true(fabs(white - response_points(&rules, EG_WHITE, &model, &model)) < 1e-5);
		assert_true(fabs(white + solver_value(&solution.solver, EG_BLACK) - 1) < 1e-5);
		solver_finish(&solution.solver);
	}
}

UNIT_TEST(test_learning_little_leaves_much_to_win)
{
	static struct solution solution;
	const struct eg_model model = {play_solution, &solution};
	struct eg_rules rules = {EG_ADVANCED, EG_FINAL_POSITION};

	solve(&solution, &rules, 1);
	assert_true(exploitability(&rules, &model) > 0.01);
	solver_finish(&solution.solver);
}

/*
 * Plays a round of one who plays any action, on the seat of the track, against the solution.
 * Returns what the decisions cost.
 */
static double play_round(const struct solution *solution, struct track track, struct eg_dice *dice)
{
	const struct eg_rules rules = {EG_ADVANCED, EG_FINAL_POSITION};
	uint8_t deck[EG_DECK];
	struct eg_round round;
	double cost = 0;

	eg_dice_deck(dice, deck);
	assert_int_equal(eg_round_init(&round, &rules, EG_WHITE, deck), EG_OK);
	assert_ptr_equal(track.node, solution->solver.tree.root);
	while (round.phase != EG_OVER) {
		const uint8_t *hand = round.hand[round.to_act];
		struct eg_strategy solved;
		float values[EG_LEGAL_MAX];

		solver_strategy(track.node, hand, &solved);
		size_t pick = eg_pick(solved.chances, solved.count, eg_dice_unit(dice));

		if (round.to_act == track.seat) {
			track_values(&track, hand, values);
			for (size_t k = 0; k < solved.count; k++)
				cost += (double)(values[k] *
						 (solved.chances[k] - 1 / (float)solved.count));
			pick = eg_dice_below(dice, (uint32_t)solved.count);
		}
		assert_true(track_follow(&track, solved.legal[pick]));
		assert_int_equal(eg_round_play(&round, solved.legal[pick]), EG_OK);
	}
	return cost;
}

UNIT_TEST(test_the_costs_of_decisions_are_the_points_lost)
{
	static struct solution solution;
	const struct eg_model model = {play_solution, &solution};
	const struct eg_rules rules = {EG_ADVANCED, EG_FINAL_POSITION};
	struct eg_dice dice = {1};

	solve(&solution, &rules, 100);
	for (enum eg_seat seat = EG_WHITE; seat <= EG_BLACK; seat++) {
		double lost = solver_value(&solution.solver, seat) -
			      response_points(&rules, seat, &any_action, &model);
		struct track track;
		double sum = 0;

		track_begin(&solution.solver, seat, &track);
		for (size_t i = 0; i < 20000; i++)
			sum += play_round(&solution, track, &dice);
		print_message("lost: %.4f, cost: %.4f\n", lost, sum / 20000);
		assert_true(fabs(sum / 20000 - lost) < 0.003);
	}
	solver_finish(&solution.solver);
}
