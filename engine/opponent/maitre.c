/*
 * The search of the maitre. It begins with the chances that the actor network gives to the actions.
 * It tries each action against the hands that the other player may have, and raises the chances of
 * the actions that did better, by one step of mirror descent. (The actor was trained by the same
 * method.) The maitre chooses its action by these chances, so people can't predict it easily.
 */
#include "engine/opponent/belief.h"
#include "engine/opponent/network.h"
#include "engine/opponent/players.h"

#include <assert.h>
#include <string.h>

/* With at most this many cards in the pile, the search tries each hand and order of the pile. */
#define FEW 2

/* A possible position, in which the search tries each action. */
struct trial {
	struct eg_position position;
	float chance;
	struct eg_dice dice;
};

struct trials {
	const struct eg_search *search;
	const struct eg_strategy *strategy;
	float scores[EG_LEGAL_MAX];
};

void eg_play_by_eye(const struct eg_position *position, float wild, struct eg_strategy *strategy)
{
	struct eg_sight sight;

	eg_position_sight(position, &sight);
	eg_actor(&sight, strategy->legal, strategy->count, strategy->chances);
	for (size_t i = 0; i < strategy->count; i++)
		strategy->chances[i] =
			(1 - wild) * strategy->chances[i] + wild / (float)strategy->count;
}

static float result_for(const struct eg_round *round, enum eg_seat seat)
{
	return round->result.winner == EG_NOBODY ? 0.5F : (float)(round->result.winner == seat);
}

static void play(struct eg_position *position, struct eg_action action)
{
	enum eg_error error = eg_position_play(position, action);

	assert(error == EG_OK);
	(void)error;
}

static void consider(const struct eg_position *position, struct eg_strategy *strategy)
{
	strategy->count = eg_round_legal(&position->round, strategy->legal);
	if (strategy->count > 1)
		eg_play_by_eye(position, 0, strategy);
	else
		eg_insist(strategy, 0);
}

/*
 * Returns the expected result if the actor network chooses the last action. The pile is empty, so
 * each action ends the round.
 */
static float settle(const struct eg_position *position, enum eg_seat seat)
{
	struct eg_strategy answers;
	float value = 0;

	consider(position, &answers);
	for (size_t i = 0; i < answers.count; i++) {
		struct eg_position end = *position;

		play(&end, answers.legal[i]);
		assert(end.round.phase == EG_OVER);
		value += answers.chances[i] * result_for(&end.round, seat);
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

/*
 * Lets the actor network play on for both seats. After `depth` actions the critic network values
 * the position.
 */
static float play_on(
	struct eg_position *position, enum eg_seat seat, uint32_t depth, struct eg_dice *dice)
{
	struct eg_strategy strategy;

	for (; position->round.phase != EG_OVER; depth--) {
		if (position->round.drawn == EG_DECK)
			return settle(position, seat);
		if (depth == 0)
			return judge(position, seat);
		consider(position, &strategy);
		play(position, strategy.legal[eg_draw(
				       strategy.chances, strategy.count, eg_dice_unit(dice))]);
	}
	return result_for(&position->round, seat);
}

/*
 * The model of the other player: they play a random action with the chance *mind->data, and
 * otherwise as the actor network says.
 */
static float actor_likelihood(const struct eg_mind *mind, const struct eg_position *position,
	const uint8_t hand[EG_VALUES + 1], struct eg_action action)
{
	const float *doubt = mind->data;
	struct eg_position imagined = *position;
	struct eg_strategy strategy;

	memcpy(imagined.round.hand[position->round.to_act], hand, EG_VALUES + 1);
	strategy.count = eg_round_legal(&imagined.round, strategy.legal);
	size_t i = 0;

	while (i < strategy.count && !eg_action_equal(strategy.legal[i], action))
		i++;
	if (i == strategy.count)
		return 0;
	eg_play_by_eye(&imagined, *doubt, &strategy);
	return strategy.chances[i];
}

/* Tries all actions with the same cards and the same dice, so that only the actions differ. */
static void try_all(struct trials *trials, const struct trial *trial)
{
	for (size_t i = 0; i < trials->strategy->count; i++) {
		struct eg_position next = trial->position;
		struct eg_dice dice = trial->dice;

		play(&next, trials->strategy->legal[i]);
		trials->scores[i] += trial->chance * play_on(&next, trial->position.round.to_act,
							     trials->search->depth, &dice);
	}
}

static void try_every_hand(struct trials *trials, const struct eg_position *position,
	const struct eg_belief *belief, struct eg_dice *dice)
{
	float orders = position->round.drawn + FEW == EG_DECK ? FEW : 1;

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
	uint32_t each = (uint32_t)trials->strategy->count * (trials->search->depth + 1);
	uint32_t samples = trials->search->nodes / each + 1;
	float start = eg_dice_unit(dice);

	for (uint32_t n = 0; n < samples; n++) {
		struct trial trial = {*position, 1 / (float)samples, {0}};
		struct eg_round *round = &trial.position.round;
		size_t hand = eg_draw(
			belief->chances, belief->count, ((float)n + start) / (float)samples);

		eg_position_imagine(&trial.position, belief->hands[hand]);
		eg_dice_shuffle(dice, round->deck + round->drawn, EG_DECK - (uint32_t)round->drawn);
		trial.dice.state = eg_dice_roll(dice);
		try_all(trials, &trial);
	}
}

/* Raises the chances of the actions with better scores. */
static void lean(struct eg_strategy *strategy, const float *scores, float calm)
{
	size_t best = 0;
	float sum = 0;

	for (size_t i = 1; i < strategy->count; i++)
		best = scores[i] > scores[best] ? i : best;
	if (calm <= 0) {
		eg_insist(strategy, best);
		return;
	}
	for (size_t i = 0; i < strategy->count; i++)
		sum += strategy->chances[i] *= eg_exp((scores[i] - scores[best]) / calm);
	for (size_t i = 0; i < strategy->count; i++)
		strategy->chances[i] /= sum;
}

void eg_play_search(const struct eg_witness *witness, const struct eg_search *search,
	struct eg_dice *dice, struct eg_strategy *strategy)
{
	struct trials trials = {.search = search, .strategy = strategy};
	struct eg_position position;
	struct eg_belief belief;
	const struct eg_mind mind = {actor_likelihood, &search->doubt};
	enum eg_error error = eg_belief_form(&belief, &position, witness, &mind);

	assert(error == EG_OK);
	(void)error;
	eg_play_by_eye(&position, 0, strategy);
	if (position.round.drawn + FEW >= EG_DECK)
		try_every_hand(&trials, &position, &belief, dice);
	else
		sample_hands(&trials, &position, &belief, dice);
	lean(strategy, trials.scores, search->calm);
}
