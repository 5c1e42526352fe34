#include "engine/opponent/opponent.h"

#include "engine/opponent/belief.h"
#include "engine/opponent/dice.h"
#include "tests/support/cmocka.h"
#include "tests/support/rule_sets.h"

#include <math.h>
#include <string.h>

#define ROUNDS 8 /* the number of rounds for each rule set and player */

static const char *const rule_sets[] = {ALL_RULE_SETS};
static const char *const players[] = {
	"novice", "actor", "maitre:60", "exploiter:300", "random", "greedy", "playouts:3"};

#define RULE_SETS (sizeof(rule_sets) / sizeof(rule_sets[0]))
#define PLAYERS   (sizeof(players) / sizeof(players[0]))

/* A round with all its cards, also those that a player can't see. */
struct table {
	struct eg_rules rules;
	enum eg_seat first;
	uint8_t deck[EG_DECK];
	struct eg_action actions[EG_PLIES_MAX];
	size_t count;
	struct eg_round round;
};

static struct eg_player player_called(const char *name)
{
	struct eg_player player;

	assert_int_equal(eg_player_parse(name, strlen(name), &player), EG_OK);
	return player;
}

static void deal(struct table *table, const char *rules, struct eg_dice *dice)
{
	memset(table, 0, sizeof(*table));
	assert_int_equal(eg_rules_parse(rules, strlen(rules), &table->rules), EG_OK);
	table->first = eg_dice_below(dice, 2) == 0 ? EG_WHITE : EG_BLACK;
	eg_dice_deck(dice, table->deck);
	assert_int_equal(
		eg_round_init(&table->round, &table->rules, table->first, table->deck), EG_OK);
}

static void witness_of(const struct table *table, enum eg_seat seat, struct eg_witness *witness)
{
	memset(witness, 0xaa, sizeof(*witness));
	assert_int_equal(eg_witness_round(witness, &table->rules, table->first, table->deck,
				 table->actions, table->count, seat),
		EG_OK);
}

static void play(struct table *table, struct eg_action action)
{
	assert_int_equal(eg_round_play(&table->round, action), EG_OK);
	table->actions[table->count++] = action;
}

static void play_anything(struct table *table, struct eg_dice *dice)
{
	struct eg_action legal[EG_LEGAL_MAX];
	size_t count = eg_round_legal(&table->round, legal);

	play(table, legal[eg_dice_below(dice, (uint32_t)count)]);
}

static void play_text(struct table *table, const char *text)
{
	struct eg_action action;

	assert_int_equal(eg_action_parse(text, strlen(text), &action), EG_OK);
	play(table, action);
}

/* Computes which seat got which card of the deck. */
static void find_owners(const struct table *table, enum eg_seat owners[EG_DECK])
{
	struct eg_round round;

	assert_int_equal(eg_round_init(&round, &table->rules, table->first, table->deck), EG_OK);
	for (size_t i = 0; i < EG_DECK; i++)
		owners[i] = i < EG_HAND ? EG_WHITE : i < 2 * (size_t)EG_HAND ? EG_BLACK : EG_NOBODY;
	for (size_t i = 0; i < table->count; i++) {
		enum eg_seat actor = round.to_act;
		uint8_t drawn = round.drawn;

		assert_int_equal(eg_round_play(&round, table->actions[i]), EG_OK);
		for (; drawn < round.drawn; drawn++)
			owners[drawn] = actor;
	}
}

/* Shuffles all cards that `seat` can't see: the other hand and the pile. */
static void redeal(struct table *table, enum eg_seat seat, struct eg_dice *dice)
{
	enum eg_seat owners[EG_DECK];
	uint8_t played[EG_VALUES + 1] = {0};
	uint8_t cards[EG_DECK];
	size_t slots[EG_DECK];
	uint32_t count = 0;

	find_owners(table, owners);
	for (size_t i = 0; i < EG_DECK; i++)
		played[table->deck[i]] =
			(uint8_t)(played[table->deck[i]] + (owners[i] == eg_opponent(seat)));
	for (size_t value = 1; value <= EG_VALUES; value++)
		played[value] =
			(uint8_t)(played[value] - table->round.hand[eg_opponent(seat)][value]);
	for (size_t i = 0; i < EG_DECK; i++) {
		bool others = owners[i] == eg_opponent(seat);

		if (owners[i] == seat || (others && played[table->deck[i]] > 0)) {
			played[table->deck[i]] = (uint8_t)(played[table->deck[i]] - others);
			continue;
		}
		slots[count] = i;
		cards[count++] = table->deck[i];
	}
	eg_dice_shuffle(dice, cards, count);
	for (uint32_t i = 0; i < count; i++)
		table->deck[slots[i]] = cards[i];
}

/* The most important test: a player never uses cards that its seat can't see. */
UNIT_TEST(test_choice_does_not_depend_on_hidden_cards)
{
	struct eg_dice dice = {11};
	unsigned different = 0;

	for (size_t n = 0; n < RULE_SETS * PLAYERS * ROUNDS; n++) {
		struct eg_player player = player_called(players[n / ROUNDS % PLAYERS]);
		struct table one;

		deal(&one, rule_sets[n % RULE_SETS], &dice);
		while (one.round.phase != EG_OVER) {
			enum eg_seat seat = one.round.to_act;
			struct table two = one;
			struct eg_witness first;
			struct eg_witness second;
			struct eg_action action;
			struct eg_action other;
			uint64_t seed = eg_dice_roll(&dice);

			redeal(&two, seat, &dice);
			different += memcmp(one.deck, two.deck, EG_DECK) != 0;
			witness_of(&one, seat, &first);
			witness_of(&two, seat, &second);
			assert_int_equal(eg_choose(&player, &first, seed, &action), EG_OK);
			assert_int_equal(eg_choose(&player, &second, seed, &other), EG_OK);
			assert_true(eg_action_equal(action, other));
			play_anything(&one, &dice);
		}
	}
	assert_true(different > 500);
}

UNIT_TEST(test_strategy_has_legal_actions_and_chances_of_sum_1)
{
	struct eg_dice dice = {5};

	for (size_t n = 0; n < RULE_SETS * PLAYERS * ROUNDS; n++) {
		struct eg_player player = player_called(players[n / ROUNDS % PLAYERS]);
		struct table table;

		deal(&table, rule_sets[n % RULE_SETS], &dice);
		while (table.round.phase != EG_OVER) {
			struct eg_action legal[EG_LEGAL_MAX];
			struct eg_witness witness;
			struct eg_strategy strategy;
			float sum = 0;

			witness_of(&table, table.round.to_act, &witness);
			assert_int_equal(eg_consider(&player, &witness, n, &strategy), EG_OK);
			assert_int_equal(strategy.count, eg_round_legal(&table.round, legal));
			for (size_t i = 0; i < strategy.count; i++) {
				assert_true(eg_action_equal(strategy.legal[i], legal[i]));
				assert_true(strategy.chances[i] >= 0);
				sum += strategy.chances[i];
			}
			assert_true(fabsf(sum - 1) < 1e-4F);
			play_anything(&table, &dice);
		}
	}
}

UNIT_TEST(test_choice_depends_on_the_seed)
{
	struct eg_player maitre = player_called("maitre:200");
	struct eg_dice dice = {3};
	struct table table;
	struct eg_witness witness;
	unsigned seen[EG_VALUES + 1] = {0};

	deal(&table, "advanced", &dice);
	witness_of(&table, table.first, &witness);
	for (uint64_t seed = 0; seed < 40; seed++) {
		struct eg_action action;
		struct eg_action again;

		assert_int_equal(eg_choose(&maitre, &witness, seed, &action), EG_OK);
		assert_int_equal(eg_choose(&maitre, &witness, seed, &again), EG_OK);
		assert_true(eg_action_equal(action, again));
		seen[action.move]++;
	}
	unsigned kinds = 0;

	for (size_t move = 1; move <= EG_VALUES; move++)
		kinds += seen[move] > 0;
	/* People could predict a player who always plays the same action. */
	assert_true(kinds > 1);
}

UNIT_TEST(test_exploiter_expects_the_actor_without_a_model)
{
	struct eg_player exploiter = player_called("exploiter:300");
	struct eg_dice dice = {4};
	struct eg_strategy without, with;
	struct table table;
	struct eg_witness witness;

	deal(&table, "advanced", &dice);
	witness_of(&table, table.first, &witness);
	assert_int_equal(eg_consider(&exploiter, &witness, 5, &without), EG_OK);
	exploiter.model = &eg_actor_player;
	assert_int_equal(eg_consider(&exploiter, &witness, 5, &with), EG_OK);
	assert_int_equal(with.count, without.count);
	for (size_t i = 0; i < with.count; i++)
		assert_true(with.chances[i] == without.chances[i]);
}

/* White holds 1 2 3 4 5, Black 1 1 2 2 3. */
static const uint8_t example[EG_DECK] = {
	1, 2, 3, 4, 5, 1, 1, 2, 2, 3, 5, 4, 3, 2, 1, 5, 4, 3, 2, 1, 3, 4, 4, 5, 5};

static void start_example(struct table *table)
{
	struct eg_dice dice = {1};

	deal(table, "advanced", &dice);
	table->first = EG_WHITE;
	memcpy(table->deck, example, EG_DECK);
	assert_int_equal(
		eg_round_init(&table->round, &table->rules, table->first, table->deck), EG_OK);
}

UNIT_TEST(test_witness_has_own_cards_in_order)
{
	static const uint8_t dealt[] = {1, 1, 2, 2, 3};
	struct table table;
	struct eg_witness witness;
	const char *reason;

	start_example(&table);
	play_text(&table, "+3");
	play_text(&table, "+2");
	play_text(&table, "+5");
	witness_of(&table, EG_BLACK, &witness);
	assert_memory_equal(witness.dealt, dealt, EG_HAND);
	assert_int_equal(witness.drawn_count, 1);
	assert_int_equal(witness.drawn[0], 4);
	assert_int_equal(witness.action_count, 3);
	assert_int_equal(eg_witness_check(&witness, &reason), EG_OK);
}

static void refused(const struct eg_witness *witness, enum eg_error error)
{
	struct eg_player actor = player_called("actor");
	struct eg_action action = {9, 9, 9, 9};
	const char *reason = NULL;

	assert_int_equal(eg_witness_check(witness, &reason), error);
	assert_non_null(reason);
	assert_int_equal(eg_choose(&actor, witness, 1, &action), error);
	assert_int_equal(action.kind, 9);
}

/*
 * Asserts that `good` is refused after a change to one of its fields. (A witness is what one seat
 * has seen of a round.)
 */
#define REFUSED(error, ...)                                                                        \
	do {                                                                                       \
		struct eg_witness bad = good;                                                      \
		bad.__VA_ARGS__;                                                                   \
		refused(&bad, error);                                                              \
	} while (0)

UNIT_TEST(test_witness_that_is_inconsistent_is_refused)
{
	struct table table;
	struct eg_witness good;

	start_example(&table);
	play_text(&table, "+3");
	play_text(&table, "+2");
	witness_of(&table, EG_WHITE, &good);
	REFUSED(EG_ILLEGAL, drawn_count = 0); /* White must have drawn a card after +3 */
	REFUSED(EG_ILLEGAL, dealt[2] = 4);    /* without the 3, White can't have advanced 3 */
	REFUSED(EG_BAD_DECK, dealt[0] = 6);
	REFUSED(EG_BAD_DECK, drawn[0] = 0);
	REFUSED(EG_BAD_DECK, drawn[0] = 6);
	REFUSED(EG_BAD_DECK, dealt[0] = 0);
	REFUSED(EG_ILLEGAL, action_count = 1); /* it is Black's turn */
	REFUSED(EG_ILLEGAL, actions[1] = (struct eg_action){EG_ATTACK, 0, 5, 1}); /* out of reach */
	REFUSED(EG_ILLEGAL, actions[1] = (struct eg_action){255, 255, 255, 255});
	REFUSED(EG_ILLEGAL, actions[1] = (struct eg_action){EG_ATTACK, 0, 6, 1});
	REFUSED(EG_ILLEGAL, actions[1] = (struct eg_action){EG_ATTACK, 0, 5, 6});
	REFUSED(EG_ILLEGAL, over = true); /* nobody acts then */
	REFUSED(EG_ILLEGAL, action_count = EG_PLIES_MAX + 1);
	REFUSED(EG_ILLEGAL, drawn_count = EG_PILE + 1);
	REFUSED(EG_BAD_RULES, seat = EG_NOBODY);
	REFUSED(EG_BAD_RULES, first = EG_NOBODY);
	REFUSED(EG_BAD_RULES, rules.level = (enum eg_level)7);
}
#undef REFUSED

/* A player who has parried with the whole hand has no card for an attack. */
UNIT_TEST(test_witness_with_an_attack_from_an_empty_hand_is_refused)
{
	struct eg_witness witness = {.rules = {EG_ADVANCED, EG_FINAL_POSITION},
		.first = EG_WHITE,
		.seat = EG_WHITE,
		.dealt = {1, 1, 1, 1, 1},
		.drawn = {2, 3, 4, 5, 2},
		.drawn_count = 5,
		.actions = {{EG_ATTACK, 0, 1, 5}, {EG_PARRY, 0, 0, 0}, {EG_ATTACK, 0, 1, 1}},
		.action_count = 3};

	refused(&witness, EG_ILLEGAL);
}

UNIT_TEST(test_witness_of_an_impossible_round_is_refused)
{
	const struct eg_rules rules = {EG_ADVANCED, EG_FINAL_POSITION};
	const struct eg_action beyond = {EG_ADVANCE, 9, 0, 0};
	const uint8_t deck[EG_DECK] = {1};
	struct eg_witness witness;

	assert_int_equal(
		eg_witness_round(&witness, &rules, EG_WHITE, deck, NULL, 0, EG_WHITE), EG_BAD_DECK);
	assert_int_equal(eg_witness_round(&witness, &rules, EG_WHITE, example, NULL, 0, EG_NOBODY),
		EG_BAD_RULES);
	assert_int_equal(
		eg_witness_round(&witness, &rules, EG_WHITE, example, &beyond, 1, EG_WHITE),
		EG_ILLEGAL);
}

/* The seat that the witness belongs to has all five threes, but the other seat plays a three. */
UNIT_TEST(test_witness_with_six_cards_of_a_value_is_refused)
{
	static const uint8_t deck[EG_DECK] = {
		3, 3, 3, 3, 3, 1, 1, 2, 2, 4, 5, 4, 1, 2, 1, 5, 4, 1, 2, 5, 2, 4, 4, 5, 5};
	struct table table;
	struct eg_witness witness;

	start_example(&table);
	memcpy(table.deck, deck, EG_DECK);
	assert_int_equal(eg_round_init(&table.round, &table.rules, table.first, table.deck), EG_OK);
	play_text(&table, "+3");
	play_text(&table, "+2");
	witness_of(&table, EG_WHITE, &witness);
	witness.actions[1].move = 3;
	refused(&witness, EG_BAD_DECK);
}

UNIT_TEST(test_player_names_are_parsed_or_refused)
{
	static const char *const wrong[] = {"", "maitr", "maitre:", "maitre:0", "maitre:01",
		"maitre:x", "maitre:/", "maitre:1000001", "maitre:99999999999", "actor:3",
		"maitre 5", "Maitre"};
	struct eg_player player = {EG_RANDOM, 7, NULL};

	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++)
		assert_int_equal(eg_player_parse(wrong[i], strlen(wrong[i]), &player), EG_SYNTAX);
	assert_int_equal(player.skill, EG_RANDOM);
	player = player_called("playouts:1000");
	assert_int_equal(player.skill, EG_PLAYOUTS);
	assert_int_equal(player.nodes, 1000);
	assert_true(player_called("maitre").nodes > 0);
}
