#include "engine/opponent/position.h"

#include <assert.h>
#include <string.h>

uint8_t eg_near(uint8_t distance)
{
	return (uint8_t)((distance < EG_NEAR ? distance : EG_NEAR) - 1);
}

void eg_position_init(struct eg_position *position, const struct eg_round *round)
{
	memset(position, 0, sizeof(*position));
	position->round = *round;
}

/*
 * Returns the class of a turn, counted from 1. Advances and retreats have a class for each
 * distance. Attacks have four classes: with or without an advance, and with one card or with
 * several.
 */
static uint8_t remembered(struct eg_action action)
{
	if (action.kind == EG_ADVANCE)
		return action.move;
	if (action.kind == EG_RETREAT)
		return (uint8_t)(EG_VALUES + action.move);
	uint8_t attack = 2 * EG_VALUES + 1;
	return (uint8_t)(attack + (action.kind == EG_ADVANCE_ATTACK ? 2 : 0) + (action.count > 1));
}

enum eg_error eg_position_play(struct eg_position *position, struct eg_action action)
{
	struct eg_round *round = &position->round;
	uint8_t *memory = position->memory[round->to_act == EG_BLACK];
	uint8_t distance = eg_round_distance(round);
	uint8_t played = round->discarded;
	enum eg_error error = eg_round_play(round, action);

	if (error != EG_OK)
		return error;
	for (; played < round->discarded; played++)
		position->gone[round->discard[played]]++;
	if (action.kind != EG_PARRY && action.kind != EG_PASS) {
		memory[1] = memory[0];
		memory[0] = (uint8_t)(remembered(action) * EG_NEAR + eg_near(distance));
	}
	return EG_OK;
}

void eg_position_play_legal(struct eg_position *position, struct eg_action action)
{
	enum eg_error error = eg_position_play(position, action);

	assert(error == EG_OK);
	(void)error;
}

void eg_position_sight(const struct eg_position *position, struct eg_sight *sight)
{
	const struct eg_round *round = &position->round;
	enum eg_seat seat = round->to_act;
	enum eg_seat other = eg_opponent(seat);
	uint8_t room[2] = {(uint8_t)(round->space[EG_WHITE] - 1),
		(uint8_t)(EG_SPACES - round->space[EG_BLACK])};

	sight->rules = round->rules;
	sight->phase = round->phase;
	sight->attack = round->attack;
	sight->distance = eg_round_distance(round);
	sight->room = room[seat];
	sight->rival = room[other];
	sight->pile = (uint8_t)(EG_DECK - round->drawn);
	memcpy(sight->hand, round->hand[seat], sizeof(sight->hand));
	sight->unseen[0] = 0;
	for (size_t value = 1; value <= EG_VALUES; value++)
		sight->unseen[value] =
			(uint8_t)(EG_COPIES - position->gone[value] - sight->hand[value]);
	sight->memory[0] = position->memory[seat][0];
	sight->memory[1] = position->memory[other][0];
	sight->memory[2] = position->memory[other][1];
}

void eg_position_imagine(struct eg_position *position, const uint8_t hand[EG_VALUES + 1])
{
	struct eg_round *round = &position->round;
	const uint8_t *own = round->hand[round->to_act];
	size_t at = round->drawn;

	memcpy(round->hand[eg_opponent(round->to_act)], hand, EG_VALUES + 1);
	for (uint8_t value = 1; value <= EG_VALUES; value++) {
		int left = EG_COPIES - position->gone[value] - own[value] - hand[value];

		for (; left > 0; left--)
			round->deck[at++] = value;
	}
	assert(at == EG_DECK);
}

float eg_points(const struct eg_result *result, enum eg_seat seat)
{
	return result->winner == EG_NOBODY ? 0.5F : (float)(result->winner == seat);
}
