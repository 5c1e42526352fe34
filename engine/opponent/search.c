#include "engine/opponent/search.h"

#include "engine/opponent/belief.h"
#include "engine/opponent/network.h"

#include <assert.h>

/* An action with at least this many points surely wins the round. */
#define CERTAIN 0.999F

/*
 * A comparison of actions, in stages. Each stage compares fewer actions than the one before, and
 * tries each of them more often. The weight of a stage is 1 / the number of its actions.
 */
struct halving {
	/* The actions that are still compared. Its chances are unused. */
	struct eg_strategy candidates;
	size_t place[EG_LEGAL_MAX]; /* candidates.legal[i] is strategy->legal[place[i]] */
	float points[EG_LEGAL_MAX]; /* by place: the weighted sum of the points in each stage */
	float weight[EG_LEGAL_MAX]; /* by place: the sum of the weights of these stages */
};

static float mean(const struct halving *halving, size_t place)
{
	return halving->points[place] / halving->weight[place];
}

/* Plays a stage: tries the actions that are still compared. */
static void play_stage(struct halving *halving, const struct eg_position *position,
	const struct eg_belief *belief, const struct eg_effort *effort, struct eg_dice *dice)
{
	size_t count = halving->candidates.count;
	float points[EG_LEGAL_MAX];

	eg_evaluate(position, belief, effort, dice, &halving->candidates, points);
	for (size_t i = 0; i < count; i++) {
		halving->points[halving->place[i]] += points[i] / (float)count;
		halving->weight[halving->place[i]] += 1 / (float)count;
	}
}

/* Sorts the actions that are still compared, the best first, and removes the worse half. */
static void remove_worse_half(struct halving *halving, const struct eg_strategy *strategy)
{
	size_t *place = halving->place;
	size_t count = halving->candidates.count;

	for (size_t i = 1; i < count; i++)
		for (size_t j = i; j > 0 && mean(halving, place[j]) > mean(halving, place[j - 1]);
			j--) {
			size_t better = place[j];

			place[j] = place[j - 1];
			place[j - 1] = better;
		}
	halving->candidates.count = (count + 1) / 2;
	for (size_t i = 0; i < halving->candidates.count; i++)
		halving->candidates.legal[i] = strategy->legal[place[i]];
}

/*
 * Writes the points that each action may bring. Tries all actions, then the better half of them,
 * and so on, until two are left: most of the work goes to the actions between which the choice is
 * hard (sequential halving; Karnin, Koren and Somekh 2013).
 */
static void compare(const struct eg_position *position, const struct eg_belief *belief,
	const struct eg_effort *effort, struct eg_dice *dice, const struct eg_strategy *strategy,
	float points[EG_LEGAL_MAX])
{
	struct halving halving = {.candidates = *strategy};
	struct eg_effort share = *effort;
	uint32_t stages = 1;

	for (size_t count = strategy->count; count > 2; count = (count + 1) / 2)
		stages++;
	share.nodes /= stages;
	for (size_t i = 0; i < strategy->count; i++)
		halving.place[i] = i;
	for (; stages > 0; stages--) {
		play_stage(&halving, position, belief, &share, dice);
		remove_worse_half(&halving, strategy);
	}
	for (size_t i = 0; i < strategy->count; i++)
		points[i] = mean(&halving, i);
}

/*
 * One step of mirror descent: raises the chances of the actions with better points, and excludes
 * those that are too bad.
 */
static void mirror_step(
	struct eg_strategy *strategy, const float *points, const struct eg_search *search)
{
	size_t best = 0;
	float sum = 0;

	for (size_t i = 1; i < strategy->count; i++)
		best = points[i] > points[best] ? i : best;
	if (search->temperature <= 0) {
		eg_insist(strategy, best);
		return;
	}
	float worst = points[best] >= CERTAIN ? CERTAIN : points[best] - search->allowance;

	for (size_t i = 0; i < strategy->count; i++) {
		if (points[i] < worst)
			strategy->chances[i] = 0;
		sum += strategy->chances[i] *=
			eg_exp((points[i] - points[best]) / search->temperature);
	}
	for (size_t i = 0; i < strategy->count; i++)
		strategy->chances[i] /= sum;
}

void eg_play_search(const struct eg_witness *witness, const struct eg_search *search,
	struct eg_dice *dice, struct eg_strategy *strategy)
{
	const struct eg_style prior = {search->randomness, 1};
	struct eg_position position;
	struct eg_belief belief;
	float points[EG_LEGAL_MAX] = {0};
	enum eg_error error = search->stranger ? eg_style_guess(&belief, &position, witness)
					       : eg_belief_form(&belief, &position, witness,
							 search->effort.other);

	assert(error == EG_OK);
	(void)error;
	eg_style_play(&prior, &position, strategy);
	/* How bad an action is shows only if it is tried as often as the good ones. */
	if (search->allowance < 1)
		eg_evaluate(&position, &belief, &search->effort, dice, strategy, points);
	else
		compare(&position, &belief, &search->effort, dice, strategy, points);
	mirror_step(strategy, points, search);
}
