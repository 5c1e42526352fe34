/* The rules for the set-up and the match */
#include "tests/rulebook/position.h"
#include "tests/support/cmocka.h"

#include <string.h>

static const uint8_t deck[EG_DECK] = {
	1, 2, 3, 4, 5, 1, 1, 2, 2, 3, 5, 4, 3, 2, 1, 5, 4, 3, 2, 1, 3, 4, 4, 5, 5};

static struct eg_match match_of(uint8_t touches, enum eg_seat first)
{
	const struct eg_match_rules rules = {{EG_BASIC, EG_FINAL_POSITION}, touches, first, {0}};
	struct eg_match match;

	assert_int_equal(eg_match_init(&match, &rules), EG_OK);
	return match;
}

/* Deals a round and replaces its position. One more action must end the round. */
static void deal_near_end(struct eg_match *match, struct position position)
{
	assert_int_equal(eg_match_deal(match, deck), EG_OK);
	enum eg_seat first = match->round.to_act;

	position.rules = "basic";
	match->round = given(position);
	match->round.to_act = first;
}

static void play_match(struct eg_match *match, const char *text)
{
	struct eg_action action;

	assert_int_equal(eg_action_parse(text, strlen(text), &action), EG_OK);
	assert_int_equal(eg_match_play(match, action), EG_OK);
}

/* Plays a round. The player who begins it wins by a touch at distance 2. */
static void win_round(struct eg_match *match)
{
	deal_near_end(match, (struct position){NULL, 11, 13, "11225", "12245", "33334444"});
	play_match(match, "x2");
}

/* Plays a round without a winner: when the pile is empty, both fencers have moved equally far. */
static void draw_round(struct eg_match *match)
{
	deal_near_end(match, (struct position){NULL, 5, 19, "11225", "11245", "3"});
	match->round.space[match->round.to_act] =
		(uint8_t)(match->round.to_act == EG_WHITE ? 4 : 20);
	play_match(match, "+1");
	expect_over(&match->round, EG_NOBODY, EG_DRAW);
}

UNIT_TEST(test_white_starts_on_1_and_black_on_23)
{
	struct eg_match match = match_of(5, EG_WHITE);

	assert_int_equal(eg_match_deal(&match, deck), EG_OK);
	expect_spaces(&match.round, 1, 23);
	assert_int_equal(eg_round_distance(&match.round), 22);
}

UNIT_TEST(test_five_cards_each_and_15_left)
{
	struct eg_match match = match_of(5, EG_WHITE);

	assert_int_equal(eg_match_deal(&match, deck), EG_OK);
	expect_hand(&match.round, EG_WHITE, "12345");
	expect_hand(&match.round, EG_BLACK, "11223");
	expect_pile(&match.round, 15);
}

UNIT_TEST(test_a_deck_has_five_of_each_card)
{
	static const struct {
		size_t place;
		uint8_t card;
	} wrong[] = {{0, 0}, {0, 6}, {24, 4}, {7, 3}, {3, 255}};
	static const struct eg_match_rules rules = {
		{EG_ADVANCED, EG_FINAL_POSITION}, 5, EG_WHITE, {0}};
	struct eg_match match, before;

	assert_int_equal(eg_match_init(&match, &rules), EG_OK);
	memcpy(&before, &match, sizeof(match)); /* also copies the bytes between the fields */
	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
		uint8_t cards[EG_DECK];

		memcpy(cards, deck, EG_DECK);
		cards[wrong[i].place] = wrong[i].card;
		assert_int_equal(eg_match_deal(&match, cards), EG_BAD_DECK);
		assert_memory_equal(&match, &before, sizeof(match));
	}
}

UNIT_TEST(test_first_player_is_chosen)
{
	static const enum eg_seat seats[] = {EG_WHITE, EG_BLACK};

	for (size_t i = 0; i < 2; i++) {
		struct eg_match match = match_of(5, seats[i]);

		assert_int_equal(eg_match_deal(&match, deck), EG_OK);
		expect_phase(&match.round, EG_TURN, seats[i]);
	}
}

UNIT_TEST(test_first_player_alternates_every_round)
{
	struct eg_match match = match_of(5, EG_BLACK);

	win_round(&match);
	assert_int_equal(match.score[EG_BLACK], 1);
	win_round(&match);
	assert_int_equal(match.score[EG_WHITE], 1);
	win_round(&match);
	assert_int_equal(match.score[EG_BLACK], 2);
}

UNIT_TEST(test_first_player_alternates_after_a_drawn_round)
{
	struct eg_match match = match_of(5, EG_WHITE);

	draw_round(&match);
	assert_int_equal(eg_match_deal(&match, deck), EG_OK);
	expect_phase(&match.round, EG_TURN, EG_BLACK);
}

UNIT_TEST(test_a_drawn_round_gives_no_point)
{
	struct eg_match match = match_of(1, EG_WHITE);

	draw_round(&match);
	assert_int_equal(match.score[EG_WHITE], 0);
	assert_int_equal(match.score[EG_BLACK], 0);
	assert_int_equal(match.winner, EG_NOBODY);
	draw_round(&match);
	assert_int_equal(match.rounds, 2);
}

/* The field that counts the rounds has 16 bits. */
UNIT_TEST(test_match_has_at_most_65535_rounds)
{
	struct eg_match match = match_of(5, EG_WHITE);

	draw_round(&match);
	match.rounds = UINT16_MAX;
	assert_int_equal(eg_match_deal(&match, deck), EG_ILLEGAL);
	assert_int_equal(match.rounds, UINT16_MAX);
}

UNIT_TEST(test_first_to_win_five_rounds_wins_the_match)
{
	struct eg_match match = match_of(5, EG_WHITE);

	for (int i = 0; i < 8; i++)
		win_round(&match);
	assert_int_equal(match.winner, EG_NOBODY);
	win_round(&match);
	assert_int_equal(match.winner, EG_WHITE);
	assert_int_equal(match.score[EG_WHITE], 5);
	assert_int_equal(match.score[EG_BLACK], 4);
	assert_int_equal(eg_match_deal(&match, deck), EG_ILLEGAL);
}

UNIT_TEST(test_player_with_a_head_start_needs_fewer_touches)
{
	struct eg_match match = match_of(5, EG_WHITE);
	struct eg_match_rules rules = match.rules;
	struct eg_match_view view;

	rules.start[EG_WHITE] = 3;
	assert_int_equal(eg_match_init(&match, &rules), EG_OK);
	win_round(&match);
	assert_int_equal(match.score[EG_WHITE], 4);
	eg_match_view(&match, EG_NOBODY, &view);
	assert_int_equal(view.start[EG_WHITE], 3);
	assert_int_equal(view.start[EG_BLACK], 0);
	win_round(&match); /* Black begins this round, and wins it */
	assert_int_equal(match.score[EG_BLACK], 1);
	assert_int_equal(match.winner, EG_NOBODY);
	win_round(&match);
	assert_int_equal(match.winner, EG_WHITE);
	rules.start[EG_WHITE] = 5;
	assert_int_equal(eg_match_init(&match, &rules), EG_BAD_RULES);
	rules.start[EG_WHITE] = 0;
	rules.start[EG_BLACK] = 5;
	assert_int_equal(eg_match_init(&match, &rules), EG_BAD_RULES);
	rules.start[EG_BLACK] = 4;
	assert_int_equal(eg_match_init(&match, &rules), EG_OK);
}

UNIT_TEST(test_touches_is_1_to_15)
{
	struct eg_match_rules rules = {{EG_ADVANCED, EG_FINAL_POSITION}, 0, EG_WHITE, {0}};
	struct eg_match match;

	assert_int_equal(eg_match_init(&match, &rules), EG_BAD_RULES);
	rules.touches = 1;
	rules.round.final_retreat = (enum eg_final_retreat)7;
	assert_int_equal(eg_match_init(&match, &rules), EG_BAD_RULES);
	rules.round.final_retreat = EG_FINAL_POSITION;
	rules.touches = 16;
	assert_int_equal(eg_match_init(&match, &rules), EG_BAD_RULES);
	rules.touches = 15;
	assert_int_equal(eg_match_init(&match, &rules), EG_OK);
	match = match_of(1, EG_WHITE);
	win_round(&match);
	assert_int_equal(match.winner, EG_WHITE);
}

UNIT_TEST(test_first_must_be_a_player)
{
	const struct eg_match_rules rules = {{EG_ADVANCED, EG_FINAL_POSITION}, 5, EG_NOBODY, {0}};
	struct eg_match match;
	struct eg_round round;

	assert_int_equal(eg_match_init(&match, &rules), EG_BAD_RULES);
	assert_int_equal(eg_round_init(&round, &rules.round, EG_NOBODY, deck), EG_BAD_RULES);
}

UNIT_TEST(test_no_action_before_the_deal_and_no_deal_during_a_round)
{
	struct eg_match match = match_of(5, EG_WHITE);
	const struct eg_action advance = {EG_ADVANCE, 1, 0, 0};

	assert_int_equal(eg_match_play(&match, advance), EG_ILLEGAL);
	assert_int_equal(eg_match_deal(&match, deck), EG_OK);
	assert_int_equal(eg_match_deal(&match, deck), EG_ILLEGAL);
}

static const struct position four_cards_left = {
	.white = 5, .black = 15, .white_hand = "11223", .black_hand = "44455", .pile = "1234"};

UNIT_TEST(test_everybody_can_count_the_draw_pile)
{
	struct eg_round round = given(four_cards_left);
	struct eg_view view;

	eg_round_view(&round, EG_NOBODY, &view);
	assert_int_equal(view.pile, 4);
}

UNIT_TEST(test_only_the_last_discarded_card_is_shown)
{
	struct eg_round round = given(four_cards_left);
	struct eg_view view;

	play(&round, "+2");
	play(&round, "+4");
	eg_round_view(&round, EG_NOBODY, &view);
	assert_int_equal(view.last_card, 4);
}

UNIT_TEST(test_unseen_cards_are_the_pile_and_the_other_hand)
{
	static const uint8_t unseen[EG_VALUES + 1] = {0, 1, 1, 1, 4, 2};
	struct eg_round round = given(four_cards_left);
	struct eg_view view;

	eg_round_view(&round, EG_WHITE, &view);
	assert_memory_equal(view.unseen, unseen, sizeof(unseen));
}
