/*
 * The search of the maitre. It begins with the chances that the actor network gives to the actions.
 * It tries each action against the hands that the other player may have, and raises the chances of
 * the actions that did better, by one step of mirror descent. (The actor was trained by the same
 * method.) The maitre chooses its action by these chances, so people can't predict it easily.
 */
#include "engine/opponent/evaluation.h"
#include "engine/opponent/network.h"
#include "engine/opponent/players.h"

#include <assert.h>

void eg_play_by_eye(const struct eg_position *position, float wild, struct eg_strategy *strategy)
{
	struct eg_sight sight;

	eg_position_sight(position, &sight);
	eg_actor(&sight, strategy->legal, strategy->count, strategy->chances);
	for (size_t i = 0; i < strategy->count; i++)
		strategy->chances[i] =
			(1 - wild) * strategy->chances[i] + wild / (float)strategy->count;
}

/* Raises the chances of the actions with better scores. */
static void lean(struct eg_strategy *strategy, const float *scores, float calm)
{
	size_t best = 0;
	float sum = 0;

	for (size_t i = 1; i < strategy->count; i++)
		best = scores[i] > scores[best] ? i : best;
	if (calm <= 0) {
		eg_insist(strategy, best);
		return;
	}
	for (size_t i = 0; i < strategy->count; i++)
		sum += strategy->chances[i] *= eg_exp((scores[i] - scores[best]) / calm);
	for (size_t i = 0; i < strategy->count; i++)
		strategy->chances[i] /= sum;
}

void eg_play_search(const struct eg_witness *witness, const struct eg_search *search,
	struct eg_dice *dice, struct eg_strategy *strategy)
{
	const struct eg_model *other = search->effort.other;
	const struct eg_mind fencer = {eg_actor_likelihood, &search->doubt};
	const struct eg_mind modelled = {eg_model_likelihood, other};
	struct eg_position position;
	struct eg_belief belief;
	float points[EG_LEGAL_MAX];
	enum eg_error error =
		eg_belief_form(&belief, &position, witness, other == NULL ? &fencer : &modelled);

	assert(error == EG_OK);
	(void)error;
	eg_play_by_eye(&position, search->wild, strategy);
	eg_evaluate(&position, &belief, &search->effort, dice, strategy, points);
	lean(strategy, points, search->calm);
}
