#include "tests/rulebook/position.h"
#include "tests/support/cmocka.h"

#include <string.h>

/* Takes `cards` out of the remaining cards `left`. Unless `hand` is NULL, puts them into `hand`. */
static void take(uint8_t left[EG_VALUES + 1], const char *cards, uint8_t hand[EG_VALUES + 1])
{
	for (; *cards; cards++) {
		size_t value = (size_t)(*cards - '0');

		assert_in_range(value, 1, EG_VALUES);
		assert_true(left[value] > 0);
		left[value]--;
		if (hand)
			hand[value]++;
	}
}

struct eg_round given(struct position position)
{
	const char *rules = position.rules ? position.rules : "advanced";
	uint8_t left[EG_VALUES + 1] = {0, EG_COPIES, EG_COPIES, EG_COPIES, EG_COPIES, EG_COPIES};
	struct eg_round round = {.to_act = EG_WHITE, .phase = EG_TURN};
	size_t pile = strlen(position.pile);

	assert_int_equal(eg_rules_parse(rules, strlen(rules), &round.rules), EG_OK);
	round.space[EG_WHITE] = position.white;
	round.space[EG_BLACK] = position.black;
	take(left, position.white_hand, round.hand[EG_WHITE]);
	take(left, position.black_hand, round.hand[EG_BLACK]);
	take(left, position.pile, NULL);
	round.drawn = (uint8_t)(EG_DECK - pile);
	for (size_t i = 0; i < pile; i++)
		round.deck[round.drawn + i] = (uint8_t)(position.pile[i] - '0');
	for (uint8_t value = 1; value <= EG_VALUES; value++)
		for (; left[value] > 0; left[value]--)
			round.discard[round.discarded++] = value;
	return round;
}

static struct eg_action action_of(const char *text)
{
	struct eg_action action;

	assert_int_equal(eg_action_parse(text, strlen(text), &action), EG_OK);
	return action;
}

void play(struct eg_round *round, const char *action)
{
	assert_int_equal(eg_round_play(round, action_of(action)), EG_OK);
}

void refuse(struct eg_round *round, const char *action)
{
	struct eg_round before = *round;

	assert_int_equal(eg_round_play(round, action_of(action)), EG_ILLEGAL);
	assert_memory_equal(round, &before, sizeof(before));
}

void expect_legal(const struct eg_round *round, const char *actions)
{
	struct eg_action legal[EG_LEGAL_MAX];
	char text[EG_LEGAL_MAX * EG_ACTION_SIZE] = "";
	size_t count = eg_round_legal(round, legal);
	size_t length = 0;

	for (size_t i = 0; i < count; i++) {
		if (i > 0)
			text[length++] = ' ';
		length += eg_action_print(legal[i], text + length);
	}
	assert_string_equal(text, actions);
}

void expect_phase(const struct eg_round *round, enum eg_phase phase, enum eg_seat to_act)
{
	assert_int_equal(round->phase, phase);
	assert_int_equal(round->to_act, to_act);
}

void expect_over(const struct eg_round *round, enum eg_seat winner, enum eg_reason reason)
{
	expect_phase(round, EG_OVER, EG_NOBODY);
	assert_int_equal(round->result.winner, winner);
	assert_int_equal(round->result.reason, reason);
	expect_legal(round, "");
}

void expect_hand(const struct eg_round *round, enum eg_seat seat, const char *cards)
{
	char text[EG_DECK + 1] = "";
	size_t length = 0;

	for (int value = 1; value <= EG_VALUES; value++)
		for (int i = 0; i < round->hand[seat][value]; i++)
			text[length++] = (char)('0' + value);
	assert_string_equal(text, cards);
}

void expect_spaces(const struct eg_round *round, uint8_t white, uint8_t black)
{
	assert_int_equal(round->space[EG_WHITE], white);
	assert_int_equal(round->space[EG_BLACK], black);
}

void expect_pile(const struct eg_round *round, unsigned cards)
{
	assert_int_equal(EG_DECK - round->drawn, cards);
}
