/*
 * The luck of a round. The program is linked such that __wrap_eg_position_worth replaces
 * eg_position_worth, so that a test can judge the positions wrongly.
 */
#include "engine/opponent/luck.h"

#include "engine/opponent/dice.h"
#include "engine/opponent/evaluation.h"
#include "tests/support/cmocka.h"
#include "tests/support/rule_sets.h"

#include <math.h>
#include <string.h>

static const char *const rule_sets[] = {ALL_RULE_SETS};

#define RULE_SETS (sizeof(rule_sets) / sizeof(rule_sets[0]))
#define PILE      3 /* how many cards are in the pile when a test begins to try everything */

float __real_eg_position_worth(const struct eg_position *position, enum eg_seat seat);
float __wrap_eg_position_worth(const struct eg_position *position, enum eg_seat seat);

static bool wrong_worth;

/* A wrong judgement: a number without meaning that depends on the hands and the distance. */
float __wrap_eg_position_worth(const struct eg_position *position, enum eg_seat seat)
{
	struct eg_dice dice = {eg_round_distance(&position->round)};

	if (!wrong_worth || position->round.phase == EG_OVER)
		return __real_eg_position_worth(position, seat);
	for (size_t value = 1; value <= EG_VALUES; value++)
		dice.state = eg_dice_roll(&dice) + position->round.hand[EG_WHITE][value] +
			     8U * position->round.hand[EG_BLACK][value];
	float white = eg_dice_unit(&dice);

	return seat == EG_WHITE ? white : 1 - white;
}

static int restore_worth(void **state)
{
	(void)state;
	wrong_worth = false;
	return 0;
}

struct table {
	struct eg_open_round open;
	struct eg_round round;
};

static void deal(struct table *table, const char *rules, struct eg_dice *dice)
{
	memset(table, 0, sizeof(*table));
	assert_int_equal(eg_rules_parse(rules, strlen(rules), &table->open.rules), EG_OK);
	table->open.first = eg_dice_below(dice, 2) == 0 ? EG_WHITE : EG_BLACK;
	eg_dice_deck(dice, table->open.deck);
	assert_int_equal(eg_round_init(&table->round, &table->open.rules, table->open.first,
				 table->open.deck),
		EG_OK);
}

static void play(struct table *table, struct eg_action action)
{
	assert_int_equal(eg_round_play(&table->round, action), EG_OK);
	table->open.actions[table->open.action_count++] = action;
}

static void strategy_of(
	const struct table *table, enum eg_skill skill, struct eg_strategy *strategy)
{
	const struct eg_player player = {skill, 0, NULL};
	const struct eg_open_round *open = &table->open;
	struct eg_witness witness;

	assert_int_equal(eg_witness_round(&witness, &open->rules, open->first, open->deck,
				 open->actions, open->action_count, table->round.to_act),
		EG_OK);
	assert_int_equal(eg_consider(&player, &witness, 1, strategy), EG_OK);
}

/*
 * Plays a round between random players until few cards are left. Returns false if it ends before.
 */
static bool play_until_few_cards(struct table *table, const char *rules, struct eg_dice *dice)
{
	deal(table, rules, dice);
	while (table->round.phase != EG_OVER && table->round.drawn + PILE < EG_DECK) {
		struct eg_strategy strategy;

		strategy_of(table, EG_RANDOM, &strategy);
		play(table, strategy.legal[eg_dice_below(dice, (uint32_t)strategy.count)]);
	}
	return table->round.phase != EG_OVER;
}

/* Everything that may happen after a position: what is expected over all of it. */
struct everything {
	enum eg_skill skills[2];
	bool corrected[2]; /* whether the seat's choices count as luck */
	double result;     /* White's points */
	double luck;
	double squares; /* of the result's luck, to see that there is any */
	unsigned ends;
};

static void end(struct everything *all, const struct table *table, double chance, double luck)
{
	enum eg_seat winner = table->round.result.winner;

	all->result += chance * (winner == EG_NOBODY ? 0.5 : winner == EG_WHITE);
	all->luck += chance * luck;
	all->squares += chance * luck * luck;
	all->ends++;
}

static double luck_of_last(
	const struct everything *all, const struct table *table, const struct eg_strategy *strategy)
{
	size_t last = table->open.action_count - 1U;
	struct eg_position before;
	float drawn = 0;
	float chosen = 0;

	assert_int_equal(eg_open_position(&table->open, last, &before), EG_OK);
	assert_int_equal(eg_luck_draw(&table->open, last, &drawn), EG_OK);
	if (all->corrected[before.round.to_act])
		assert_int_equal(eg_luck_choice(&table->open, last, strategy, &chosen), EG_OK);
	return (double)drawn + (double)chosen;
}

/* Tries each action. The depth is at most the number of actions of a round. */
static void try_actions(
	struct everything *all, const struct table *table, double chance, double luck)
{
	struct eg_strategy strategy;

	if (table->round.phase == EG_OVER) {
		end(all, table, chance, luck);
		return;
	}
	strategy_of(table, all->skills[table->round.to_act], &strategy);
	for (size_t i = 0; i < strategy.count; i++) {
		struct table next = *table;

		if (strategy.chances[i] <= 0)
			continue;
		play(&next, strategy.legal[i]);
		try_actions(all, &next, chance * (double)strategy.chances[i],
			luck + luck_of_last(all, &next, &strategy));
	}
}

/* Tries each order of the pile, by Heap's method. */
static void try_orders(struct everything *all, struct table *table, size_t cards)
{
	const double orders = 6; /* of PILE cards */

	if (cards <= 1) {
		try_actions(all, table, 1 / orders, 0);
		return;
	}
	for (size_t i = 0; i < cards; i++) {
		uint8_t *pile = table->open.deck + EG_DECK - PILE;
		size_t other = cards % 2 == 0 ? i : 0;

		try_orders(all, table, cards - 1);
		uint8_t card = pile[other];

		pile[other] = pile[cards - 1];
		pile[cards - 1] = card;
		memcpy(table->round.deck, table->open.deck, EG_DECK);
	}
}

/*
 * Tries everything that can happen in the end of some rounds. The expected luck must be 0, though
 * the luck of single rounds is not.
 */
static void expect_no_luck_on_average(struct everything all)
{
	double squares = 0;
	unsigned ends = 0;

	for (size_t set = 0; set < RULE_SETS; set++) {
		struct eg_dice dice = {7};

		for (unsigned found = 0; found < 3;) {
			struct table table;
			struct everything here = all;

			if (!play_until_few_cards(&table, rule_sets[set], &dice) ||
				table.round.drawn + PILE != EG_DECK)
				continue;
			found++;
			try_orders(&here, &table, PILE);
			assert_true(fabs(here.luck) < 2e-6);
			assert_true(here.result >= 0 && here.result < 1.00001);
			squares += here.squares;
			ends += here.ends;
		}
	}
	assert_true(squares > 0.01);
	assert_true(ends > 1000);
}

UNIT_TEST(test_luck_is_zero_on_average)
{
	const struct everything all = {{EG_ACTOR, EG_RANDOM}, {true, true}, 0, 0, 0, 0};

	expect_no_luck_on_average(all);
}

UNIT_TEST_FROM(NULL, restore_worth, test_luck_is_zero_on_average_with_a_wrong_judgement)
{
	const struct everything all = {{EG_ACTOR, EG_NOVICE}, {true, true}, 0, 0, 0, 0};

	wrong_worth = true;
	expect_no_luck_on_average(all);
}

UNIT_TEST(test_luck_is_zero_on_average_if_only_one_strategy_is_known)
{
	const struct everything all = {{EG_NOVICE, EG_RANDOM}, {false, true}, 0, 0, 0, 0};

	expect_no_luck_on_average(all);
}

/* The luck of everything explains the whole result, from the mean before the deal on. */
UNIT_TEST(test_luck_adds_up_to_the_change_of_the_open_outlook)
{
	struct eg_dice dice = {11};
	struct table table;
	struct eg_strategy strategy;
	float luck = 0;
	float before = 0;
	float after = 0;
	float sum = 0;

	deal(&table, "advanced", &dice);
	assert_int_equal(eg_luck_deal(&table.open, &luck), EG_OK);
	assert_int_equal(eg_outlook_open(&table.open, &before), EG_OK);
	float first = eg_outlook_first(&table.open.rules);

	assert_true(
		fabsf(before - luck - (table.open.first == EG_WHITE ? first : 1 - first)) < 1e-6F);
	strategy_of(&table, EG_RANDOM, &strategy);
	for (size_t i = 0; i < strategy.count; i++) {
		struct table next = table;
		float chosen;
		float drawn;

		play(&next, strategy.legal[i]);
		assert_int_equal(eg_luck_choice(&next.open, 0, &strategy, &chosen), EG_OK);
		assert_int_equal(eg_luck_draw(&next.open, 0, &drawn), EG_OK);
		assert_int_equal(eg_outlook_open(&next.open, &after), EG_OK);
		sum += after - chosen - drawn;
		/* After its luck is taken away, each action leaves the same points. */
		assert_true(fabsf(sum / (float)(i + 1) - (after - chosen - drawn)) < 1e-5F);
	}
}

UNIT_TEST(test_luck_of_an_impossible_action_is_refused)
{
	struct eg_dice dice = {2};
	struct table table;
	struct eg_strategy strategy;
	float luck = 2;

	deal(&table, "standard", &dice);
	strategy_of(&table, EG_RANDOM, &strategy);
	assert_int_equal(eg_luck_draw(&table.open, 0, &luck), EG_ILLEGAL);
	assert_int_equal(eg_luck_choice(&table.open, 0, &strategy, &luck), EG_ILLEGAL);
	play(&table, strategy.legal[strategy.count - 1]);
	strategy.count--;
	assert_int_equal(eg_luck_choice(&table.open, 0, &strategy, &luck), EG_ILLEGAL);
	table.open.actions[0] = (struct eg_action){.kind = EG_PARRY};
	assert_int_equal(eg_luck_draw(&table.open, 0, &luck), EG_ILLEGAL);
	assert_int_equal(eg_luck_choice(&table.open, 0, &strategy, &luck), EG_ILLEGAL);
	table.open.deck[0] = 0;
	assert_int_equal(eg_luck_deal(&table.open, &luck), EG_BAD_DECK);
	assert_true(luck == 2);
}

/* The player chose an action that their strategy never chooses. */
UNIT_TEST(test_luck_of_an_action_with_chance_0_is_what_it_changed)
{
	struct eg_dice dice = {2};
	struct table table;
	struct eg_strategy strategy;
	float chosen[2];
	float luck;

	deal(&table, "standard", &dice);
	strategy_of(&table, EG_RANDOM, &strategy);
	strategy.count = 2;
	strategy.chances[0] = 0;
	strategy.chances[1] = 1;
	for (size_t i = 0; i < 2; i++) {
		struct table next = table;

		play(&next, strategy.legal[i]);
		assert_int_equal(eg_luck_choice(&next.open, 0, &strategy, &chosen[i]), EG_OK);
	}
	assert_true(chosen[0] != 0); /* the other action has no luck, because it is the mean */
	assert_true(chosen[1] == 0);
	play(&table, strategy.legal[0]);
	strategy.chances[1] = 0;
	assert_int_equal(eg_luck_choice(&table.open, 0, &strategy, &luck), EG_ILLEGAL);
}
