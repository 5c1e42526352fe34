#include "engine/command/deck.h"

void random_deck(struct eg_dice *dice, uint8_t deck[EG_DECK])
{
	for (uint32_t i = 0; i < EG_DECK; i++) {
		uint32_t j = eg_dice_below(dice, i + 1);
		deck[i] = (uint8_t)(1 + i / EG_COPIES);
		uint8_t card = deck[i];

		deck[i] = deck[j];
		deck[j] = card;
	}
}
