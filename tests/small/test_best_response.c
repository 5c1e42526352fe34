/* Compares the exact best response with a second method, which goes through all decks. */
#include "engine/opponent/baseline.h"
#include "engine/opponent/network.h"
#include "engine/opponent/opponent.h"
#include "tests/small/best_response.h"
#include "tests/support/cmocka.h"
#include "tests/support/rule_sets.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A strategy that mixes all actions, and depends on the hand and on what the seats remember. */
static void mix(const struct eg_model *model, const struct eg_position *position,
	struct eg_strategy *strategy)
{
	struct eg_sight sight;
	float sum = 0;

	(void)model;
	eg_position_sight(position, &sight);
	for (size_t i = 0; i < strategy->count; i++) {
		struct eg_dice dice = {1000U * i + sight.memory[0] + 7U * sight.memory[1] +
				       29U * sight.hand[1] + 31U * sight.hand[2] +
				       37U * sight.unseen[3]};

		sum += strategy->chances[i] = eg_dice_unit(&dice);
	}
	for (size_t i = 0; i < strategy->count; i++)
		strategy->chances[i] /= sum;
}

static void attack_greedily(const struct eg_model *model, const struct eg_position *position,
	struct eg_strategy *strategy)
{
	(void)model;
	if (strategy->count > 1)
		eg_play_greedy(position, strategy);
	else
		eg_insist(strategy, 0);
}

static const struct eg_model mixed = {mix, NULL};
static const struct eg_model greedy = {attack_greedily, NULL};

/* A round with one of the decks, and the chance of the other seat's actions. */
struct world {
	struct eg_position position;
	double weight;
};

struct worlds {
	size_t count;
	struct world *worlds;
};

/* The second method: the responder has one action for all worlds that look the same to it. */
struct method {
	enum eg_seat seat;
	const struct eg_model *own;
	const struct eg_model *other;
};

static struct worlds make(size_t most)
{
	struct worlds worlds = {0, malloc(most * sizeof(struct world))};

	assert_non_null(worlds.worlds);
	return worlds;
}

/* Adds the world after the action. Returns the points if the round is over, else 0. */
static double advance(const struct method *method, struct worlds *worlds, const struct world *world,
	struct eg_action action, double chance)
{
	struct world next = *world;

	assert_int_equal(eg_position_play(&next.position, action), EG_OK);
	next.weight *= chance;
	if (next.position.round.phase != EG_OVER) {
		worlds->worlds[worlds->count++] = next;
		return 0;
	}
	enum eg_seat winner = next.position.round.result.winner;

	return next.weight * (winner == EG_NOBODY ? 0.5 : winner == method->seat);
}

static void consider(const struct eg_model *model, const struct eg_position *position,
	struct eg_strategy *strategy)
{
	strategy->count = eg_round_legal(&position->round, strategy->legal);
	if (model)
		model->consider(model, position, strategy);
}

static double value_of(const struct method *method, const struct worlds *worlds);

/* Returns the points after an action, in all worlds in which the other seat may play it. */
static double await(
	const struct method *method, const struct worlds *worlds, struct eg_action action)
{
	struct worlds next = make(worlds->count);
	double value = 0;

	for (size_t i = 0; i < worlds->count; i++) {
		struct eg_strategy strategy;

		consider(method->other, &worlds->worlds[i].position, &strategy);
		for (size_t k = 0; k < strategy.count; k++)
			if (eg_action_equal(strategy.legal[k], action) && strategy.chances[k] > 0)
				value += advance(method, &next, &worlds->worlds[i], action,
					(double)strategy.chances[k]);
	}
	value += value_of(method, &next);
	free(next.worlds);
	return value;
}

static double respond(const struct method *method, const struct worlds *worlds)
{
	struct eg_strategy strategy;
	double best = 0;
	double mean = 0;

	consider(method->own, &worlds->worlds[0].position, &strategy);
	for (size_t k = 0; k < strategy.count; k++) {
		struct worlds next = make(worlds->count);
		double value = 0;

		for (size_t i = 0; i < worlds->count; i++)
			value += advance(method, &next, &worlds->worlds[i], strategy.legal[k], 1);
		value += value_of(method, &next);
		free(next.worlds);
		best = fmax(best, value);
		if (method->own)
			mean += (double)strategy.chances[k] * value;
	}
	return method->own ? mean : best;
}

/* Takes the worlds out of `rest` in which the responder has the same hand as in the first world. */
static struct worlds take_alike(const struct method *method, struct worlds *rest)
{
	struct worlds alike = make(rest->count);
	size_t kept = 0;
	uint8_t hand[EG_VALUES + 1];

	memcpy(hand, rest->worlds[0].position.round.hand[method->seat], sizeof(hand));
	for (size_t i = 0; i < rest->count; i++) {
		const struct world *world = &rest->worlds[i];

		if (memcmp(world->position.round.hand[method->seat], hand, sizeof(hand)) == 0)
			alike.worlds[alike.count++] = *world;
		else
			rest->worlds[kept++] = *world;
	}
	rest->count = kept;
	return alike;
}

/* Writes the actions that are legal in any of the worlds. Returns how many there are. */
static size_t list_actions(const struct worlds *worlds, struct eg_action actions[EG_OUTPUTS])
{
	bool listed[EG_OUTPUTS] = {false};
	size_t count = 0;

	for (size_t i = 0; i < worlds->count; i++) {
		struct eg_action legal[EG_LEGAL_MAX];
		size_t all = eg_round_legal(&worlds->worlds[i].position.round, legal);

		for (size_t k = 0; k < all; k++) {
			size_t output = eg_action_output(legal[k]);

			if (!listed[output])
				actions[count++] = legal[k];
			listed[output] = true;
		}
	}
	return count;
}

/* The worlds have the same public actions, so the same seat acts in all of them. */
static double value_of(const struct method *method, const struct worlds *worlds)
{
	struct worlds rest;
	struct eg_action actions[EG_OUTPUTS];
	double value = 0;

	if (worlds->count == 0)
		return 0;
	if (worlds->worlds[0].position.round.to_act != method->seat) {
		size_t count = list_actions(worlds, actions);

		for (size_t i = 0; i < count; i++)
			value += await(method, worlds, actions[i]);
		return value;
	}
	rest = make(worlds->count);
	rest.count = worlds->count;
	memcpy(rest.worlds, worlds->worlds, worlds->count * sizeof(*worlds->worlds));
	while (rest.count > 0) {
		struct worlds alike = take_alike(method, &rest);

		value += respond(method, &alike);
		free(alike.worlds);
	}
	free(rest.worlds);
	return value;
}

/* Adds a round with each order of the cards from `at` on. */
static void deal(struct worlds *worlds, const struct eg_rules *rules, uint8_t deck[EG_DECK],
	uint8_t left[EG_VALUES + 1], size_t at)
{
	struct eg_round round;

	if (at == EG_DECK) {
		struct world *world = &worlds->worlds[worlds->count++];

		assert_int_equal(eg_round_init(&round, rules, EG_WHITE, deck), EG_OK);
		eg_position_init(&world->position, &round);
		world->weight = 1;
		return;
	}
	for (uint8_t value = 1; value <= EG_VALUES; value++) {
		if (left[value] == 0)
			continue;
		left[value]--;
		deck[at] = value;
		deal(worlds, rules, deck, left, at + 1);
		left[value]++;
	}
}

static double by_decks(const struct eg_rules *rules, enum eg_seat seat, const struct eg_model *own,
	const struct eg_model *other)
{
	const struct method method = {seat, own, other};
	struct worlds worlds = make(1680);
	uint8_t deck[EG_DECK];
	uint8_t left[EG_VALUES + 1] = {0, EG_COPIES, EG_COPIES, EG_COPIES};

	deal(&worlds, rules, deck, left, 0);
	assert_int_equal(worlds.count, 1680);
	double value = value_of(&method, &worlds) / 1680;

	free(worlds.worlds);
	return value;
}

static const char *const rule_sets[] = {ALL_RULE_SETS};

static void compare(const struct eg_model *own, const struct eg_model *other)
{
	for (size_t set = 0; set < 4; set++) {
		struct eg_rules rules;

		assert_int_equal(
			eg_rules_parse(rule_sets[set], strlen(rule_sets[set]), &rules), EG_OK);
		for (enum eg_seat seat = EG_WHITE; seat <= EG_BLACK; seat++) {
			double exact = response_points(&rules, seat, own, other);
			double expected = by_decks(&rules, seat, own, other);

			assert_true(fabs(exact - expected) < 1e-6);
		}
	}
}

UNIT_TEST(test_points_are_the_mean_over_all_decks)
{
	compare(&greedy, &mixed);
}

UNIT_TEST(test_best_response_to_a_mixed_strategy_is_the_best_of_all_decks)
{
	compare(NULL, &mixed);
}

UNIT_TEST(test_best_response_to_a_fixed_strategy_is_the_best_of_all_decks)
{
	compare(NULL, &greedy);
}

UNIT_TEST(test_both_seats_share_one_point)
{
	const struct eg_rules rules = {EG_ADVANCED, EG_FINAL_POSITION};

	assert_true(fabs(response_points(&rules, EG_WHITE, &greedy, &mixed) +
			    response_points(&rules, EG_BLACK, &mixed, &greedy) - 1) < 1e-6);
}
