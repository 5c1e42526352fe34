#include "engine/opponent/belief.h"

#include "engine/opponent/network.h"

#include <assert.h>
#include <string.h>

#define CODES 7776 /* 6 to the power of 5 */

/* A belief that is being built. If a hand comes twice, its chances are added. */
struct collector {
	struct eg_belief belief;
	uint8_t place[CODES]; /* the index of each hand in the belief, plus 1; 0 if the belief does
				 not have the hand */
};

static size_t code(const uint8_t hand[EG_VALUES + 1])
{
	size_t sum = 0;

	for (size_t value = 1; value <= EG_VALUES; value++)
		sum = sum * (EG_COPIES + 1) + hand[value];
	return sum;
}

static void collect(struct collector *collector, const uint8_t hand[EG_VALUES + 1], float chance)
{
	uint8_t *place = &collector->place[code(hand)];
	struct eg_belief *belief = &collector->belief;

	if (*place == 0) {
		memcpy(belief->hands[belief->count], hand, EG_VALUES + 1);
		belief->chances[belief->count++] = 0;
		*place = (uint8_t)belief->count;
	}
	belief->chances[*place - 1] += chance;
}

void eg_belief_draw(struct eg_belief *belief, const uint8_t pool[EG_VALUES + 1])
{
	struct collector collector = {0};

	for (size_t i = 0; i < belief->count; i++) {
		uint8_t hand[EG_VALUES + 1];
		float left = 0;

		memcpy(hand, belief->hands[i], sizeof(hand));
		for (size_t value = 1; value <= EG_VALUES; value++)
			left += (float)(pool[value] - hand[value]);
		for (size_t value = 1; value <= EG_VALUES; value++) {
			if (pool[value] == hand[value])
				continue;
			float share = (float)(pool[value] - hand[value]) / left;

			hand[value]++;
			collect(&collector, hand, belief->chances[i] * share);
			hand[value]--;
		}
	}
	collector.belief.evidence = belief->evidence;
	*belief = collector.belief;
}

/*
 * Returns the chance that a player with this hand plays the action. Does not ask the model if the
 * hand does not have the cards.
 */
static float likelihood(const struct eg_model *model, const struct eg_position *position,
	const uint8_t hand[EG_VALUES + 1], struct eg_action action)
{
	struct eg_position imagined = *position;
	struct eg_strategy strategy;
	size_t i = 0;

	memcpy(imagined.round.hand[position->round.to_act], hand, EG_VALUES + 1);
	strategy.count = eg_round_legal(&imagined.round, strategy.legal);
	while (i < strategy.count && !eg_action_equal(strategy.legal[i], action))
		i++;
	if (i == strategy.count)
		return 0;
	eg_model_consider(model, &imagined, &strategy);
	return strategy.chances[i];
}

/* Makes the sum of all chances 1. Returns the sum before. */
static float normalise(struct eg_belief *belief)
{
	float sum = 0;

	for (size_t i = 0; i < belief->count; i++)
		sum += belief->chances[i];
	for (size_t i = 0; i < belief->count; i++)
		belief->chances[i] /= sum;
	return sum;
}

/*
 * Multiplies the chance of each hand by the chance that a player with this hand plays the action.
 * Then removes the action's cards from the hands.
 */
static void observe(struct eg_belief *belief, const struct eg_position *position,
	struct eg_action action, const struct eg_model *other)
{
	uint8_t cards[EG_VALUES + 1];
	size_t kept = 0;

	eg_action_cards(action, &position->round.attack, cards);
	for (size_t i = 0; i < belief->count; i++) {
		float chance =
			belief->chances[i] * likelihood(other, position, belief->hands[i], action);

		if (chance <= 0)
			continue;
		for (size_t value = 1; value <= EG_VALUES; value++)
			belief->hands[kept][value] =
				(uint8_t)(belief->hands[i][value] - cards[value]);
		belief->chances[kept++] = chance;
	}
	belief->count = kept;
	belief->evidence *= normalise(belief);
}

/*
 * Updates the belief after an action of the other player, and after the cards that they draw.
 * `pool` has the cards that may be in their hand or in the pile.
 */
static void follow(struct eg_belief *belief, const struct eg_position *before,
	struct eg_action action, const struct eg_position *after, uint8_t pool[EG_VALUES + 1],
	const struct eg_model *other)
{
	uint8_t cards[EG_VALUES + 1];

	observe(belief, before, action, other);
	eg_action_cards(action, &before->round.attack, cards);
	for (size_t value = 1; value <= EG_VALUES; value++)
		pool[value] = (uint8_t)(pool[value] - cards[value]);
	for (uint8_t drawn = before->round.drawn; drawn < after->round.drawn; drawn++)
		eg_belief_draw(belief, pool);
}

enum eg_error eg_belief_form(struct eg_belief *belief, struct eg_position *position,
	const struct eg_witness *witness, const struct eg_model *other)
{
	struct eg_unknown pool;
	const char *reason;
	enum eg_error error = eg_witness_begin(witness, position, &pool, &reason);

	if (error != EG_OK)
		return error;
	belief->count = 1;
	belief->chances[0] = 1;
	belief->evidence = 1;
	memset(belief->hands[0], 0, sizeof(belief->hands[0]));
	for (size_t i = 0; i < EG_HAND; i++)
		eg_belief_draw(belief, pool.cards);
	for (size_t i = 0; i < witness->action_count; i++) {
		struct eg_position before = *position;

		error = eg_position_play(position, witness->actions[i]);
		if (error != EG_OK)
			return error;
		if (before.round.to_act != witness->seat)
			follow(belief, &before, witness->actions[i], position, pool.cards, other);
	}
	return belief->count > 0 ? EG_OK : EG_ILLEGAL;
}

/* Styles */

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
