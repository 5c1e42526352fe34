#include "engine/lab/solve/walk.h"

#include <float.h>
#include <string.h>

void walk_match(const struct node *node, size_t count, const float *numbers, float *shares)
{
	float total[HANDS_MOST] = {0};
	float legal[HANDS_MOST] = {0};

	for (size_t k = 0; k < node->count; k++)
		for (size_t i = 0; i < count; i++) {
			total[i] += numbers[k * count + i];
			legal[i] += node->branches[k].after[i] != HAND_NONE ? 1 : 0;
		}
	/* The reciprocal of a smaller total could be infinite. */
	for (size_t i = 0; i < count; i++) {
		legal[i] = total[i] < FLT_MIN && legal[i] > 0 ? 1 / legal[i] : 0;
		total[i] = total[i] < FLT_MIN ? 0 : 1 / total[i];
	}
	/* The number of an action that is not legal is always 0. */
	for (size_t k = 0; k < node->count; k++)
		for (size_t i = 0; i < count; i++)
			shares[k * count + i] =
				numbers[k * count + i] * total[i] +
				(node->branches[k].after[i] != HAND_NONE ? legal[i] : 0);
}

void walk_add_points(
	const struct node *node, enum eg_seat seat, const float *other, float points, float *values)
{
	enum eg_seat rival = eg_opponent(seat);
	size_t count = tree_hands(node, seat);

	for (size_t j = 0; j < tree_hands(node, rival); j++) {
		const float *ways = &node->deal->ways[rival][j * count];
		float chance = other[j] * points;

		if (other[j] > 0)
			for (size_t i = 0; i < count; i++)
				values[i] += ways[i] * chance;
	}
}

/* Writes how many cards of each hand equal the distance. */
static void count_cards(const struct node *node, enum eg_seat seat, uint8_t held[HANDS_MOST])
{
	for (size_t i = 0; i < tree_hands(node, seat); i++)
		held[i] = node->distance > EG_VALUES
				  ? 0
				  : hand_cards(node->deal->size[seat],
					    node->deal->number[seat][i])[node->distance];
}

static void show_down(const struct node *node, enum eg_seat seat, const float *other, float *values)
{
	enum eg_seat rival = eg_opponent(seat);
	size_t count = tree_hands(node, seat);
	float equal = seat == EG_WHITE ? node->white : -node->white;
	uint8_t own[HANDS_MOST] = {0};
	uint8_t held[HANDS_MOST] = {0};

	count_cards(node, seat, own);
	count_cards(node, rival, held);
	/* The points depend on the other hand only by its number of these cards. */
	for (uint8_t cards = 0; cards <= EG_COPIES; cards++) {
		float chances[HANDS_MOST] = {0};

		for (size_t j = 0; j < tree_hands(node, rival); j++) {
			const float *ways = &node->deal->ways[rival][j * count];

			if (held[j] == cards && other[j] > 0)
				for (size_t i = 0; i < count; i++)
					chances[i] += ways[i] * other[j];
		}
		for (size_t i = 0; i < count; i++)
			values[i] += chances[i] * (own[i] == cards         ? equal
							  : own[i] > cards ? 0.5F
									   : -0.5F);
	}
}

void walk_draw(const struct node *node, const float *before, float *after)
{
	size_t count = tree_hands(node, node->seat);

	for (size_t k = 0; k < EG_VALUES * count; k++)
		if (node->drawn[k] != HAND_NONE)
			after[node->drawn[k]] += before[k % count] / (float)node->pile;
}

static void draw(
	const struct walk *walk, const struct node *node, const float *other, float *values)
{
	const struct node *next = node->branches->next;
	size_t count = tree_hands(node, node->seat);
	float after[HANDS_MOST] = {0};

	if (node->seat != walk->seat) {
		walk_draw(node, other, after);
		walk_visit(walk, next, after, values);
		return;
	}
	walk_visit(walk, next, other, after);
	for (size_t k = 0; k < EG_VALUES * count; k++)
		if (node->drawn[k] != HAND_NONE)
			values[k % count] += after[node->drawn[k]] / (float)node->pile;
}

/* Visits the branches of the other seat's choice. Hands without a legal action lose. */
static void follow_rival(
	const struct walk *walk, const struct node *node, const float *other, float *values)
{
	enum eg_seat rival = node->seat;
	size_t count = tree_hands(node, rival);
	float shares[EG_LEGAL_MAX * HANDS_MOST];
	float stuck[HANDS_MOST] = {0};

	walk_match(
		node, count, walk->purpose == LEARN ? node->regrets : node->strategy_sums, shares);
	memcpy(stuck, other, count * sizeof(*stuck));
	for (size_t k = 0; k < node->count; k++) {
		const struct branch *branch = &node->branches[k];
		float next_other[HANDS_MOST] = {0};
		float next_values[HANDS_MOST] = {0};

		for (size_t i = 0; i < count; i++) {
			float chance = other[i] * shares[k * count + i];

			if (branch->after[i] == HAND_NONE)
				continue;
			stuck[i] = 0;
			next_other[branch->after[i]] = chance;
			if (walk->purpose == LEARN)
				node->strategy_sums[k * count + i] += walk->weight * chance;
		}
		walk_visit(walk, branch->next, next_other, next_values);
		for (size_t i = 0; i < tree_hands(branch->next, walk->seat); i++)
			values[branch->from[i]] += next_values[i];
	}
	walk_add_points(node, walk->seat, stuck, 0.5F, values);
}

void walk_branches(
	const struct walk *walk, const struct node *node, const float *other, float *branch_values)
{
	size_t count = tree_hands(node, node->seat);

	memset(branch_values, 0, node->count * count * sizeof(*branch_values));
	for (size_t k = 0; k < node->count; k++) {
		const struct branch *branch = &node->branches[k];
		float next_other[HANDS_MOST] = {0};
		float next_values[HANDS_MOST] = {0};

		for (size_t i = 0; i < tree_hands(branch->next, eg_opponent(node->seat)); i++)
			next_other[i] = other[branch->from[i]];
		walk_visit(walk, branch->next, next_other, next_values);
		for (size_t i = 0; i < count; i++)
			branch_values[k * count + i] =
				branch->after[i] == HAND_NONE ? 0 : next_values[branch->after[i]];
	}
}

/* Adds to each regret by how much its branch is better than the strategy. No regret is below 0. */
static void learn(const struct node *node, const float *branch_values, const float *values)
{
	size_t count = tree_hands(node, node->seat);

	for (size_t k = 0; k < node->count; k++)
		for (size_t i = 0; i < count; i++) {
			float *regret = &node->regrets[k * count + i];

			if (node->branches[k].after[i] == HAND_NONE)
				continue;
			*regret += branch_values[k * count + i] - values[i];
			if (*regret < 0)
				*regret = 0;
		}
}

static void choose(
	const struct walk *walk, const struct node *node, const float *other, float *values)
{
	size_t count = tree_hands(node, node->seat);
	float branch_values[EG_LEGAL_MAX * HANDS_MOST];
	float shares[EG_LEGAL_MAX * HANDS_MOST];
	bool stuck[HANDS_MOST];
	float lost[HANDS_MOST] = {0};

	memset(stuck, true, sizeof(stuck));
	walk_branches(walk, node, other, branch_values);
	walk_match(
		node, count, walk->purpose == LEARN ? node->regrets : node->strategy_sums, shares);
	for (size_t k = 0; k < node->count; k++)
		for (size_t i = 0; i < count; i++) {
			float brought = branch_values[k * count + i];

			if (node->branches[k].after[i] == HAND_NONE)
				continue;
			if (walk->purpose != RESPOND)
				values[i] += brought * shares[k * count + i];
			else if (stuck[i] || brought > values[i])
				values[i] = brought;
			stuck[i] = false;
		}
	if (memchr(stuck, 1, count)) {
		walk_add_points(node, node->seat, other, -0.5F, lost);
		for (size_t i = 0; i < count; i++)
			values[i] += stuck[i] ? lost[i] : 0;
	}
	if (walk->purpose == LEARN)
		learn(node, branch_values, values);
}

static bool is_possible(const float *chances, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (chances[i] > 0)
			return true;
	return false;
}

void walk_visit(const struct walk *walk, const struct node *node, const float *other, float *values)
{
	if (!is_possible(other, tree_hands(node, eg_opponent(walk->seat))))
		return;
	switch (node->kind) {
	case NODE_CHOICE:
		if (node->seat == walk->seat)
			choose(walk, node, other, values);
		else
			follow_rival(walk, node, other, values);
		break;
	case NODE_DRAW:
		draw(walk, node, other, values);
		break;
	case NODE_SHOWDOWN:
		show_down(node, walk->seat, other, values);
		break;
	case NODE_DECIDED:
		walk_add_points(node, walk->seat, other,
			walk->seat == EG_WHITE ? node->white : -node->white, values);
		break;
	}
}
