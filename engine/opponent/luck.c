#include "engine/opponent/luck.h"

#include "engine/opponent/belief.h"
#include "engine/opponent/evaluation.h"

#include <string.h>

enum eg_error eg_luck_deal(const struct eg_open_round *open, float *white)
{
	struct eg_position position;
	enum eg_error error = eg_open_position(open, 0, &position);

	if (error != EG_OK)
		return error;
	float first = eg_outlook_first(&open->rules);
	float mean = open->first == EG_WHITE ? first : 1 - first;

	*white = eg_position_worth(&position, EG_WHITE) - mean;
	return EG_OK;
}

/* Puts the cards on top of the pile. Nothing here reads the cards below. */
static void put_on_top(struct eg_round *round, const uint8_t cards[EG_VALUES + 1])
{
	uint8_t *top = round->deck + round->drawn;

	for (uint8_t value = 1; value <= EG_VALUES; value++)
		for (uint8_t i = 0; i < cards[value]; i++)
			*top++ = value;
}

/*
 * Writes White's expected points after the action: the mean over all cards that may be drawn then.
 */
static enum eg_error mean_after(
	const struct eg_position *before, struct eg_action action, float *white)
{
	const struct eg_round *round = &before->round;
	struct eg_position after = *before;
	struct eg_belief draws = {.count = 1, .chances = {1}};
	uint8_t pile[EG_VALUES + 1] = {0};
	float mean = 0;
	enum eg_error error = eg_position_play(&after, action);

	if (error != EG_OK)
		return error;
	for (size_t i = round->drawn; i < EG_DECK; i++)
		pile[round->deck[i]]++;
	for (size_t i = round->drawn; i < after.round.drawn; i++)
		eg_belief_draw(&draws, pile);
	for (size_t i = 0; i < draws.count; i++) {
		after = *before;
		put_on_top(&after.round, draws.hands[i]);
		eg_position_play_legal(&after, action);
		mean += draws.chances[i] * eg_position_worth(&after, EG_WHITE);
	}
	*white = mean;
	return EG_OK;
}

/* Writes the position before the action at `index`. */
static enum eg_error stand_before(
	const struct eg_open_round *open, size_t index, struct eg_position *position)
{
	return index < open->action_count ? eg_open_position(open, index, position) : EG_ILLEGAL;
}

enum eg_error eg_luck_draw(const struct eg_open_round *open, size_t index, float *white)
{
	struct eg_position before;
	float mean = 0;
	enum eg_error error = stand_before(open, index, &before);

	if (error == EG_OK)
		error = mean_after(&before, open->actions[index], &mean);
	if (error != EG_OK)
		return error;
	uint8_t drawn = before.round.drawn;

	eg_position_play_legal(&before, open->actions[index]);
	*white = before.round.drawn == drawn ? 0 : eg_position_worth(&before, EG_WHITE) - mean;
	return EG_OK;
}

enum eg_error eg_luck_choice(const struct eg_open_round *open, size_t index,
	const struct eg_strategy *strategy, float *white)
{
	struct eg_position before;
	float mean = 0;
	float chances = 0; /* 1, except for rounding */
	float chosen = 0;
	bool found = false;
	enum eg_error error = stand_before(open, index, &before);

	for (size_t i = 0; error == EG_OK && i < strategy->count; i++) {
		bool this = eg_action_equal(strategy->legal[i], open->actions[index]);
		float value = 0;

		if (strategy->chances[i] <= 0 && !this)
			continue;
		error = mean_after(&before, strategy->legal[i], &value);
		mean += strategy->chances[i] * value;
		chances += strategy->chances[i];
		chosen = this ? value : chosen;
		found = found || this;
	}
	if (error != EG_OK)
		return error;
	if (!found || chances <= 0)
		return EG_ILLEGAL;
	*white = chosen - mean / chances;
	return EG_OK;
}
