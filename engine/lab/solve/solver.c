#include "engine/lab/solve/solver.h"

#include "engine/lab/solve/walk.h"

static const struct node *root(const struct solver *solver)
{
	return solver->tree.root;
}

/* Returns the points of the walk's seat. */
static double points(const struct solver *solver, const struct walk *walk)
{
	float values[HANDS_MOST] = {0};
	double sum = 0.5;

	walk_visit(walk, root(solver), solver->ranges[eg_opponent(walk->seat)], values);
	for (size_t i = 0; i < tree_hands(root(solver), walk->seat); i++)
		sum += (double)values[i] * (double)solver->ranges[walk->seat][i];
	return sum;
}

void ranges_of_deal(const struct scene *scene, struct ranges *ranges)
{
	*ranges = (struct ranges){0};
	for (size_t seat = 0; seat < 2; seat++)
		for (size_t i = 0; i < hands_count(scene->size[seat]); i++)
			ranges->of[seat][i] = hand_orders(hand_cards(scene->size[seat], i));
}

static bool has_action(const struct node *node, size_t place)
{
	for (size_t k = 0; k < node->count; k++)
		if (node->branches[k].after[place] != HAND_NONE)
			return true;
	return false;
}

/* Copies the ranges by place, and scales them. Returns false if no pair of hands is possible. */
static bool take_ranges(struct solver *solver, const struct ranges *ranges)
{
	const struct deal *deal = root(solver)->deal;
	float all[HANDS_MOST] = {0};
	double sum = 0;

	for (size_t seat = 0; seat < 2; seat++)
		for (size_t i = 0; i < deal->count[seat]; i++)
			solver->ranges[seat][i] = ranges->of[seat][deal->number[seat][i]];
	/* With a hand without a legal action, the round would be over. */
	for (size_t i = 0; i < tree_hands(root(solver), root(solver)->seat); i++)
		if (!has_action(root(solver), i))
			solver->ranges[root(solver)->seat][i] = 0;
	walk_add_points(root(solver), EG_WHITE, solver->ranges[EG_BLACK], 1, all);
	for (size_t i = 0; i < deal->count[EG_WHITE]; i++)
		sum += (double)all[i] * (double)solver->ranges[EG_WHITE][i];
	for (size_t i = 0; i < deal->count[EG_BLACK] && sum > 0; i++)
		solver->ranges[EG_BLACK][i] /= (float)sum;
	return sum > 0;
}

bool solver_begin(struct solver *solver, const struct scene *scene, const struct ranges *ranges)
{
	*solver = (struct solver){0};
	tree_grow(&solver->tree, scene);
	if (take_ranges(solver, ranges))
		return true;
	solver_finish(solver);
	return false;
}

void solver_finish(struct solver *solver)
{
	tree_finish(&solver->tree);
}

void solver_learn(struct solver *solver, uint32_t iterations)
{
	for (uint32_t i = 0; i < iterations; i++) {
		float count = (float)++solver->iterations;
		float weight = count * count * count * count;

		for (size_t seat = 0; seat < 2; seat++) {
			const struct walk walk = {(enum eg_seat)seat, LEARN, weight};

			(void)points(solver, &walk);
		}
	}
}

double solver_value(const struct solver *solver, enum eg_seat seat)
{
	return points(solver, &(struct walk){seat, PLAY, 0});
}

double solver_response(const struct solver *solver, enum eg_seat seat)
{
	return points(solver, &(struct walk){seat, RESPOND, 0});
}

double solver_exploitability(const struct solver *solver)
{
	return (solver_response(solver, EG_WHITE) + solver_response(solver, EG_BLACK) - 1) / 2;
}

void solver_strategy(
	const struct node *node, const uint8_t cards[EG_VALUES + 1], struct eg_strategy *strategy)
{
	size_t count = tree_hands(node, node->seat);
	size_t place = node->deal->place[node->seat][hand_number(cards)];
	float shares[EG_LEGAL_MAX * HANDS_MOST];

	strategy->count = 0;
	if (place == HAND_NONE)
		return;
	walk_match(node, count, node->strategy_sums, shares);
	for (size_t k = 0; k < node->count; k++) {
		if (node->branches[k].after[place] == HAND_NONE)
			continue;
		strategy->legal[strategy->count] = node->branches[k].action;
		strategy->chances[strategy->count++] = shares[k * count + place];
	}
}
