#include "engine/lab/solve/hands.h"

#include <string.h>

#define CODES 7776 /* 6 to the power of 5 */

struct table {
	size_t count[EG_HAND + 1];
	uint8_t cards[EG_HAND + 1][HANDS_MOST][EG_VALUES + 1];
	uint8_t number[CODES];
};

static size_t code(const uint8_t cards[EG_VALUES + 1])
{
	size_t sum = 0;

	for (size_t value = 1; value <= EG_VALUES; value++)
		sum = sum * (EG_HAND + 1) + cards[value];
	return sum;
}

/* Adds all hands that have up to `left` cards more than `cards`, with values up to `value`. */
static void add(struct table *table, uint8_t cards[EG_VALUES + 1], size_t value, uint8_t left)
{
	if (value == 0) {
		size_t size = EG_HAND - (size_t)left;
		size_t number = table->count[size]++;

		memcpy(table->cards[size][number], cards, EG_VALUES + 1);
		table->number[code(cards)] = (uint8_t)number;
		return;
	}
	for (cards[value] = 0; cards[value] <= left; cards[value]++)
		add(table, cards, value - 1, (uint8_t)(left - cards[value]));
	cards[value] = 0;
}

/* The table is made once, since it is always the same. */
static const struct table *all(void)
{
	static struct table table;

	if (table.count[0] == 0) {
		uint8_t cards[EG_VALUES + 1] = {0};

		add(&table, cards, EG_VALUES, EG_HAND);
	}
	return &table;
}

size_t hands_count(size_t size)
{
	return all()->count[size];
}

const uint8_t *hand_cards(size_t size, size_t number)
{
	return all()->cards[size][number];
}

uint8_t hand_number(const uint8_t cards[EG_VALUES + 1])
{
	return all()->number[code(cards)];
}

uint8_t hand_size(const uint8_t cards[EG_VALUES + 1])
{
	uint8_t size = 0;

	for (size_t value = 1; value <= EG_VALUES; value++)
		size = (uint8_t)(size + cards[value]);
	return size;
}

float hand_orders(const uint8_t cards[EG_VALUES + 1])
{
	float orders = 1;
	uint8_t size = 0;

	for (size_t value = 1; value <= EG_VALUES; value++)
		for (uint8_t i = 1; i <= cards[value]; i++)
			orders = orders * (float)++size / (float)i;
	return orders;
}
