#include "engine/opponent/style.h"

#include "engine/opponent/network.h"

#include <assert.h>
#include <string.h>

static const struct eg_style actor_style = {0, 1};

const struct eg_model eg_actor_player = {eg_style_consider, &actor_style};

/*
 * Chosen by measurements: together they predicted well which cards the other player held, for
 * players as different as the maitre, the novice, `greedy` and `playouts`.
 */
static const struct eg_style good = {0.05F, 0.35F};
static const struct eg_style any = {1, 1};

void eg_style_play(const struct eg_style *style, const struct eg_position *position,
	struct eg_strategy *strategy)
{
	float even = 1 / (float)strategy->count;
	struct eg_sight sight;

	eg_position_sight(position, &sight);
	if (style->randomness < 1)
		eg_actor(&sight, style->firmness, strategy->legal, strategy->count,
			strategy->chances);
	else
		memset(strategy->chances, 0, sizeof(strategy->chances));
	for (size_t i = 0; i < strategy->count; i++)
		strategy->chances[i] =
			(1 - style->randomness) * strategy->chances[i] + style->randomness * even;
}

void eg_style_consider(const struct eg_model *model, const struct eg_position *position,
	struct eg_strategy *strategy)
{
	eg_style_play(model->data, position, strategy);
}

enum eg_error eg_style_guess(
	struct eg_belief *belief, struct eg_position *position, const struct eg_witness *witness)
{
	const struct eg_model models[] = {{eg_style_consider, &good}, {eg_style_consider, &any}};
	struct eg_belief other;
	enum eg_error error = eg_belief_form(belief, position, witness, &models[0]);

	if (error == EG_OK)
		error = eg_belief_form(&other, position, witness, &models[1]);
	if (error != EG_OK)
		return error;
	/* The second style gives each action a chance of at least 1/EG_LEGAL_MAX. */
	assert(other.evidence > 0);
	float share = other.evidence / (belief->evidence + other.evidence);

	/* Both styles can play each legal action, so both beliefs have the same hands. */
	assert(belief->count == other.count);
	for (size_t i = 0; i < belief->count; i++) {
		assert(memcmp(belief->hands[i], other.hands[i], sizeof(other.hands[i])) == 0);
		belief->chances[i] = (1 - share) * belief->chances[i] + share * other.chances[i];
	}
	belief->evidence = (belief->evidence + other.evidence) / 2;
	return EG_OK;
}
