#include "engine/lab/verdict.h"

#include <string.h>

/* Writes the points in the order of eg_round_legal. */
static void sort_points(const struct track *track, const struct eg_round *round,
	const struct eg_strategy *solved, struct verdict *verdict)
{
	float values[EG_LEGAL_MAX];

	track_responses(track, round->hand[track->seat], values);
	verdict->count = eg_round_legal(round, verdict->legal);
	for (size_t i = 0; i < verdict->count; i++)
		for (size_t k = 0; k < solved->count; k++)
			if (eg_action_equal(verdict->legal[i], solved->legal[k]))
				verdict->points[i] = values[k];
}

static void compare(struct verdict *verdict)
{
	verdict->best = 0;
	for (size_t i = 1; i < verdict->count; i++)
		if (verdict->points[i] > verdict->points[verdict->best])
			verdict->best = i;
	verdict->margin = 1;
	for (size_t i = 0; i < verdict->count; i++) {
		float less = verdict->points[verdict->best] - verdict->points[i];

		if (i != verdict->best && less < verdict->margin)
			verdict->margin = less;
	}
}

bool verdict_reach(const struct eg_round *round, const struct ranges *ranges, uint32_t iterations,
	struct verdict *verdict)
{
	const uint8_t *own = round->hand[round->to_act];
	struct scene scene;
	struct solver solver;
	struct track track;
	struct eg_strategy solved;

	scene_of(round, &scene);
	if (ranges->of[round->to_act][hand_number(own)] <= 0 ||
		!solver_begin(&solver, &scene, ranges))
		return false;
	solver_learn(&solver, iterations);
	track_begin(&solver, round->to_act, &track);
	solver_strategy(track.node, own, &solved);
	sort_points(&track, round, &solved, verdict);
	compare(verdict);
	verdict->exploitability = (float)solver_exploitability(&solver);
	solver_finish(&solver);
	return true;
}

bool verdict_of_deal(const struct eg_round *round, uint32_t iterations, struct verdict *verdict)
{
	struct scene scene;
	struct ranges ranges;

	scene_of(round, &scene);
	ranges_of_deal(&scene, &ranges);
	return verdict_reach(round, &ranges, iterations, verdict);
}
