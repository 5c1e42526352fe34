#include "engine/opponent/dice.h"

uint64_t eg_dice_roll(struct eg_dice *dice)
{
	uint64_t z = dice->state += 0x9e3779b97f4a7c15U;

	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
	z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
	return z ^ (z >> 31);
}

uint32_t eg_dice_below(struct eg_dice *dice, uint32_t bound)
{
	return (uint32_t)(((eg_dice_roll(dice) >> 32) * bound) >> 32);
}

float eg_dice_unit(struct eg_dice *dice)
{
	return (float)(eg_dice_roll(dice) >> 40) * 0x1p-24F;
}

void eg_dice_shuffle(struct eg_dice *dice, uint8_t *cards, uint32_t count)
{
	for (uint32_t i = count; i > 1; i--) {
		uint32_t j = eg_dice_below(dice, i);
		uint8_t card = cards[i - 1];

		cards[i - 1] = cards[j];
		cards[j] = card;
	}
}

void eg_dice_deck(struct eg_dice *dice, uint8_t deck[EG_DECK])
{
	for (size_t i = 0; i < EG_DECK; i++)
		deck[i] = (uint8_t)(1 + i / EG_COPIES);
	eg_dice_shuffle(dice, deck, EG_DECK);
}

size_t eg_pick(const float *chances, size_t count, float at)
{
	size_t i = 0;

	for (; i + 1 < count && at >= chances[i]; i++)
		at -= chances[i];
	return i;
}
