#include "engine/opponent/outlook.h"

#include "engine/opponent/dice.h"
#include "engine/opponent/evaluation.h"
#include "tests/support/cmocka.h"
#include "tests/support/rule_sets.h"

#include <math.h>
#include <string.h>

static const char *const rule_sets[] = {ALL_RULE_SETS};

#define RULE_SETS (sizeof(rule_sets) / sizeof(rule_sets[0]))

static struct eg_rules rules_called(const char *name)
{
	struct eg_rules rules;

	assert_int_equal(eg_rules_parse(name, strlen(name), &rules), EG_OK);
	return rules;
}

/* A round that is being played. */
struct table {
	struct eg_open_round open;
	struct eg_round round;
};

static void deal(struct table *table, const struct eg_rules *rules, struct eg_dice *dice)
{
	memset(table, 0, sizeof(*table));
	table->open.rules = *rules;
	table->open.first = eg_dice_below(dice, 2) == 0 ? EG_WHITE : EG_BLACK;
	eg_dice_deck(dice, table->open.deck);
	assert_int_equal(
		eg_round_init(&table->round, rules, table->open.first, table->open.deck), EG_OK);
}

static void play(struct table *table, struct eg_action action)
{
	assert_int_equal(eg_round_play(&table->round, action), EG_OK);
	table->open.actions[table->open.action_count++] = action;
}

static void play_text(struct table *table, const char *text)
{
	struct eg_action action;

	assert_int_equal(eg_action_parse(text, strlen(text), &action), EG_OK);
	play(table, action);
}

static void witness_of(const struct table *table, enum eg_seat seat, struct eg_witness *witness)
{
	const struct eg_open_round *open = &table->open;

	assert_int_equal(eg_witness_round(witness, &open->rules, open->first, open->deck,
				 open->actions, open->action_count, seat),
		EG_OK);
}

static float outlook(const struct table *table, enum eg_seat seat)
{
	struct eg_witness witness;
	float points = -1;

	witness_of(table, seat, &witness);
	assert_int_equal(eg_outlook_seat(&witness, &points), EG_OK);
	return points;
}

static float open_outlook(const struct table *table)
{
	float white = -1;

	assert_int_equal(eg_outlook_open(&table->open, &white), EG_OK);
	return white;
}

static void play_as_fencer(struct table *table, struct eg_dice *dice)
{
	const struct eg_player actor = {EG_ACTOR, 0, NULL};
	struct eg_witness witness;
	struct eg_action action;

	witness_of(table, table->round.to_act, &witness);
	assert_int_equal(eg_choose(&actor, &witness, eg_dice_roll(dice), &action), EG_OK);
	play(table, action);
}

static void play_anything(struct table *table, struct eg_dice *dice)
{
	struct eg_action legal[EG_LEGAL_MAX];
	size_t count = eg_round_legal(&table->round, legal);

	play(table, legal[eg_dice_below(dice, (uint32_t)count)]);
}

static void expect_chances(const struct table *table)
{
	float white = open_outlook(table);
	float seats[2] = {outlook(table, EG_WHITE), outlook(table, EG_BLACK)};

	assert_true(white >= 0 && white <= 1);
	for (size_t seat = EG_WHITE; seat <= EG_BLACK; seat++)
		assert_true(seats[seat] >= 0 && seats[seat] <= 1.00001F);
	if (table->round.phase != EG_OVER)
		return;
	enum eg_seat winner = table->round.result.winner;
	float result = winner == EG_NOBODY ? 0.5F : (float)(winner == EG_WHITE);

	assert_true(white == result);
	assert_true(seats[EG_WHITE] == result);
	assert_true(seats[EG_BLACK] == 1 - result);
}

/* Plays all kinds of rounds, and asks for the outlook at each moment, also when it is over. */
UNIT_TEST(test_outlook_of_any_moment_is_a_chance)
{
	struct eg_dice dice = {5};
	struct table table;

	for (size_t set = 0; set < RULE_SETS; set++) {
		struct eg_rules rules = rules_called(rule_sets[set]);

		for (size_t n = 0; n < 12; n++) {
			deal(&table, &rules, &dice);
			while (table.round.phase != EG_OVER) {
				expect_chances(&table);
				if (n % 2 == 0)
					play_as_fencer(&table, &dice);
				else
					play_anything(&table, &dice);
			}
			expect_chances(&table);
		}
	}
}

/* Lists all hands that can be dealt from the cards, with their chances. */
static void list_hands(const uint8_t pool[EG_VALUES + 1], struct eg_belief *hands)
{
	memset(hands, 0, sizeof(*hands));
	hands->count = 1;
	hands->chances[0] = 1;
	for (size_t i = 0; i < EG_HAND; i++)
		eg_belief_draw(hands, pool);
}

/*
 * Before the other seat's first action, its hands have the chances of the deal. So the outlook of
 * the seat is the mean of the open outlook over all these hands.
 */
UNIT_TEST(test_outlook_while_the_other_seat_acts_is_the_mean_over_its_hands)
{
	struct eg_dice dice = {9};
	struct eg_rules rules = rules_called("advanced");
	struct table table;
	struct eg_belief hands;
	uint8_t pool[EG_VALUES + 1] = {0, 5, 5, 5, 5, 5};
	float mean = 0;

	deal(&table, &rules, &dice);
	enum eg_seat seat = eg_opponent(table.open.first);

	for (size_t value = 1; value <= EG_VALUES; value++)
		pool[value] = (uint8_t)(pool[value] - table.round.hand[seat][value]);
	list_hands(pool, &hands);
	for (size_t i = 0; i < hands.count; i++) {
		struct eg_position position;

		eg_position_init(&position, &table.round);
		memcpy(position.round.hand[table.open.first], hands.hands[i], sizeof(pool));
		mean += hands.chances[i] * eg_position_worth(&position, seat);
	}
	assert_true(fabsf(mean - outlook(&table, seat)) < 1e-5F);
	assert_true(fabsf(mean - 0.5F) > 1e-4F);
}

/*
 * White attacks with three threes. While the round goes on, White knows that Black can parry. So
 * the outlook is the outlook of a position that really goes on, and not a touch.
 */
UNIT_TEST(test_outlook_after_an_attack_knows_whether_it_was_parried)
{
	/* White: 5 5 3 3 3, Black: 4 5 3 3 1; the distance after +5 +4 +5 +5 is 3. */
	static const uint8_t deck[EG_DECK] = {
		5, 5, 3, 3, 3, 4, 5, 3, 3, 1, 1, 1, 2, 2, 1, 1, 2, 2, 2, 4, 4, 4, 4, 5, 5};
	struct table table = {.open = {.rules = rules_called("advanced"), .first = EG_WHITE}};
	struct eg_witness witness;
	float points = -1;

	memcpy(table.open.deck, deck, sizeof(deck));
	assert_int_equal(eg_round_init(&table.round, &table.open.rules, EG_WHITE, deck), EG_OK);
	play_text(&table, "+5");
	play_text(&table, "+4");
	play_text(&table, "+5");
	play_text(&table, "+5");
	play_text(&table, "x33");
	assert_int_equal(table.round.phase, EG_DEFEND);
	float going_on = outlook(&table, EG_WHITE);

	assert_true(going_on < 0.999F);
	witness_of(&table, EG_WHITE, &witness);
	witness.over = true;
	witness.result = (struct eg_result){EG_WHITE, EG_TOUCH};
	assert_int_equal(eg_outlook_seat(&witness, &points), EG_OK);
	assert_true(points == 1);
	witness.result = (struct eg_result){EG_BLACK, EG_TOUCH};
	assert_int_equal(eg_outlook_seat(&witness, &points), EG_ILLEGAL);
	witness.result = (struct eg_result){EG_WHITE, EG_CARDS};
	assert_int_equal(eg_outlook_seat(&witness, &points), EG_ILLEGAL);
}

/*
 * A round that ended by position would also be over with every other hand of the other seat,
 * perhaps by cards. So no hand explains a witness that says it goes on.
 */
UNIT_TEST(test_outlook_of_a_round_that_must_be_over_is_refused)
{
	struct eg_dice dice = {1};
	struct eg_rules rules = rules_called("advanced");
	struct eg_witness witness;
	struct table table;
	float points = -1;

	do {
		deal(&table, &rules, &dice);
		while (table.round.phase != EG_OVER)
			play_as_fencer(&table, &dice);
	} while (table.round.result.reason != EG_POSITION);
	witness_of(&table, EG_WHITE, &witness);
	assert_true(witness.over);
	witness.over = false;
	assert_int_equal(eg_outlook_seat(&witness, &points), EG_ILLEGAL);
	witness.seat = EG_NOBODY;
	assert_int_equal(eg_outlook_seat(&witness, &points), EG_BAD_RULES);
	assert_true(points == -1);
}

UNIT_TEST(test_open_outlook_of_an_impossible_round_is_refused)
{
	struct eg_dice dice = {1};
	struct eg_rules rules = rules_called("advanced");
	struct eg_position position;
	struct table table;
	float white;

	deal(&table, &rules, &dice);
	struct eg_open_round bad = table.open;

	bad.deck[0] = 6;
	assert_int_equal(eg_outlook_open(&bad, &white), EG_BAD_DECK);
	bad = table.open;
	bad.first = EG_NOBODY;
	assert_int_equal(eg_outlook_open(&bad, &white), EG_BAD_RULES);
	bad = table.open;
	bad.action_count = 1; /* no card at all */
	assert_int_equal(eg_outlook_open(&bad, &white), EG_ILLEGAL);
	assert_int_equal(eg_open_position(&bad, 2, &position), EG_ILLEGAL);
	bad.action_count = EG_PLIES_MAX + 1;
	assert_int_equal(eg_outlook_open(&bad, &white), EG_ILLEGAL);
}

/* Returns the mean worth of a round to its first player, over all pairs of hands. */
static float mean_of_deals(const struct eg_rules *rules)
{
	static const uint8_t all[EG_VALUES + 1] = {0, 5, 5, 5, 5, 5};
	struct eg_dice dice = {1};
	struct table table;
	struct eg_belief white;
	struct eg_belief black;
	double mean = 0;

	deal(&table, rules, &dice);
	list_hands(all, &white);
	for (size_t i = 0; i < white.count; i++) {
		struct eg_position position;
		uint8_t *const hands[2] = {
			position.round.hand[EG_WHITE], position.round.hand[EG_BLACK]};
		uint8_t pool[EG_VALUES + 1] = {0};

		eg_position_init(&position, &table.round);
		memcpy(hands[EG_WHITE], white.hands[i], sizeof(pool));
		for (size_t value = 1; value <= EG_VALUES; value++)
			pool[value] = (uint8_t)(EG_COPIES - hands[EG_WHITE][value]);
		list_hands(pool, &black);
		for (size_t j = 0; j < black.count; j++) {
			memcpy(hands[EG_BLACK], black.hands[j], sizeof(pool));
			mean += (double)white.chances[i] * (double)black.chances[j] *
				(double)eg_position_worth(&position, table.open.first);
		}
	}
	return (float)mean;
}

UNIT_TEST(test_first_player_has_the_mean_of_all_deals)
{
	bool wrong = false;

	for (size_t set = 0; set < RULE_SETS; set++) {
		struct eg_rules rules = rules_called(rule_sets[set]);
		float mean = mean_of_deals(&rules);

		if (fabsf(mean - eg_outlook_first(&rules)) > 2e-6F) {
			print_message(
				"outlook.c: %s has %.6fF points\n", rule_sets[set], (double)mean);
			wrong = true;
		}
	}
	assert_false(wrong);
}

/* The match, computed from its last rounds back, round by round. */
static double slow_match(double first, double draw, unsigned touches, const uint8_t score[2],
	enum eg_seat next_first, double points)
{
	static double chance[2][EG_TOUCHES_MAX + 1][EG_TOUCHES_MAX + 1];
	double win[2] = {first - draw / 2, 1 - first - draw / 2};

	for (size_t s = 0; s < 2; s++)
		for (size_t w = 0; w <= touches; w++)
			for (size_t b = 0; b <= touches; b++)
				chance[s][w][b] = w == touches ? 1 : 0;
	for (size_t n = 0; n < 200; n++)
		for (size_t s = 0; s < 2; s++)
			for (size_t w = 0; w < touches; w++)
				for (size_t b = 0; b < touches; b++)
					chance[s][w][b] =
						win[s] * chance[1 - s][w + 1][b] +
						(1 - draw - win[s]) * chance[1 - s][w][b + 1] +
						draw * chance[1 - s][w][b];
	return points * chance[next_first][score[0] + 1][score[1]] +
	       (1 - points) * chance[next_first][score[0]][score[1] + 1];
}

/*
 * The share of draws is within four standard errors of the constant, in rounds between fencers. New
 * networks play differently, so the tolerance has 0.01 for them.
 */
UNIT_TEST(test_draws_are_as_frequent_as_between_fencers)
{
	enum { ROUNDS = 400 };
	struct eg_dice dice = {3};
	struct table table;

	for (size_t set = 0; set < RULE_SETS; set++) {
		struct eg_rules rules = rules_called(rule_sets[set]);
		double chance = (double)eg_outlook_draw(&rules);
		double margin = 4 * sqrt(chance * (1 - chance) / ROUNDS) + 0.01;
		unsigned draws = 0;

		for (size_t n = 0; n < ROUNDS; n++) {
			deal(&table, &rules, &dice);
			while (table.round.phase != EG_OVER)
				play_as_fencer(&table, &dice);
			draws += table.round.result.winner == EG_NOBODY;
		}
		if (fabs(chance - (double)draws / ROUNDS) > margin)
			fail_msg("outlook.c: %s has %.4fF draws", rule_sets[set],
				(double)draws / ROUNDS);
	}
}

UNIT_TEST(test_match_outlook_is_the_exact_recursion)
{
	static const uint8_t scores[][2] = {
		{0, 0}, {1, 0}, {0, 3}, {7, 7}, {14, 0}, {14, 14}, {2, 13}};

	for (size_t set = 0; set < RULE_SETS; set++)
		for (size_t i = 0; i < sizeof(scores) / sizeof(scores[0]); i++)
			for (size_t first = EG_WHITE; first <= EG_BLACK; first++) {
				const struct eg_match_rules rules = {rules_called(rule_sets[set]),
					EG_TOUCHES_MAX, EG_WHITE, {0}};
				float found = eg_outlook_match(
					&rules, scores[i], (enum eg_seat)first, 0.7F);
				double wanted = slow_match((double)eg_outlook_first(&rules.round),
					(double)eg_outlook_draw(&rules.round), EG_TOUCHES_MAX,
					scores[i], (enum eg_seat)first, 0.7);

				assert_true(fabs((double)found - wanted) < 1e-5);
			}
}

UNIT_TEST(test_match_outlook_is_the_round_when_both_need_one_touch)
{
	static const uint8_t last[2] = {4, 4};
	static const uint8_t won[2] = {5, 3};
	static const uint8_t lost[2] = {0, 5};
	const struct eg_match_rules rules = {rules_called("advanced"), 5, EG_WHITE, {0}};

	assert_true(eg_outlook_match(&rules, last, EG_BLACK, 0.3F) == 0.3F);
	assert_true(eg_outlook_match(&rules, won, EG_BLACK, 0.3F) == 1);
	assert_true(eg_outlook_match(&rules, lost, EG_BLACK, 0.3F) == 0);
}

/* If the seats swap everything, White and Black swap their chances. */
UNIT_TEST(test_match_outlook_is_fair_to_both_seats)
{
	const struct eg_match_rules rules = {rules_called("standard"), 5, EG_WHITE, {0}};

	for (uint8_t i = 0; i < 5; i++)
		for (uint8_t j = 0; j < 5; j++) {
			const uint8_t score[2] = {i, j};
			const uint8_t swapped[2] = {j, i};
			float sum = eg_outlook_match(&rules, score, EG_WHITE, 0.8F) +
				    eg_outlook_match(&rules, swapped, EG_BLACK, 1 - 0.8F);

			assert_true(fabsf(sum - 1) < 1e-5F);
		}
}
