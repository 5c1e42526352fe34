#include "engine/lab/endgame.h"

#include "engine/command/program.h"
#include "engine/opponent/position.h"

#include <string.h>

/*
 * The seed of the player's sampling. It is always the same, so the player has one fixed strategy,
 * and the chances of the hands are exact.
 */
#define SAMPLING 1

/*
 * Writes what the seat to act would have seen of the round after `count` actions if it held this
 * hand.
 */
static void suppose(const struct eg_open_round *open, size_t count,
	const struct eg_position *position, const uint8_t hand[EG_VALUES + 1],
	struct eg_witness *witness)
{
	enum eg_seat seat = open->first;
	uint8_t cards[EG_DECK];
	size_t held = 0;
	struct eg_attack attack = {0};

	*witness = (struct eg_witness){
		.rules = open->rules,
		.first = open->first,
		.seat = position->round.to_act,
		.action_count = (uint8_t)count,
	};
	memcpy(witness->actions, open->actions, count * sizeof(*open->actions));
	for (size_t i = 0; i < count; i++) {
		struct eg_action action = open->actions[i];
		uint8_t played[EG_VALUES + 1];

		eg_action_cards(action, &attack, played);
		attack = (struct eg_attack){action.card, action.count, false};
		for (uint8_t value = 1; value <= EG_VALUES && seat == witness->seat; value++)
			for (uint8_t n = played[value]; n > 0; n--)
				cards[held++] = value;
		if (action.kind != EG_PARRY)
			seat = eg_opponent(seat);
	}
	for (uint8_t value = 1; value <= EG_VALUES; value++)
		for (uint8_t n = hand[value]; n > 0; n--)
			cards[held++] = value;
	memcpy(witness->dealt, cards, EG_HAND);
	witness->drawn_count = (uint8_t)(held - EG_HAND);
	memcpy(witness->drawn, cards + EG_HAND, witness->drawn_count);
}

/* Sets *chance to the chance that the player plays actions[count] with this hand. */
static bool find_chance(const struct eg_player *player, float mistakes,
	const struct eg_open_round *open, size_t count, const struct eg_position *position,
	const uint8_t hand[EG_VALUES + 1], float *chance)
{
	struct eg_witness witness;
	struct eg_strategy strategy;

	suppose(open, count, position, hand, &witness);
	if (eg_consider(player, &witness, SAMPLING, &strategy) != EG_OK)
		return false;
	*chance = 0;
	for (size_t i = 0; i < strategy.count; i++)
		if (eg_action_equal(strategy.legal[i], open->actions[count]))
			*chance = (1 - mistakes) * strategy.chances[i] +
				  mistakes / (float)strategy.count;
	return true;
}

/* Adds a drawn card to each hand of the range, whose hands have `size` cards. */
static void draw(float range[HANDS_MOST], size_t size)
{
	float drawn[HANDS_MOST] = {0};

	for (size_t i = 0; i < hands_count(size); i++) {
		uint8_t cards[EG_VALUES + 1];

		memcpy(cards, hand_cards(size, i), sizeof(cards));
		for (size_t value = 1; value <= EG_VALUES; value++) {
			cards[value]++;
			drawn[hand_number(cards)] += range[i];
			cards[value]--;
		}
	}
	memcpy(range, drawn, sizeof(drawn));
}

/* Whether the hand has the cards, and is possible beside the discard pile. */
static bool may_play(const struct eg_position *position, const uint8_t hand[EG_VALUES + 1],
	const uint8_t cards[EG_VALUES + 1])
{
	for (size_t value = 1; value <= EG_VALUES; value++)
		if (hand[value] < cards[value] || hand[value] + position->gone[value] > EG_COPIES)
			return false;
	return true;
}

/* Writes the range of the seat to act after actions[count], before it draws. */
static bool observe(const struct eg_player *player, float mistakes,
	const struct eg_open_round *open, size_t count, const struct eg_position *position,
	float range[HANDS_MOST])
{
	const uint8_t *own = position->round.hand[position->round.to_act];
	uint8_t cards[EG_VALUES + 1];
	float after[HANDS_MOST] = {0};

	eg_action_cards(open->actions[count], &position->round.attack, cards);
	for (size_t i = 0; i < hands_count(hand_size(own)); i++) {
		uint8_t hand[EG_VALUES + 1];
		float chance;

		memcpy(hand, hand_cards(hand_size(own), i), sizeof(hand));
		if (range[i] <= 0 || !may_play(position, hand, cards))
			continue;
		if (!find_chance(player, mistakes, open, count, position, hand, &chance))
			return false;
		for (size_t value = 1; value <= EG_VALUES; value++)
			hand[value] = (uint8_t)(hand[value] - cards[value]);
		after[hand_number(hand)] = range[i] * chance;
	}
	memcpy(range, after, sizeof(after));
	return true;
}

/* Makes the largest number of a range 1, so that long rounds don't make them too small. */
static void scale(float range[HANDS_MOST])
{
	float most = 0;

	for (size_t i = 0; i < HANDS_MOST; i++)
		most = range[i] > most ? range[i] : most;
	for (size_t i = 0; i < HANDS_MOST && most > 0; i++)
		range[i] /= most;
}

bool endgame_ranges(const struct eg_player *player, float mistakes,
	const struct eg_live_round *live, struct ranges *ranges)
{
	const struct eg_open_round *open = &live->open;
	struct eg_live_round replay;
	struct scene scene;

	if (eg_live_round_begin(&replay, &open->rules, open->first, open->deck) != EG_OK)
		return false;
	scene_of(&replay.position.round, &scene);
	ranges_of_deal(&scene, ranges);
	for (size_t i = 0; i < open->action_count; i++) {
		enum eg_seat seat = replay.position.round.to_act;
		uint8_t drawn = replay.position.round.drawn;
		uint8_t cards[EG_VALUES + 1];
		float *range = ranges->of[seat];
		size_t size = hand_size(replay.position.round.hand[seat]);

		eg_action_cards(open->actions[i], &replay.position.round.attack, cards);
		if (!observe(player, mistakes, open, i, &replay.position, range) ||
			eg_live_round_play(&replay, open->actions[i]) != EG_OK)
			return false;
		size -= hand_size(cards);
		for (; drawn < replay.position.round.drawn; drawn++)
			draw(range, size++);
		scale(range);
	}
	return true;
}

/*
 * Adds what the player's strategy costs at this choice, and draws an action from it. Returns false
 * if the player did not answer.
 */
static bool decide(struct endgame *endgame, const struct track *track, struct eg_live_round *live,
	struct eg_action *action, double *cost)
{
	const uint8_t *hand = live->position.round.hand[track->seat];
	struct eg_strategy strategy;
	struct eg_strategy solved;
	float values[EG_LEGAL_MAX];

	if (eg_live_round_consider(live, &endgame->player, SAMPLING, &strategy) != EG_OK)
		return false;
	solver_strategy(track->node, hand, &solved);
	track_values(track, hand, values);
	for (size_t k = 0; k < solved.count; k++) {
		*cost += (double)(solved.chances[k] * values[k]);
		for (size_t i = 0; i < strategy.count; i++)
			if (eg_action_equal(strategy.legal[i], solved.legal[k]))
				*cost -= (double)(strategy.chances[i] * values[k]);
	}
	*action = strategy.legal[eg_pick(
		strategy.chances, strategy.count, eg_dice_unit(&endgame->dice))];
	return true;
}

/* Plays the rest of the round: the player on one seat, and the solution on the other. */
static bool play_out(struct endgame *endgame, const struct solver *solver,
	const struct eg_live_round *start, enum eg_seat seat, double *cost)
{
	struct eg_live_round live = *start;
	struct track track;

	track_begin(solver, seat, &track);
	while (!eg_live_round_is_over(&live)) {
		enum eg_seat to_act = live.position.round.to_act;
		struct eg_strategy solved;
		struct eg_action action;

		if (to_act == seat) {
			if (!decide(endgame, &track, &live, &action, cost))
				return false;
		} else {
			solver_strategy(track.node, live.position.round.hand[to_act], &solved);
			action = solved.legal[eg_pick(
				solved.chances, solved.count, eg_dice_unit(&endgame->dice))];
		}
		if (!track_follow(&track, action) || eg_live_round_play(&live, action) != EG_OK)
			return false;
	}
	return true;
}

static bool examine(struct endgame *endgame, const struct eg_live_round *live)
{
	struct scene scene;
	struct ranges ranges;
	struct solver solver;
	double cost = 0;

	scene_of(&live->position.round, &scene);
	if (!endgame_ranges(&endgame->player, 0, live, &ranges) ||
		!solver_begin(&solver, &scene, &ranges))
		return false;
	solver_learn(&solver, (uint32_t)endgame->iterations);
	bool answered = play_out(endgame, &solver, live, EG_WHITE, &cost) &&
			play_out(endgame, &solver, live, EG_BLACK, &cost);

	if (answered) {
		sample_add(&endgame->loss, cost / 2);
		sample_add(&endgame->exploitability, solver_exploitability(&solver));
	}
	solver_finish(&solver);
	return answered;
}

/* Plays a round of the player against itself, and examines its position if it has one. */
static bool play(struct endgame *endgame)
{
	uint8_t deck[EG_DECK];
	struct eg_live_round live;

	eg_dice_deck(&endgame->dice, deck);
	if (eg_live_round_begin(&live, &endgame->rules, EG_WHITE, deck) != EG_OK)
		return false;
	while (!eg_live_round_is_over(&live)) {
		const struct eg_round *round = &live.position.round;
		struct eg_strategy strategy;

		if (round->phase == EG_TURN && round->drawn == EG_DECK - endgame->pile)
			return examine(endgame, &live);
		if (eg_live_round_consider(&live, &endgame->player, SAMPLING, &strategy) != EG_OK)
			return false;
		size_t i = eg_pick(strategy.chances, strategy.count, eg_dice_unit(&endgame->dice));

		if (eg_live_round_play(&live, strategy.legal[i]) != EG_OK)
			return false;
	}
	return true;
}

bool endgame_measure(struct endgame *endgame)
{
	while (endgame->loss.count < endgame->positions) {
		uint64_t before = endgame->loss.count;

		if (!play(endgame))
			return false;
		if (endgame->loss.count > before)
			progress_show(endgame->loss.count, endgame->positions);
	}
	return true;
}
