/*
 * Publicly forced actions: each case by name, and then every public position with every hand that
 * the player to act may hold. The rules say for each hand what is legal. Then lost rounds, against
 * what the actions do.
 */
#include "engine/engarde.h"
#include "tests/support/cmocka.h"

/* A position as everybody sees it. */
static struct eg_view see(enum eg_level level, enum eg_phase phase, uint8_t white, uint8_t black)
{
	return (struct eg_view){.seat = EG_NOBODY,
		.rules = {level, EG_FINAL_POSITION},
		.to_act = EG_WHITE,
		.phase = phase,
		.space = {white, black},
		.distance = (uint8_t)(black - white)};
}

static struct eg_view attacked(
	uint8_t white, uint8_t black, uint8_t count, bool indirect, enum eg_seat to_act)
{
	struct eg_view view = see(EG_ADVANCED, EG_DEFEND, white, black);

	view.to_act = to_act;
	view.attack = (struct eg_attack){view.distance, count, indirect};
	return view;
}

static void assert_forced(struct eg_view view, const char *expected)
{
	struct eg_action action = {0};
	char text[EG_ACTION_SIZE];

	assert_true(eg_view_forced(&view, &action));
	eg_action_print(action, text);
	assert_string_equal(text, expected);
}

static void assert_free(struct eg_view view)
{
	struct eg_action action = {EG_PASS, 0, 0, 0};

	assert_false(eg_view_forced(&view, &action));
	assert_int_equal(action.kind, EG_PASS);
}

UNIT_TEST(test_a_direct_attack_must_be_parried)
{
	assert_forced(attacked(10, 14, 1, false, EG_WHITE), "=");
	assert_forced(attacked(1, 6, 2, false, EG_BLACK), "=");
}

UNIT_TEST(test_an_advance_and_attack_leaves_a_choice)
{
	assert_free(attacked(10, 14, 1, true, EG_WHITE));
	assert_free(attacked(10, 14, 1, true, EG_BLACK));
	assert_free(attacked(3, 8, 4, true, EG_WHITE)); /* -1 or -2 */
	assert_free(attacked(2, 7, 2, true, EG_WHITE)); /* = or -1 */
}

UNIT_TEST(test_at_the_end_of_the_piste_it_must_be_parried)
{
	assert_forced(attacked(1, 5, 2, true, EG_WHITE), "=");
	assert_forced(attacked(18, 23, 1, true, EG_BLACK), "=");
}

/* Of five cards three attack, so that nobody holds three to parry. */
UNIT_TEST(test_the_only_retreat)
{
	assert_forced(attacked(2, 6, 3, true, EG_WHITE), "-1");
	assert_forced(attacked(20, 22, 4, true, EG_BLACK), "-1");
}

/* With a single card as the attack, the number of 1s in the hand does not matter. */
UNIT_TEST(test_side_by_side_in_the_basic_rules)
{
	struct eg_view view = see(EG_BASIC, EG_TURN, 22, 23);

	assert_forced(see(EG_BASIC, EG_TURN, 1, 2), "x1");
	view.to_act = EG_BLACK;
	assert_forced(view, "x1");
	assert_free(see(EG_BASIC, EG_TURN, 2, 3));
	assert_free(see(EG_BASIC, EG_TURN, 1, 3));
	assert_free(see(EG_STANDARD, EG_TURN, 1, 2)); /* x1 or x11 */
}

UNIT_TEST(test_nothing_else)
{
	assert_free(see(EG_ADVANCED, EG_TURN, 1, 23));
	assert_free(see(EG_BASIC, EG_LAST_LUNGE, 1, 2)); /* x1 or pass */
	assert_free(see(EG_BASIC, EG_OVER, 1, 2));
}

/* What the hands of a public position allow. */
struct allowed {
	struct eg_action only;
	size_t hands; /* how many hands have a legal action */
	bool same;    /* all of these have `only`, and nothing else */
};

/* Adds what one hand allows. A player without a legal action would have lost already. */
static void add_hand(struct allowed *allowed, const struct eg_round *round)
{
	struct eg_action legal[EG_LEGAL_MAX];
	size_t count = eg_round_legal(round, legal);

	if (count == 0)
		return;
	if (allowed->hands == 0)
		allowed->only = legal[0];
	allowed->hands++;
	allowed->same = allowed->same && count == 1 && eg_action_equal(legal[0], allowed->only);
}

/* Tries all hands with `left` more cards from `value` on. `unseen` are the cards that exist. */
static void try_hands(struct allowed *allowed, struct eg_round *round,
	const uint8_t unseen[EG_VALUES + 1], uint8_t value, uint8_t left)
{
	uint8_t *hand = round->hand[round->to_act];

	if (value == EG_VALUES) {
		hand[value] = left;
		if (left <= unseen[value])
			add_hand(allowed, round);
		return;
	}
	for (hand[value] = 0; hand[value] <= left && hand[value] <= unseen[value]; hand[value]++)
		try_hands(allowed, round, unseen, value + 1, left - hand[value]);
}

/*
 * Compares the answer with the actions of all possible hands. For somebody who sees only the board
 * the cards of the attack are on the table, and every other card may be in the hand.
 */
static size_t check(struct eg_round round, uint8_t hand_size)
{
	struct allowed allowed = {.same = true};
	struct eg_action action;
	struct eg_view view;
	uint8_t unseen[EG_VALUES + 1] = {0, 5, 5, 5, 5, 5};

	unseen[round.attack.card] -= round.attack.count;
	try_hands(&allowed, &round, unseen, 1, hand_size);
	if (allowed.hands == 0) /* this position can't go on, so nobody sees it */
		return 0;
	eg_round_view(&round, EG_NOBODY, &view);
	bool forced = eg_view_forced(&view, &action);
	assert_int_equal(forced, allowed.same);
	if (forced)
		assert_true(eg_action_equal(action, allowed.only));
	return forced;
}

/* All places of the fencers, for the player to act and the attack of `round`. */
static size_t check_places(struct eg_round round, uint8_t hand_size)
{
	size_t forced = 0;

	for (uint8_t white = 1; white < EG_SPACES; white++)
		for (uint8_t black = white + 1; black <= EG_SPACES; black++) {
			round.space[EG_WHITE] = white;
			round.space[EG_BLACK] = black;
			if (round.phase == EG_DEFEND && black - white != round.attack.card)
				continue;
			forced += check(round, hand_size);
		}
	return forced;
}

/* The hand has fewer than five cards after a parry. Nobody parries in the basic rules. */
UNIT_TEST(test_every_turn)
{
	size_t forced = 0;

	for (enum eg_level level = EG_BASIC; level <= EG_ADVANCED; level++)
		for (enum eg_seat seat = EG_WHITE; seat <= EG_BLACK; seat++)
			for (uint8_t size = level == EG_BASIC ? 5 : 3; size <= 5; size++)
				forced += check_places(
					(struct eg_round){.rules = {level, EG_FINAL_POSITION},
						.to_act = seat,
						.phase = EG_TURN},
					size);
	assert_int_equal(forced, 2); /* side by side at either end of the piste */
}

static size_t check_attack(enum eg_seat to_act, struct eg_attack attack)
{
	return check_places((struct eg_round){.rules = {EG_ADVANCED, EG_FINAL_POSITION},
				    .to_act = to_act,
				    .phase = EG_DEFEND,
				    .attack = attack},
		EG_HAND);
}

/* One card of an advance-and-attack is the advance. */
UNIT_TEST(test_every_attack)
{
	size_t direct = 0, indirect = 0;

	for (enum eg_seat seat = EG_WHITE; seat <= EG_BLACK; seat++)
		for (uint8_t card = 1; card <= EG_VALUES; card++)
			for (uint8_t count = 1; count < EG_HAND; count++) {
				direct +=
					check_attack(seat, (struct eg_attack){card, count, false});
				indirect +=
					check_attack(seat, (struct eg_attack){card, count, true});
			}
	/* at the end of the piste: one or two cards to parry, three or four to retreat from */
	assert_int_equal(indirect, 2 * EG_VALUES * 4);
	assert_int_equal(direct, 2 * 2 * (22 + 21 + 20 + 19 + 18));
}

#define ROUNDS 2000

static uint64_t next_random(uint64_t *seed)
{
	*seed = *seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
	return *seed >> 33;
}

static void deal(struct eg_round *round, enum eg_level level, uint64_t *seed)
{
	const struct eg_rules rules = {level, EG_FINAL_POSITION};
	uint8_t deck[EG_DECK];

	for (size_t i = 0; i < EG_DECK; i++) {
		size_t j = next_random(seed) % (i + 1);

		deck[i] = deck[j];
		deck[j] = (uint8_t)(1 + i / EG_COPIES);
	}
	assert_int_equal(eg_round_init(round, &rules, EG_WHITE, deck), EG_OK);
}

/* In rounds as people play them, a forced action is what the player's own list has, and all. */
UNIT_TEST(test_random_rounds)
{
	size_t parries = 0;
	uint64_t seed = 1;

	for (size_t i = 0; i < ROUNDS; i++) {
		struct eg_action legal[EG_LEGAL_MAX], action;
		struct eg_round round;
		struct eg_view all, own;

		deal(&round, (enum eg_level)(i % 3), &seed);
		for (size_t count = 0; (count = eg_round_legal(&round, legal)) > 0;) {
			eg_round_view(&round, EG_NOBODY, &all);
			eg_round_view(&round, round.to_act, &own);
			bool forced = eg_view_forced(&all, &action);
			assert_int_equal(eg_view_forced(&own, &action), forced);
			if (forced) {
				assert_int_equal(count, 1);
				assert_true(eg_action_equal(legal[0], action));
				parries += action.kind == EG_PARRY;
			}
			assert_int_equal(
				eg_round_play(&round, legal[next_random(&seed) % count]), EG_OK);
		}
	}
	assert_true(parries > ROUNDS / 20);
}

/* Whether each legal action of the round ends it, and loses it. */
static bool loses_with_all(const struct eg_round *round)
{
	struct eg_action legal[EG_LEGAL_MAX];
	size_t count = eg_round_legal(round, legal);

	for (size_t i = 0; i < count; i++) {
		struct eg_round next = *round;

		assert_int_equal(eg_round_play(&next, legal[i]), EG_OK);
		if (next.phase != EG_OVER || next.result.winner != eg_opponent(round->to_act))
			return false;
	}
	return true;
}

/*
 * Exchanges the cards that the player to act can't see, in each way that matters if the pile has at
 * most one card. Returns whether the player loses in all of them.
 */
static bool is_lost(struct eg_round round)
{
	uint8_t *hand = round.hand[eg_opponent(round.to_act)];
	bool lost = loses_with_all(&round);

	for (uint8_t value = 1; lost && round.drawn < EG_DECK && value <= EG_VALUES; value++) {
		uint8_t *top = &round.deck[round.drawn];

		if (hand[value] == 0)
			continue;
		hand[value]--;
		hand[*top]++;
		*top = value;
		lost = loses_with_all(&round);
	}
	return lost;
}

/* A round is lost if its player, who sees one hand, can't hope for anything else. */
UNIT_TEST(test_lost_rounds)
{
	size_t lost = 0, cards = 0;
	uint64_t seed = 1;

	for (size_t i = 0; i < 10 * ROUNDS; i++) {
		struct eg_action legal[EG_LEGAL_MAX], action;
		struct eg_round round;
		struct eg_view view;

		deal(&round, (enum eg_level)(i % 3), &seed);
		round.rules.final_retreat = (uint8_t)(i / 3 % 2);
		for (size_t count = 0; (count = eg_round_legal(&round, legal)) > 0;) {
			eg_round_view(&round, round.to_act, &view);
			bool found = eg_view_lost(&view, &action);

			if (found)
				assert_true(loses_with_all(&round));
			if (view.pile <= 1 && view.rules.level != EG_BASIC)
				assert_int_equal(found, is_lost(round));
			lost += found;
			cards += found && view.pile > 0;
			action = legal[next_random(&seed) % count];
			assert_int_equal(eg_round_play(&round, action), EG_OK);
		}
	}
	print_message("%zu lost rounds, %zu of them with cards in the pile\n", lost, cards);
	assert_true(cards > 0 && lost > cards);
}

UNIT_TEST(test_nobody_loses_after_the_end)
{
	struct eg_view view = see(EG_STANDARD, EG_OVER, 1, 2);
	struct eg_action action;

	assert_false(eg_view_lost(&view, &action));
}
