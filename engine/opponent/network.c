#include "engine/opponent/network.h"

#include <assert.h>
#include <string.h>

/* The input */

#ifndef EG_SMALL_GAME
_Static_assert(EG_FEATURES_SIGHT == 3974, "the stored networks have so many rows");
_Static_assert(EG_FEATURES_BOTH == 9458, "the stored networks have so many rows");
_Static_assert(EG_OUTPUTS == 37, "the stored networks have so many outputs");
#endif

struct list {
	uint16_t *features;
	size_t count;
	size_t base;
};

static void add(struct list *list, size_t feature)
{
	list->features[list->count++] = (uint16_t)(list->base + feature);
}

/*
 * Whether the basic rules apply. There each attack is a touch, so these rules have separate
 * statements.
 */
static bool basic(const struct eg_sight *sight)
{
	return sight->rules.level == EG_BASIC;
}

/* Returns the number of the threat, in the order that the comment of EG_THREATS gives. */
static size_t threat(const struct eg_sight *sight)
{
	if (sight->phase == EG_LAST_LUNGE)
		return EG_THREATS - 1;
	return (size_t)sight->attack.count + (sight->attack.indirect ? EG_COPIES : 0);
}

static size_t rule_set(const struct eg_rules *rules)
{
	return (size_t)rules->level +
	       (rules->level == EG_ADVANCED && rules->final_retreat == EG_FINAL_CARDS);
}

/*
 * Adds one statement for each value. The statement names both the class of the distance (eg_near)
 * and the number of cards of this value.
 */
static void add_cards(struct list *list, size_t group, uint8_t distance, const uint8_t *cards)
{
	for (size_t value = 1; value <= EG_VALUES; value++)
		add(list, group + (eg_near(distance) * (size_t)EG_VALUES + value - 1U) * EG_COUNTS +
				  cards[value]);
}

/*
 * Adds a statement for each advance after which an attack is possible: how many cards of the hand
 * could then attack.
 */
static void add_combinations(struct list *list, size_t group, uint8_t distance, const uint8_t *hand)
{
	for (size_t move = 1; move <= EG_VALUES && move < distance; move++) {
		size_t reach = distance - move;

		if (hand[move] == 0 || reach > EG_VALUES)
			continue;
		size_t cards = hand[reach] - (size_t)(reach == move);
		add(list, group + ((move - 1) * EG_VALUES + reach - 1) * EG_COUNTS + cards);
	}
}

/*
 * Adds one statement for each value. The statement names the class of the distance, and how many
 * cards of this value each hand has: an attack with more cards than the other hand has can't be
 * parried.
 */
static void add_contests(
	struct list *list, uint8_t distance, const uint8_t *hand, const uint8_t *other)
{
	for (size_t value = 1; value <= EG_VALUES; value++) {
		size_t place = eg_near(distance) * (size_t)EG_VALUES + value - 1U;

		add(list, EG_GROUP_CONTEST + (place * EG_COUNTS + hand[value]) * EG_COUNTS +
				  other[value]);
	}
}

/*
 * Returns the number of the statement that says how many cards of the hand could parry the attack.
 */
static size_t parry(const struct eg_sight *sight, const uint8_t *hand)
{
	return threat(sight) * EG_COUNTS + hand[sight->attack.card];
}

size_t eg_features_sight(const struct eg_sight *sight, uint16_t features[EG_FEATURES_MAX])
{
	struct list list = {.base = basic(sight) ? EG_GROUP_SIGHT : 0};
	size_t end = sight->pile < EG_NEAR_END ? sight->pile : EG_NEAR_END - 1;
	size_t lead = (size_t)sight->room + EG_SPACES - 1 - sight->rival;

	list.features = features;
	add(&list, EG_GROUP_SITUATION + rule_set(&sight->rules) * EG_THREATS + threat(sight));
	add(&list, EG_GROUP_PILE + sight->pile);
	add(&list, (size_t)EG_GROUP_DISTANCE + sight->distance);
	add(&list, EG_GROUP_ROOM + sight->room);
	add(&list, (size_t)EG_GROUP_RIVAL + sight->rival);
	add_cards(&list, EG_GROUP_HAND, sight->distance, sight->hand);
	add_cards(&list, EG_GROUP_UNSEEN, sight->distance, sight->unseen);
	add(&list, EG_GROUP_PARRY + parry(sight, sight->hand));
	add_combinations(&list, EG_GROUP_COMBINATION, sight->distance, sight->hand);
	for (size_t i = 0; i < 3; i++)
		add(&list, EG_GROUP_MEMORY + i * (size_t)EG_MEMORY + sight->memory[i]);
	add(&list, EG_GROUP_CLOCK + sight->pile * (size_t)EG_NEAR + eg_near(sight->distance));
	add(&list, EG_GROUP_LEAD + lead * EG_NEAR_END + end);
	return list.count;
}

size_t eg_features_other(const struct eg_sight *sight, const uint8_t other[EG_VALUES + 1],
	uint16_t features[EG_FEATURES_MAX], size_t count)
{
	struct list list = {.count = count,
		.base = EG_FEATURES_SIGHT + (size_t)(basic(sight) ? EG_GROUP_OTHER : 0)};

	list.features = features;
	add_cards(&list, EG_GROUP_OTHER_HAND, sight->distance, other);
	add(&list, EG_GROUP_OTHER_PARRY + parry(sight, other));
	add_combinations(&list, EG_GROUP_OTHER_COMBINATION, sight->distance, other);
	add_contests(&list, sight->distance, sight->hand, other);
	return list.count;
}

size_t eg_action_output(struct eg_action action)
{
	switch ((enum eg_kind)action.kind) {
	case EG_ADVANCE:
		return action.move - 1U;
	case EG_RETREAT:
		return EG_VALUES + action.move - 1U;
	case EG_ATTACK:
		return 2U * EG_VALUES + action.count - 1U;
	case EG_ADVANCE_ATTACK:
		return 2U * EG_VALUES + EG_HAND + (action.move - 1U) * (EG_HAND - 1U) +
		       action.count - 1U;
	case EG_PARRY:
		return EG_OUTPUTS - 2;
	case EG_PASS:
		break;
	}
	return EG_OUTPUTS - 1;
}

/* The input of the output layer. */
struct eg_hidden {
	float units[EG_NARROW];
};

_Static_assert(EG_FEATURES_MAX * 127 <= INT16_MAX, "the sums of rows fit into 16 bits");

float eg_exp(float x)
{
	if (x < -80)
		return 0;
	assert(x < 80);
	float halves = x * 1.44269504F;
	int32_t whole = (int32_t)(halves + (halves < 0 ? -0.5F : 0.5F));
	float rest = (x - (float)whole * 0.693359375F) + (float)whole * 2.12194440e-4F;
	float power =
		1 +
		rest * (1 + rest * (0.5F + rest * (0.166666667F +
							  rest * (0.0416666667F +
									 rest * 0.00833333333F))));
	uint32_t bits = (uint32_t)(whole + 127) << 23;
	float scale;

	memcpy(&scale, &bits, sizeof(scale));
	return power * scale;
}

/*
 * Vectors that gcc and clang add with one instruction on each processor. Without these types, the
 * compiled loops sometimes take three times as long.
 */
typedef int8_t bytes __attribute__((vector_size(8)));
typedef int16_t shorts __attribute__((vector_size(16)));
typedef float floats __attribute__((vector_size(16)));

/* How many numbers a vector has. */
#define SHORTS 8U
#define FLOATS 4U

#define BLOCK 64U /* the registers of a processor have room for so many sums */

_Static_assert(EG_WIDE % BLOCK == 0 && EG_NARROW % FLOATS == 0, "the layers fit the vectors");

static void add_row(shorts sums[BLOCK / SHORTS], const signed char row[BLOCK])
{
	for (size_t k = 0; k < BLOCK / SHORTS; k++) {
		bytes integers;

		memcpy(&integers, row + k * SHORTS, sizeof(integers));
		sums[k] += __builtin_convertvector(integers, shorts);
	}
}

static void sum_rows(
	const signed char *rows, const uint16_t *features, size_t count, int16_t sums[EG_WIDE])
{
	for (size_t from = 0; from < EG_WIDE; from += BLOCK) {
		shorts block[BLOCK / SHORTS] = {0};

		for (size_t i = 0; i < count; i++)
			add_row(block, rows + features[i] * (size_t)EG_WIDE + from);
		memcpy(sums + from, block, sizeof(block));
	}
}

/* The units of the first hidden layer that are above 0. */
struct active {
	size_t count;
	uint8_t unit[EG_WIDE];
	float value[EG_WIDE];
};

/* Keeps the units above 0. Has no branch, because the processor would often mispredict it. */
static void activate(
	const struct eg_layers *layers, const int16_t sums[EG_WIDE], struct active *active)
{
	active->count = 0;
	for (size_t i = 0; i < EG_WIDE; i++) {
		float value = (float)sums[i] * layers->scale[i] + layers->wide[i];

		active->unit[active->count] = (uint8_t)i;
		active->value[active->count] = value;
		active->count += value > 0;
	}
}

static void think(const struct eg_layers *layers, const signed char *rows, const uint16_t *features,
	size_t count, struct eg_hidden *hidden)
{
	int16_t sums[EG_WIDE];
	struct active active;
	floats narrow[EG_NARROW / FLOATS];

	assert(count <= EG_FEATURES_MAX);
	sum_rows(rows, features, count, sums);
	activate(layers, sums, &active);
	memcpy(narrow, layers->narrow, sizeof(narrow));
	for (size_t i = 0; i < active.count; i++) {
		floats weights[EG_NARROW / FLOATS];

		memcpy(weights, layers->weights[active.unit[i]], sizeof(weights));
		for (size_t k = 0; k < EG_NARROW / FLOATS; k++)
			narrow[k] += active.value[i] * weights[k];
	}
	memcpy(hidden->units, narrow, sizeof(narrow));
	for (size_t j = 0; j < EG_NARROW; j++)
		hidden->units[j] = hidden->units[j] > 0 ? hidden->units[j] : 0;
}

/*
 * Computes one output. Adds up four sums separately, because a processor can do their additions at
 * the same time.
 */
static float read_out(const float out[EG_NARROW + 1], const struct eg_hidden *hidden)
{
	float sums[4] = {0};

	for (size_t j = 0; j < EG_NARROW; j += 4)
		for (size_t k = 0; k < 4; k++)
			sums[k] += out[j + k] * hidden->units[j + k];
	return out[EG_NARROW] + (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

void eg_softmax(float firmness, float least, float *chances, size_t count)
{
	float best = -1e30F;
	float sum = 0;

	for (size_t i = 0; i < count; i++)
		best = chances[i] > best ? chances[i] : best;
	for (size_t i = 0; i < count; i++)
		sum += chances[i] = eg_exp(firmness * (chances[i] - best)) + least;
	for (size_t i = 0; i < count; i++)
		chances[i] /= sum;
}

void eg_actor(const struct eg_sight *sight, float firmness, const struct eg_action *legal,
	size_t count, float *chances)
{
	uint16_t features[EG_FEATURES_MAX];
	struct eg_hidden hidden;
	size_t features_count = eg_features_sight(sight, features);

	think(&eg_networks.weights.actor, (const signed char *)eg_rows, features, features_count,
		&hidden);
	for (size_t i = 0; i < count; i++)
		chances[i] = read_out(
			eg_networks.weights.actor_out[eg_action_output(legal[i])], &hidden);
	eg_softmax(firmness, 1e-6F, chances, count);
}

float eg_critic(const struct eg_sight *sight, const uint8_t other[EG_VALUES + 1])
{
	uint16_t features[EG_FEATURES_MAX];
	struct eg_hidden hidden;
	size_t count = eg_features_sight(sight, features);

	count = eg_features_other(sight, other, features, count);
	think(&eg_networks.weights.critic,
		(const signed char *)eg_rows + (size_t)EG_FEATURES_SIGHT * EG_WIDE, features, count,
		&hidden);
	float out = read_out(eg_networks.weights.critic_out[0], &hidden);
	float bounded = out > 30 ? 30 : out;

	return 1 / (1 + eg_exp(-(bounded < -30 ? -30 : bounded)));
}

void eg_insist(struct eg_strategy *strategy, size_t choice)
{
	for (size_t i = 0; i < strategy->count; i++)
		strategy->chances[i] = i == choice ? 1 : 0;
}

void eg_model_consider(const struct eg_model *model, const struct eg_position *position,
	struct eg_strategy *strategy)
{
	strategy->count = eg_round_legal(&position->round, strategy->legal);
	if (strategy->count > 1)
		model->consider(model, position, strategy);
	else
		eg_insist(strategy, 0);
}
