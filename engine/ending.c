#include "engine/ending.h"

void eg_end(struct eg_round *round, enum eg_seat winner, enum eg_reason reason)
{
	round->phase = EG_OVER;
	round->to_act = EG_NOBODY;
	round->attack = (struct eg_attack){0};
	round->result = (struct eg_result){winner, reason};
}

/* Returns the seat with the larger number, or EG_NOBODY if the numbers are equal. */
static enum eg_seat more(unsigned white, unsigned black)
{
	if (white == black)
		return EG_NOBODY;
	return white > black ? EG_WHITE : EG_BLACK;
}

void eg_end_by_position(struct eg_round *round)
{
	unsigned white = round->space[EG_WHITE] - 1U;
	unsigned black = EG_SPACES - (unsigned)round->space[EG_BLACK];
	enum eg_seat winner = more(white, black);

	eg_end(round, winner, winner == EG_NOBODY ? EG_DRAW : EG_POSITION);
}

void eg_end_by_cards(struct eg_round *round)
{
	uint8_t distance = eg_round_distance(round);
	enum eg_seat winner = EG_NOBODY;

	if (distance <= EG_VALUES)
		winner = more(round->hand[EG_WHITE][distance], round->hand[EG_BLACK][distance]);
	if (winner == EG_NOBODY)
		eg_end_by_position(round);
	else
		eg_end(round, winner, EG_CARDS);
}

void eg_end_by_final_retreat(struct eg_round *round)
{
	if (round->rules.final_retreat == EG_FINAL_CARDS)
		eg_end_by_cards(round);
	else
		eg_end_by_position(round);
}
