/* Tests how players play in a style, and what is believed about a stranger's hand. */
#include "engine/opponent/belief.h"
#include "engine/opponent/dice.h"
#include "engine/opponent/live_round.h"
#include "tests/support/cmocka.h"

#include <math.h>
#include <string.h>

#define ROUNDS 60

static const struct eg_rules advanced = {EG_ADVANCED, EG_FINAL_POSITION};
static const struct eg_style any_style = {1, 0};
static const struct eg_model any = {eg_style_consider, &any_style};

static void begin_bout(struct eg_dice *dice, struct eg_live_round *live)
{
	uint8_t deck[EG_DECK];

	eg_dice_deck(dice, deck);
	assert_int_equal(eg_live_round_begin(live, &advanced, EG_WHITE, deck), EG_OK);
}

static void consider(
	const struct eg_live_round *live, struct eg_style style, struct eg_strategy *strategy)
{
	strategy->count = eg_round_legal(&live->position.round, strategy->legal);
	eg_style_play(&style, &live->position, strategy);
}

static void expect_even(const struct eg_strategy *strategy)
{
	for (size_t i = 0; i < strategy->count; i++)
		assert_true(fabsf(strategy->chances[i] * (float)strategy->count - 1) < 1e-5F);
}

UNIT_TEST(test_style_without_firmness_plays_any_action)
{
	struct eg_dice dice = {1};
	struct eg_live_round live;
	struct eg_strategy strategy;

	begin_bout(&dice, &live);
	consider(&live, (struct eg_style){0, 0}, &strategy);
	expect_even(&strategy);
	consider(&live, any_style, &strategy);
	expect_even(&strategy);
}

/* With half the firmness, the squares of the chances are proportional to the actor's chances. */
UNIT_TEST(test_style_with_less_firmness_mixes_more)
{
	struct eg_dice dice = {1};
	struct eg_live_round live;
	struct eg_strategy firm;
	struct eg_strategy half;
	float sum = 0;

	begin_bout(&dice, &live);
	consider(&live, (struct eg_style){0, 1}, &firm);
	consider(&live, (struct eg_style){0, 0.5F}, &half);
	for (size_t i = 0; i < half.count; i++)
		sum += half.chances[i] * half.chances[i];
	for (size_t i = 0; i < half.count; i++)
		assert_true(
			fabsf(half.chances[i] * half.chances[i] / sum - firm.chances[i]) < 0.001F);
}

UNIT_TEST(test_style_plays_at_random_as_often_as_it_says)
{
	struct eg_dice dice = {1};
	struct eg_live_round live;
	struct eg_strategy firm;
	struct eg_strategy wild;

	begin_bout(&dice, &live);
	consider(&live, (struct eg_style){0, 1}, &firm);
	consider(&live, (struct eg_style){0.25F, 1}, &wild);
	for (size_t i = 0; i < firm.count; i++)
		assert_true(fabsf(0.75F * firm.chances[i] + 0.25F / (float)firm.count -
				    wild.chances[i]) < 1e-6F);
}

/* Returns the negative logarithm of the chance that the belief gives to this hand. */
static double surprise(const struct eg_belief *belief, const uint8_t hand[EG_VALUES + 1])
{
	for (size_t i = 0; i < belief->count; i++)
		if (memcmp(belief->hands[i], hand, EG_VALUES + 1) == 0)
			return -log((double)belief->chances[i]);
	fail_msg("the belief does not have the hand");
	return 0;
}

/* How badly the beliefs predicted the hand, in sum; less is better. */
struct surprises {
	double guess; /* eg_style_guess */
	double actor; /* the belief that the player is the actor */
	double any;   /* the belief that the player plays any action */
};

/* The actor plays White, and asks before each action what Black may hold. */
static void add_surprises(struct eg_live_round *live, struct surprises *sums)
{
	const uint8_t *hand = live->position.round.hand[EG_BLACK];
	struct eg_witness witness;
	struct eg_position position;
	struct eg_belief belief;

	assert_int_equal(eg_live_round_witness(live, &witness), EG_OK);
	assert_int_equal(eg_style_guess(&belief, &position, &witness), EG_OK);
	sums->guess += surprise(&belief, hand);
	assert_int_equal(eg_belief_form(&belief, &position, &witness, &eg_actor_player), EG_OK);
	sums->actor += surprise(&belief, hand);
	assert_int_equal(eg_belief_form(&belief, &position, &witness, &any), EG_OK);
	sums->any += surprise(&belief, hand);
}

static struct surprises against(enum eg_skill skill)
{
	const struct eg_player players[] = {{EG_ACTOR, 0, NULL}, {skill, 0, NULL}};
	struct surprises sums = {0, 0, 0};
	struct eg_dice dice = {7};

	for (size_t round = 0; round < ROUNDS; round++) {
		struct eg_live_round live;

		begin_bout(&dice, &live);
		while (!eg_live_round_is_over(&live)) {
			enum eg_seat seat = live.position.round.to_act;
			uint64_t seed = eg_dice_roll(&dice);
			struct eg_strategy strategy;

			if (seat == EG_WHITE)
				add_surprises(&live, &sums);
			assert_int_equal(
				eg_live_round_consider(&live, &players[seat], seed, &strategy),
				EG_OK);
			assert_int_equal(
				eg_live_round_play(&live, eg_strategy_draw(&strategy, seed)),
				EG_OK);
		}
	}
	return sums;
}

UNIT_TEST(test_guess_about_a_fencer_learns_from_the_actions)
{
	struct surprises sums = against(EG_ACTOR);

	assert_true(sums.guess < sums.any);
}

UNIT_TEST(test_guess_about_a_random_player_reads_little_into_the_actions)
{
	struct surprises sums = against(EG_RANDOM);

	assert_true(sums.guess < sums.actor);
	assert_true(sums.guess - sums.any < 0.1 * (sums.actor - sums.any));
}

UNIT_TEST(test_guess_of_an_impossible_round_is_refused)
{
	struct eg_dice dice = {1};
	struct eg_live_round live;
	struct eg_witness witness;
	struct eg_position position;
	struct eg_belief belief;

	begin_bout(&dice, &live);
	assert_int_equal(eg_live_round_witness(&live, &witness), EG_OK);
	witness.seat = EG_NOBODY;
	assert_int_equal(eg_style_guess(&belief, &position, &witness), EG_BAD_RULES);
}
