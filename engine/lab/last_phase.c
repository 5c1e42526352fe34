#include "engine/lab/last_phase.h"

#include "engine/command/program.h"
#include "engine/opponent/belief.h"
#include "engine/opponent/bout.h"
#include "engine/opponent/dice.h"
#include "engine/opponent/position.h"

#include <math.h>
#include <string.h>

/*
 * The seed of the player's sampling. It is always the same, so the player has one fixed strategy,
 * and the belief about the hand is exact.
 */
#define SAMPLING 1

/* What the opponent knows about the player. */
struct study {
	const struct eg_player *player;
	struct eg_witness witness;
	struct eg_belief belief;
	struct eg_position position;
};

/*
 * Writes the witness (what a seat has seen of the round) that the player would have if they held
 * this hand in the position.
 */
static void suppose(const struct eg_witness *from, const struct eg_position *position,
	const uint8_t hand[EG_VALUES + 1], struct eg_witness *witness)
{
	uint8_t cards[EG_DECK];
	size_t count = 0;
	struct eg_attack attack = {0};
	enum eg_seat seat = from->first;

	for (size_t i = 0; i < position->round.plies; i++) {
		struct eg_action action = from->actions[i];
		uint8_t played[EG_VALUES + 1];

		eg_action_cards(action, &attack, played);
		attack = (struct eg_attack){action.card, action.count, false};
		for (uint8_t value = 1; value <= EG_VALUES && seat != from->seat; value++)
			for (uint8_t n = played[value]; n > 0; n--)
				cards[count++] = value;
		if (action.kind != EG_PARRY)
			seat = eg_opponent(seat);
	}
	for (uint8_t value = 1; value <= EG_VALUES; value++)
		for (uint8_t n = hand[value]; n > 0; n--)
			cards[count++] = value;
	*witness = *from;
	witness->seat = eg_opponent(from->seat);
	witness->action_count = position->round.plies;
	memcpy(witness->dealt, cards, EG_HAND);
	witness->drawn_count = (uint8_t)(count - EG_HAND);
	memcpy(witness->drawn, cards + EG_HAND, witness->drawn_count);
}

static bool strategy_of(const struct study *study, const struct eg_position *position,
	const uint8_t hand[EG_VALUES + 1], struct eg_strategy *strategy)
{
	struct eg_witness witness;

	suppose(&study->witness, position, hand, &witness);
	return eg_consider(study->player, &witness, SAMPLING, strategy) == EG_OK;
}

/*
 * Writes the player's strategy. A function for struct eg_model; its data is a struct study. A hand
 * with which the player can't answer has no chance.
 */
static void consider(const struct eg_model *model, const struct eg_position *position,
	struct eg_strategy *strategy)
{
	const uint8_t *hand = position->round.hand[position->round.to_act];

	if (!strategy_of(model->data, position, hand, strategy))
		memset(strategy->chances, 0, sizeof(strategy->chances));
}

/*
 * After an attack that drew the last card, sets *value to the points that the attacker may expect:
 * the mean over the player's answers.
 */
static bool is_answered(const struct study *study, const struct eg_witness *witness,
	const struct eg_position *position, const uint8_t hand[EG_VALUES + 1], double *value)
{
	struct study then = {.player = study->player, .witness = *witness};
	struct eg_strategy strategy;

	if (!strategy_of(&then, position, hand, &strategy))
		return false;
	*value = 0;
	for (size_t i = 0; i < strategy.count; i++) {
		struct eg_position end = *position;

		if (eg_position_play(&end, strategy.legal[i]) != EG_OK ||
			end.round.phase != EG_OVER)
			return false;
		*value += (double)strategy.chances[i] *
			  (double)eg_points(&end.round.result, witness->seat);
	}
	return true;
}

/*
 * Sets *value to the points that the opponent may expect after the action: the mean over all hands
 * that the player may have.
 */
static bool value_of(const struct study *study, struct eg_action action, double *value)
{
	struct eg_witness after = study->witness;

	after.actions[after.action_count++] = action;
	*value = 0;
	for (size_t i = 0; i < study->belief.count; i++) {
		const uint8_t *hand = study->belief.hands[i];
		struct eg_position position = study->position;
		double brought;

		eg_position_imagine(&position, hand);
		if (eg_position_play(&position, action) != EG_OK)
			return false;
		if (position.round.phase == EG_OVER)
			brought = (double)eg_points(&position.round.result, after.seat);
		else if (!is_answered(study, &after, &position, hand, &brought))
			return false;
		*value += (double)study->belief.chances[i] * brought;
	}
	return true;
}

static bool examine(struct last_phase *phase, const struct eg_witness *witness)
{
	struct study study = {.player = &phase->player, .witness = *witness};
	const struct eg_model player = {consider, &study};
	struct eg_strategy strategy;
	double own = 0;
	double best = 0;
	double all = 0; /* 1, except for rounding */

	if (eg_belief_form(&study.belief, &study.position, witness, &player) != EG_OK ||
		eg_consider(&phase->player, witness, SAMPLING, &strategy) != EG_OK)
		return false;
	for (size_t i = 0; i < strategy.count; i++) {
		double value;

		if (!value_of(&study, strategy.legal[i], &value))
			return false;
		all += (double)strategy.chances[i];
		own += (double)strategy.chances[i] * value;
		best = fmax(best, value);
	}
	own /= all;
	sample_add(&phase->own, own);
	sample_add(&phase->best, best);
	sample_add(&phase->gain, fmax(0, best - own));
	return true;
}

static bool examine_bout(struct last_phase *phase, const struct eg_bout *bout)
{
	struct eg_witness witness;

	return eg_bout_witness(bout, &witness) == EG_OK && examine(phase, &witness);
}

/* Plays a round of the player against itself, and examines the last phase if the round has one. */
static bool play(struct last_phase *phase)
{
	uint8_t deck[EG_DECK];
	struct eg_bout bout;

	random_deck(&phase->dice, deck);
	if (eg_bout_begin(&bout, &phase->rules, EG_WHITE, deck) != EG_OK)
		return false;
	while (!eg_bout_is_over(&bout)) {
		const struct eg_round *round = &bout.position.round;
		struct eg_strategy strategy;

		if (round->phase == EG_TURN && round->drawn == EG_DECK - 1)
			return examine_bout(phase, &bout);
		if (eg_bout_consider(&bout, &phase->player, SAMPLING, &strategy) != EG_OK)
			return false;
		size_t i = eg_pick(strategy.chances, strategy.count, eg_dice_unit(&phase->dice));

		if (eg_bout_play(&bout, strategy.legal[i]) != EG_OK)
			return false;
	}
	return true;
}

bool last_phase_measure(struct last_phase *phase)
{
	while (phase->own.count < phase->positions) {
		uint64_t before = phase->own.count;

		if (!play(phase))
			return false;
		if (phase->own.count > before)
			progress_show(phase->own.count, phase->positions);
	}
	return true;
}
