/* Simple players, to compare the stronger players with them. */
#include "engine/opponent/baseline.h"

#include "engine/opponent/network.h"
#include "engine/opponent/position.h"

#include <assert.h>
#include <string.h>

/*
 * Rates the distance that an advance or retreat leads to. If no card reaches so far, a smaller
 * distance is better. Otherwise the distance is better if more cards of the hand can attack from
 * it.
 */
static int footing(const struct eg_round *round, struct eg_action action)
{
	const uint8_t *hand = round->hand[round->to_act];
	int distance = eg_round_distance(round);

	distance += action.kind == EG_ADVANCE ? -action.move : action.move;
	if (distance > EG_VALUES)
		return EG_SPACES - distance;
	return EG_SPACES + hand[distance] - (distance == action.move);
}

static int greed(const struct eg_round *round, struct eg_action action)
{
	enum { STEP = 100, THRUST = 200, PARRY = 300 };

	switch ((enum eg_kind)action.kind) {
	case EG_PARRY:
		return PARRY;
	case EG_ATTACK:
		return THRUST + 2 * action.count + 1;
	case EG_ADVANCE_ATTACK:
		return THRUST + 2 * action.count;
	case EG_ADVANCE:
		return STEP + footing(round, action);
	case EG_RETREAT:
		return footing(round, action);
	case EG_PASS:
		break;
	}
	return 0;
}

void eg_play_greedy(const struct eg_position *position, struct eg_strategy *strategy)
{
	const struct eg_action *legal = strategy->legal;
	size_t best = 0;

	for (size_t i = 1; i < strategy->count; i++)
		if (greed(&position->round, legal[i]) > greed(&position->round, legal[best]))
			best = i;
	eg_insist(strategy, best);
}

/*
 * Shuffles the cards that the seat to act has not seen, and deals them to the other hand and the
 * pile.
 */
static void deal_again(struct eg_position *position, struct eg_dice *dice)
{
	struct eg_round *round = &position->round;
	uint8_t *other = round->hand[eg_opponent(round->to_act)];
	uint8_t cards[EG_DECK];
	uint8_t hand[EG_VALUES + 1] = {0};
	uint32_t size = 0;
	uint32_t count = 0;

	for (uint8_t value = 1; value <= EG_VALUES; value++) {
		size += other[value];
		for (uint8_t i = 0; i < other[value]; i++)
			cards[count++] = value;
	}
	for (size_t i = round->drawn; i < EG_DECK; i++)
		cards[count++] = round->deck[i];
	eg_dice_shuffle(dice, cards, count);
	for (uint32_t i = 0; i < size; i++)
		hand[cards[i]]++;
	eg_position_imagine(position, hand);
	eg_dice_shuffle(dice, round->deck + round->drawn, EG_DECK - (uint32_t)round->drawn);
}

static void play(struct eg_round *round, struct eg_action action)
{
	enum eg_error error = eg_round_play(round, action);

	assert(error == EG_OK);
	(void)error;
}

static float play_out(struct eg_round *round, enum eg_seat seat, struct eg_dice *dice)
{
	while (round->phase != EG_OVER) {
		struct eg_action legal[EG_LEGAL_MAX];
		size_t count = eg_round_legal(round, legal);

		play(round, legal[eg_dice_below(dice, (uint32_t)count)]);
	}
	return eg_points(&round->result, seat);
}

void eg_play_playouts(const struct eg_position *position, uint32_t playouts, struct eg_dice *dice,
	struct eg_strategy *strategy)
{
	float score[EG_LEGAL_MAX] = {0};
	size_t best = 0;

	for (uint32_t n = 0; n < playouts; n++) {
		struct eg_position imagined = *position;

		deal_again(&imagined, dice);
		for (size_t i = 0; i < strategy->count; i++) {
			struct eg_round round = imagined.round;

			play(&round, strategy->legal[i]);
			score[i] += play_out(&round, position->round.to_act, dice);
		}
	}
	for (size_t i = 1; i < strategy->count; i++)
		if (score[i] > score[best])
			best = i;
	eg_insist(strategy, best);
}
