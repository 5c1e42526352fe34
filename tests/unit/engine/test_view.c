#include "engine/engarde.h"
#include "tests/support/cmocka.h"

#include <string.h>

static const struct eg_rules advanced = {EG_ADVANCED, EG_FINAL_POSITION};

/* White gets 1 2 3 4 5, Black 1 1 2 2 3, and the other cards are the draw pile. */
static const uint8_t deck[EG_DECK] = {
	1, 2, 3, 4, 5, 1, 1, 2, 2, 3, 5, 4, 3, 2, 1, 5, 4, 3, 2, 1, 3, 4, 4, 5, 5};

static void start(struct eg_round *round, const uint8_t cards[EG_DECK])
{
	assert_int_equal(eg_round_init(round, &advanced, EG_WHITE, cards), EG_OK);
}

static void play(struct eg_round *round, const char *text)
{
	struct eg_action action;

	assert_int_equal(eg_action_parse(text, strlen(text), &action), EG_OK);
	assert_int_equal(eg_round_play(round, action), EG_OK);
}

UNIT_TEST(test_public_view_has_no_hands)
{
	static const uint8_t none[EG_VALUES + 1];
	struct eg_round round;
	struct eg_view view;

	start(&round, deck);
	play(&round, "+3");
	eg_round_view(&round, EG_NOBODY, &view);
	assert_int_equal(view.seat, EG_NOBODY);
	assert_int_equal(view.to_act, EG_BLACK);
	assert_int_equal(view.space[EG_WHITE], 4);
	assert_int_equal(view.space[EG_BLACK], 23);
	assert_int_equal(view.distance, 19);
	assert_int_equal(view.hand_size[EG_WHITE], 5);
	assert_int_equal(view.hand_size[EG_BLACK], 5);
	assert_int_equal(view.pile, 14);
	assert_int_equal(view.last_card, 3);
	assert_int_equal(view.plies, 1);
	assert_memory_equal(view.hand, none, sizeof(none));
	assert_memory_equal(view.unseen, none, sizeof(none));
	assert_int_equal(view.legal_count, 0);
}

UNIT_TEST(test_own_view_has_hand_unseen_cards_and_legal_actions)
{
	static const uint8_t hand[] = {0, 1, 1, 0, 1, 2};
	static const uint8_t unseen[] = {0, 4, 4, 4, 4, 3};
	struct eg_round round;
	struct eg_view view;

	start(&round, deck);
	play(&round, "+3");
	eg_round_view(&round, EG_WHITE, &view);
	assert_memory_equal(view.hand, hand, sizeof(hand));
	assert_memory_equal(view.unseen, unseen, sizeof(unseen));
	assert_int_equal(view.legal_count, 0); /* it is Black's turn */
	eg_round_view(&round, EG_BLACK, &view);
	assert_int_equal(view.legal_count, 3); /* +1, +2 and +3; Black has no space for a retreat */
}

/* Swaps a card of Black's hand with a card of the pile. White and the public see neither. */
UNIT_TEST(test_view_does_not_depend_on_hidden_cards)
{
	static const enum eg_seat watchers[] = {EG_WHITE, EG_NOBODY};
	uint8_t other[EG_DECK];
	struct eg_round one;
	struct eg_round two;

	memcpy(other, deck, EG_DECK);
	other[9] = deck[13];
	other[13] = deck[9];
	start(&one, deck);
	start(&two, other);
	play(&one, "+3");
	play(&two, "+3");
	play(&one, "+1");
	play(&two, "+1");
	assert_memory_not_equal(one.hand[EG_BLACK], two.hand[EG_BLACK], sizeof(one.hand[EG_BLACK]));
	for (size_t i = 0; i < sizeof(watchers) / sizeof(watchers[0]); i++) {
		struct eg_view first;
		struct eg_view second;

		memset(&first, 0xaa, sizeof(first));
		memset(&second, 0x55, sizeof(second));
		eg_round_view(&one, watchers[i], &first);
		eg_round_view(&two, watchers[i], &second);
		assert_memory_equal(&first, &second, sizeof(first));
	}
}

UNIT_TEST(test_match_view_does_not_depend_on_hidden_cards)
{
	const struct eg_match_rules rules = {advanced, 5, EG_WHITE, {0}};
	uint8_t other[EG_DECK];
	struct eg_match one;
	struct eg_match two;
	struct eg_match_view first;
	struct eg_match_view second;

	memcpy(other, deck, EG_DECK);
	other[20] = deck[24];
	other[24] = deck[20];
	assert_int_equal(eg_match_init(&one, &rules), EG_OK);
	assert_int_equal(eg_match_init(&two, &rules), EG_OK);
	assert_int_equal(eg_match_deal(&one, deck), EG_OK);
	assert_int_equal(eg_match_deal(&two, other), EG_OK);
	for (int seat = EG_WHITE; seat <= EG_NOBODY; seat++) {
		memset(&first, 0xaa, sizeof(first));
		memset(&second, 0x55, sizeof(second));
		eg_match_view(&one, (enum eg_seat)seat, &first);
		eg_match_view(&two, (enum eg_seat)seat, &second);
		assert_memory_equal(&first, &second, sizeof(first));
	}
}

static bool shows_hands(const struct eg_view *view)
{
	static const uint8_t none[2][EG_VALUES + 1];

	return memcmp(view->shown, none, sizeof(none)) != 0;
}

/* Returns the number of a legal action, which looks random but is the same in each run. */
static size_t pick(uint64_t *random, size_t count)
{
	*random = *random * 6364136223846793005U + 1442695040888963407U;
	return (size_t)(*random >> 33) % count;
}

/* Mixes the cards of a deck. */
static void shuffle(uint64_t *random, uint8_t cards[EG_DECK])
{
	for (size_t i = EG_DECK - 1; i > 0; i--) {
		size_t other = pick(random, i + 1);
		uint8_t card = cards[i];

		cards[i] = cards[other];
		cards[other] = card;
	}
}

UNIT_TEST(test_view_shows_both_hands_only_after_cards_decided_the_round)
{
	unsigned endings[EG_DRAW + 1] = {0};
	uint64_t random = 1;

	for (unsigned i = 0; i < 500; i++) {
		struct eg_round round;
		struct eg_view view;
		uint8_t cards[EG_DECK];

		memcpy(cards, deck, EG_DECK);
		shuffle(&random, cards);
		start(&round, cards);
		while (round.phase != EG_OVER) {
			struct eg_action legal[EG_LEGAL_MAX];
			size_t count = eg_round_legal(&round, legal);

			for (int seat = EG_WHITE; seat <= EG_NOBODY; seat++) {
				eg_round_view(&round, (enum eg_seat)seat, &view);
				assert_false(shows_hands(&view));
			}
			assert_int_equal(eg_round_play(&round, legal[pick(&random, count)]), EG_OK);
		}
		endings[round.result.reason]++;
		eg_round_view(&round, EG_NOBODY, &view);
		assert_int_equal(shows_hands(&view), round.result.reason == EG_CARDS);
		if (shows_hands(&view))
			assert_memory_equal(view.shown, round.hand, sizeof(view.shown));
	}
	assert_true(endings[EG_CARDS] > 0 && endings[EG_TOUCH] > 0 && endings[EG_POSITION] > 0);
}

static bool is_planned(const struct eg_view *view, struct eg_action action)
{
	struct eg_action plans[EG_PLANS_MAX];
	size_t count = eg_view_plans(view, plans);

	for (size_t i = 0; i < count; i++)
		if (eg_action_equal(plans[i], action))
			return true;
	return false;
}

/* Asserts that the plans of the player who waits have all that is legal after this action. */
static void assert_planned(const struct eg_round *round, struct eg_action action)
{
	struct eg_action legal[EG_LEGAL_MAX];
	struct eg_round next = *round;
	struct eg_view view;

	eg_round_view(round, eg_opponent(round->to_act), &view);
	assert_int_equal(eg_round_play(&next, action), EG_OK);
	if (next.to_act != view.seat)
		return;
	size_t count = eg_round_legal(&next, legal);
	for (size_t i = 0; i < count; i++)
		if (legal[i].kind != EG_ADVANCE_ATTACK && legal[i].kind != EG_PASS)
			assert_true(is_planned(&view, legal[i]));
}

UNIT_TEST(test_plans_have_what_may_be_legal_next)
{
	uint64_t random = 1;

	for (unsigned i = 0; i < 300; i++) {
		const struct eg_rules rules = {(enum eg_level)(i % 3), EG_FINAL_POSITION};
		struct eg_action legal[EG_LEGAL_MAX];
		struct eg_round round;
		uint8_t cards[EG_DECK];

		memcpy(cards, deck, EG_DECK);
		shuffle(&random, cards);
		assert_int_equal(eg_round_init(&round, &rules, EG_WHITE, cards), EG_OK);
		while (round.phase != EG_OVER) {
			size_t count = eg_round_legal(&round, legal);

			for (size_t j = 0; j < count; j++)
				assert_planned(&round, legal[j]);
			assert_int_equal(eg_round_play(&round, legal[pick(&random, count)]), EG_OK);
		}
	}
}
