#include "engine/lab/solve/track.h"

#include "engine/lab/solve/walk.h"

#include <string.h>

void track_begin(const struct solver *solver, enum eg_seat seat, struct track *track)
{
	track->seat = seat;
	track->node = solver->tree.root;
	memcpy(track->other, solver->ranges[eg_opponent(seat)], sizeof(track->other));
}

/* Updates the chances of the other seat's hands by its action, which is branch `k`. */
static void update_chances(const struct node *node, size_t k, const float *before, float *after)
{
	const struct branch *branch = &node->branches[k];
	size_t count = tree_hands(node, node->seat);
	float shares[EG_LEGAL_MAX * HANDS_MOST];

	walk_match(node, count, node->strategy_sums, shares);
	for (size_t i = 0; i < count; i++)
		if (branch->after[i] != HAND_NONE)
			after[branch->after[i]] = before[i] * shares[k * count + i];
}

bool track_follow(struct track *track, struct eg_action action)
{
	const struct node *node = track->node;
	const struct branch *branch = tree_branch(node, action);
	float other[HANDS_MOST] = {0};

	if (!branch)
		return false;
	if (node->seat != track->seat)
		update_chances(node, (size_t)(branch - node->branches), track->other, other);
	else
		for (size_t i = 0; i < tree_hands(branch->next, eg_opponent(track->seat)); i++)
			other[i] = track->other[branch->from[i]];
	for (node = branch->next; node->kind == NODE_DRAW; node = node->branches->next) {
		float after[HANDS_MOST] = {0};

		if (node->seat == track->seat)
			continue;
		walk_draw(node, other, after);
		memcpy(other, after, sizeof(other));
	}
	memcpy(track->other, other, sizeof(other));
	track->node = node;
	return true;
}

/* Writes the points after each action if the seat then plays for this purpose. */
static void find_values(const struct track *track, enum purpose purpose,
	const uint8_t cards[EG_VALUES + 1], float values[EG_LEGAL_MAX])
{
	const struct node *node = track->node;
	const struct walk walk = {track->seat, purpose, 0};
	size_t place = node->deal->place[node->seat][hand_number(cards)];
	float branch_values[EG_LEGAL_MAX * HANDS_MOST];
	float all[HANDS_MOST] = {0};

	walk_branches(&walk, node, track->other, branch_values);
	walk_add_points(node, track->seat, track->other, 1, all);
	for (size_t k = 0; k < node->count; k++) {
		float value = branch_values[k * tree_hands(node, node->seat) + place];

		/* The rounding of a strategy may let the other seat play what has no chance. */
		if (node->branches[k].after[place] != HAND_NONE)
			*values++ = all[place] > 0 ? 0.5F + value / all[place] : 0.5F;
	}
}

void track_values(
	const struct track *track, const uint8_t cards[EG_VALUES + 1], float values[EG_LEGAL_MAX])
{
	find_values(track, PLAY, cards, values);
}

void track_responses(
	const struct track *track, const uint8_t cards[EG_VALUES + 1], float values[EG_LEGAL_MAX])
{
	find_values(track, RESPOND, cards, values);
}
