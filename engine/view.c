#include "engine/engarde.h"

#include "engine/rules.h"

#include <string.h>

/* Fills in what everybody can see or count. */
static void view_table(const struct eg_round *round, struct eg_view *view)
{
	view->rules = round->rules;
	view->to_act = round->to_act;
	view->phase = round->phase;
	view->attack = round->attack;
	view->result = round->result;
	view->distance = eg_round_distance(round);
	view->pile = (uint8_t)(EG_DECK - round->drawn);
	view->plies = round->plies;
	if (round->discarded > 0)
		view->last_card = round->discard[round->discarded - 1];
	if (round->phase == EG_OVER && round->result.reason == EG_CARDS)
		memcpy(view->shown, round->hand, sizeof(view->shown));
	for (size_t seat = EG_WHITE; seat <= EG_BLACK; seat++) {
		view->space[seat] = round->space[seat];
		for (size_t value = 1; value <= EG_VALUES; value++)
			view->hand_size[seat] =
				(uint8_t)(view->hand_size[seat] + round->hand[seat][value]);
	}
}

/* Fills in what only this player may know: the hand, the unseen cards and the legal actions. */
static void view_hand(const struct eg_round *round, struct eg_view *view)
{
	memcpy(view->hand, round->hand[view->seat], sizeof(view->hand));
	for (size_t value = 1; value <= EG_VALUES; value++)
		view->unseen[value] = (uint8_t)(EG_COPIES - view->hand[value]);
	for (size_t i = 0; i < round->discarded; i++)
		view->unseen[round->discard[i]]--;
	if (round->to_act == view->seat)
		view->legal_count = (uint8_t)eg_round_legal(round, view->legal);
}

void eg_round_view(const struct eg_round *round, enum eg_seat seat, struct eg_view *view)
{
	memset(view, 0, sizeof(*view));
	view->seat = seat;
	view_table(round, view);
	if (eg_seat_plays(seat))
		view_hand(round, view);
}
