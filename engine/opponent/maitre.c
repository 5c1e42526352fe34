/*
 * The search of the maitre. It begins with the chances that the actor network gives to the actions.
 * It tries each action against the hands that the other player may have, and raises the chances of
 * the actions that did better, by one step of mirror descent. (The actor was trained by the same
 * method.) The maitre chooses its action by these chances, so people can't predict it easily.
 */
#include "engine/opponent/evaluation.h"
#include "engine/opponent/network.h"
#include "engine/opponent/players.h"
#include "engine/opponent/style.h"

#include <assert.h>

/* Raises the chances of the actions with better points. */
static void lean(struct eg_strategy *strategy, const float *points, float calm)
{
	size_t best = 0;
	float sum = 0;

	for (size_t i = 1; i < strategy->count; i++)
		best = points[i] > points[best] ? i : best;
	if (calm <= 0) {
		eg_insist(strategy, best);
		return;
	}
	for (size_t i = 0; i < strategy->count; i++)
		sum += strategy->chances[i] *= eg_exp((points[i] - points[best]) / calm);
	for (size_t i = 0; i < strategy->count; i++)
		strategy->chances[i] /= sum;
}

void eg_play_search(const struct eg_witness *witness, const struct eg_search *search,
	struct eg_dice *dice, struct eg_strategy *strategy)
{
	const struct eg_style opening = {search->wild, 1};
	struct eg_position position;
	struct eg_belief belief;
	float points[EG_LEGAL_MAX];
	enum eg_error error = search->stranger ? eg_style_guess(&belief, &position, witness)
					       : eg_belief_form(&belief, &position, witness,
							 search->effort.other);

	assert(error == EG_OK);
	(void)error;
	eg_style_play(&opening, &position, strategy);
	eg_evaluate(&position, &belief, &search->effort, dice, strategy, points);
	lean(strategy, points, search->calm);
}
