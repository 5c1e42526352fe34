#include "engine/opponent/evaluation.h"

#include "engine/opponent/belief.h"
#include "engine/opponent/dice.h"
#include "engine/opponent/network.h"
#include "engine/opponent/position.h"

#include <assert.h>
#include <string.h>

/*
 * With at most this many cards in the pile, the evaluation tries each hand and order of the pile.
 */
#define FEW 2

/* A possible position, in which each action is tried. */
struct trial {
	struct eg_position position;
	float chance;
	struct eg_dice dice;
};

struct trials {
	const struct eg_effort *effort;
	const struct eg_strategy *strategy;
	float *points;
};

/*
 * Returns the points that `seat` may expect if the model chooses the last action. The pile is
 * empty, so each action ends the round.
 */
static float settle(
	const struct eg_model *model, const struct eg_position *position, enum eg_seat seat)
{
	struct eg_strategy answers;
	float value = 0;

	eg_model_consider(model, position, &answers);
	for (size_t i = 0; i < answers.count; i++) {
		struct eg_position end = *position;

		eg_position_play_legal(&end, answers.legal[i]);
		assert(end.round.phase == EG_OVER);
		value += answers.chances[i] * eg_points(&end.round.result, seat);
	}
	return value;
}

/* Returns the points that `seat` may expect in the position, according to the critic network. */
static float judge(const struct eg_position *position, enum eg_seat seat)
{
	const struct eg_round *round = &position->round;
	struct eg_sight sight;

	eg_position_sight(position, &sight);
	float value = eg_critic(&sight, round->hand[eg_opponent(round->to_act)]);

	return round->to_act == seat ? value : 1 - value;
}

static float worth(
	const struct eg_model *model, const struct eg_position *position, enum eg_seat seat)
{
	if (position->round.phase == EG_OVER)
		return eg_points(&position->round.result, seat);
	if (position->round.drawn == EG_DECK)
		return settle(
			position->round.to_act == seat ? &eg_actor_player : model, position, seat);
	return judge(position, seat);
}

float eg_position_worth(const struct eg_position *position, enum eg_seat seat)
{
	return worth(&eg_actor_player, position, seat);
}

/*
 * Lets both seats play on, until `depth` actions are played or the pile is empty. The actor network
 * chooses for `seat`, and effort->other for the other seat. Returns the points that `seat` may
 * expect then.
 */
static float play_on(struct eg_position *position, enum eg_seat seat,
	const struct eg_effort *effort, struct eg_dice *dice)
{
	const struct eg_round *round = &position->round;
	struct eg_strategy strategy;

	for (uint32_t depth = effort->depth;
		depth > 0 && round->phase != EG_OVER && round->drawn < EG_DECK; depth--) {
		eg_model_consider(round->to_act == seat ? &eg_actor_player : effort->other,
			position, &strategy);
		eg_position_play_legal(position, strategy.legal[eg_pick(strategy.chances,
							 strategy.count, eg_dice_unit(dice))]);
	}
	return worth(effort->other, position, seat);
}

static void try_all(struct trials *trials, const struct trial *trial)
{
	for (size_t i = 0; i < trials->strategy->count; i++) {
		struct eg_position next = trial->position;
		struct eg_dice dice = trial->dice;

		eg_position_play_legal(&next, trials->strategy->legal[i]);
		trials->points[i] += trial->chance * play_on(&next, trial->position.round.to_act,
							     trials->effort, &dice);
	}
}

static void try_every_hand(struct trials *trials, const struct eg_position *position,
	const struct eg_belief *belief, struct eg_dice *dice)
{
	float orders = position->round.drawn + FEW == EG_DECK ? 2 : 1; /* of the pile */

	for (size_t i = 0; i < belief->count; i++) {
		struct trial trial = {*position, belief->chances[i] / orders, *dice};
		uint8_t *last = &trial.position.round.deck[EG_DECK - 1];

		eg_position_imagine(&trial.position, belief->hands[i]);
		try_all(trials, &trial);
		if (orders > 1) {
			uint8_t card = last[0];

			last[0] = last[-1];
			last[-1] = card;
			try_all(trials, &trial);
		}
		eg_dice_roll(dice);
	}
}

/*
 * Chooses hands by their chances. The random numbers are evenly spaced, so that a likely hand comes
 * about as often as its chance says.
 */
static void sample_hands(struct trials *trials, const struct eg_position *position,
	const struct eg_belief *belief, struct eg_dice *dice)
{
	assert(trials->strategy->count > 0);
	uint32_t each = (uint32_t)trials->strategy->count * (trials->effort->depth + 1);
	uint32_t samples = trials->effort->nodes / each + 1;
	float start = eg_dice_unit(dice);

	for (uint32_t n = 0; n < samples; n++) {
		struct trial trial = {*position, 1 / (float)samples, {0}};
		struct eg_round *round = &trial.position.round;
		size_t hand = eg_pick(
			belief->chances, belief->count, ((float)n + start) / (float)samples);

		eg_position_imagine(&trial.position, belief->hands[hand]);
		eg_dice_shuffle(dice, round->deck + round->drawn, EG_DECK - (uint32_t)round->drawn);
		trial.dice.state = eg_dice_roll(dice);
		try_all(trials, &trial);
	}
}

void eg_evaluate(const struct eg_position *position, const struct eg_belief *belief,
	const struct eg_effort *effort, struct eg_dice *dice, const struct eg_strategy *strategy,
	float points[EG_LEGAL_MAX])
{
	struct trials trials = {effort, strategy, points};

	memset(points, 0, EG_LEGAL_MAX * sizeof(*points));
	if (position->round.drawn + FEW >= EG_DECK)
		try_every_hand(&trials, position, belief, dice);
	else
		sample_hands(&trials, position, belief, dice);
}
