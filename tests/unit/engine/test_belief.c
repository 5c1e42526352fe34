#include "engine/opponent/belief.h"
#include "engine/opponent/network.h"
#include "tests/support/cmocka.h"

#include <math.h>
#include <string.h>

/* White holds 1 2 4 5 5, so all five threes are among the twenty cards that White does not know. */
static const uint8_t deck[EG_DECK] = {
	1, 2, 4, 5, 5, 3, 1, 2, 2, 3, 5, 4, 3, 2, 1, 5, 4, 3, 2, 1, 3, 4, 4, 5, 1};
static const struct eg_rules advanced = {EG_ADVANCED, EG_FINAL_POSITION};
static const struct eg_action plus_two = {EG_ADVANCE, 2, 0, 0};
static const struct eg_action plus_three = {EG_ADVANCE, 3, 0, 0};

/* The model of a player who plays a three more often if they hold more threes. */
static void play_threes(const struct eg_model *model, const struct eg_position *position,
	struct eg_strategy *strategy)
{
	const uint8_t *hand = position->round.hand[position->round.to_act];

	(void)model;
	for (size_t i = 0; i < strategy->count; i++)
		strategy->chances[i] = strategy->legal[i].move == 3 ? (float)hand[3] / 5 : 0.1F;
}

static void play_nothing(const struct eg_model *model, const struct eg_position *position,
	struct eg_strategy *strategy)
{
	(void)model;
	(void)position;
	memset(strategy->chances, 0, sizeof(strategy->chances));
}

static const struct eg_model fond_of_threes = {play_threes, NULL};
static const struct eg_model never = {play_nothing, NULL};

static void witness_after(const struct eg_action *actions, size_t count, enum eg_seat first,
	struct eg_witness *witness)
{
	assert_int_equal(
		eg_witness_round(witness, &advanced, first, deck, actions, count, EG_WHITE), EG_OK);
}

static double choose(unsigned n, unsigned k)
{
	double ways = 1;

	for (unsigned i = 0; i < k; i++)
		ways = ways * (n - i) / (i + 1);
	return k > n ? 0 : ways;
}

static double chance_of_threes(const struct eg_belief *belief, unsigned threes)
{
	double sum = 0;

	for (size_t i = 0; i < belief->count; i++)
		if (belief->hands[i][3] == threes)
			sum += (double)belief->chances[i];
	return sum;
}

UNIT_TEST(test_belief_after_the_deal_is_hypergeometric)
{
	struct eg_witness witness;
	struct eg_position position;
	struct eg_belief belief;

	witness_after(NULL, 0, EG_WHITE, &witness);
	assert_int_equal(eg_belief_form(&belief, &position, &witness, &never), EG_OK);
	for (unsigned k = 0; k <= EG_HAND; k++)
		assert_true(fabs(chance_of_threes(&belief, k) -
				    choose(5, k) * choose(15, 5 - k) / choose(20, 5)) < 1e-5);
}

/*
 * Compares the belief with Bayes's rule, computed by hand. Black got k threes in the deal, has
 * played one of them, and has drawn a card.
 */
UNIT_TEST(test_belief_after_an_action_follows_bayes)
{
	double expected[EG_HAND + 1] = {0};
	double all = 0;
	struct eg_witness witness;
	struct eg_position position;
	struct eg_belief belief;

	for (unsigned k = 1; k <= EG_HAND; k++) {
		double weight = choose(5, k) * choose(15, 5 - k) * k;

		all += weight;
		expected[k] += weight * (5 - k) / 15;
		expected[k - 1] += weight * (10 + k) / 15;
	}
	witness_after(&plus_three, 1, EG_BLACK, &witness);
	assert_int_equal(eg_belief_form(&belief, &position, &witness, &fond_of_threes), EG_OK);
	for (unsigned k = 0; k <= EG_HAND; k++)
		assert_true(fabs(chance_of_threes(&belief, k) - expected[k] / all) < 1e-5);
}

/* If White draws a card later, Black can't have held this card before. */
UNIT_TEST(test_belief_uses_own_later_cards)
{
	const struct eg_action actions[] = {plus_two, plus_three};
	struct eg_witness witness;
	struct eg_position position;
	struct eg_belief belief;
	float sum = 0;

	witness_after(actions, 2, EG_WHITE, &witness);
	assert_int_equal(
		witness.drawn[0], 5); /* a third five, so Black and the pile have only two */
	assert_int_equal(eg_belief_form(&belief, &position, &witness, &fond_of_threes), EG_OK);
	for (size_t i = 0; i < belief.count; i++) {
		assert_true(belief.hands[i][5] <= 2);
		assert_true(belief.hands[i][3] <= 4);
		assert_true(belief.chances[i] > 0);
		sum += belief.chances[i];
	}
	assert_true(fabsf(sum - 1) < 1e-4F);
	assert_int_equal(position.round.to_act, EG_WHITE);
}

UNIT_TEST(test_belief_that_the_model_excludes_is_refused)
{
	struct eg_witness witness;
	struct eg_position position;
	struct eg_belief belief;

	witness_after(&plus_two, 1, EG_BLACK, &witness);
	assert_int_equal(eg_belief_form(&belief, &position, &witness, &never), EG_ILLEGAL);
}

/* With five threes Black can only advance 3, whatever the model says. */
UNIT_TEST(test_belief_keeps_a_hand_with_one_legal_action)
{
	struct eg_witness witness;
	struct eg_position position;
	struct eg_belief belief;

	witness_after(&plus_three, 1, EG_BLACK, &witness);
	assert_int_equal(eg_belief_form(&belief, &position, &witness, &never), EG_OK);
	for (size_t i = 0; i < belief.count; i++)
		assert_int_equal(belief.hands[i][3], 4);
}

/* Black plays a three with a chance of a fifth for each three, and holds 1.25 threes on average. */
UNIT_TEST(test_belief_tells_how_likely_the_actions_were)
{
	struct eg_witness witness;
	struct eg_position position;
	struct eg_belief belief;

	witness_after(NULL, 0, EG_WHITE, &witness);
	assert_int_equal(eg_belief_form(&belief, &position, &witness, &fond_of_threes), EG_OK);
	assert_true(belief.evidence == 1);
	witness_after(&plus_three, 1, EG_BLACK, &witness);
	assert_int_equal(eg_belief_form(&belief, &position, &witness, &fond_of_threes), EG_OK);
	assert_true(fabsf(belief.evidence - 0.25F) < 1e-5F);
}

UNIT_TEST(test_belief_of_an_impossible_round_is_refused)
{
	struct eg_witness witness;
	struct eg_position position;
	struct eg_belief belief;

	witness_after(&plus_three, 1, EG_BLACK, &witness);
	struct eg_witness bad = witness;

	bad.seat = EG_NOBODY;
	assert_int_equal(eg_belief_form(&belief, &position, &bad, &fond_of_threes), EG_BAD_RULES);
	bad = witness;
	bad.actions[0] = (struct eg_action){.kind = EG_PASS};
	assert_int_equal(eg_belief_form(&belief, &position, &bad, &fond_of_threes), EG_ILLEGAL);
}

UNIT_TEST(test_exponential_is_close_to_exp)
{
	for (int i = -790; i < 400; i += 3) {
		float x = (float)i / 10;
		double truth = exp((double)x);

		assert_true(fabs((double)eg_exp(x) - truth) < 5e-6 * truth);
	}
	assert_true(eg_exp(-81) == 0);
	assert_true(eg_exp(0) == 1);
}
