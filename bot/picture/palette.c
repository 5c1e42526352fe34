#include "bot/picture/palette.h"

#include "bot/picture/shapes.h"

#include <assert.h>

#define BLENDS  6 /* between two colours; with more, the palette would have too many entries */
#define UNKNOWN UINT32_MAX /* no colour */

static unsigned channel(uint32_t colour, unsigned i)
{
	return colour >> (16 - 8 * i) & 0xFF;
}

/* Adds the colour that has `part` of BLENDS + 1 parts of `to`, and otherwise `from`. */
static void add(struct bot_palette *palette, uint32_t from, uint32_t to, unsigned part)
{
	assert(palette->count < BOT_PALETTE_MOST);
	for (unsigned i = 0; i < 3; i++)
		palette->rgb[palette->count][i] =
			(uint8_t)((channel(from, i) * (BLENDS + 1 - part) + channel(to, i) * part) /
				  (BLENDS + 1));
	palette->count++;
}

void bot_palette_init(struct bot_palette *palette)
{
	palette->count = 0;
	for (size_t i = 0; i < BOT_PALETTE_CACHE; i++)
		palette->known[i].colour = UNKNOWN;
	for (int i = 0; i < BOT_SHAPE_COLOURS; i++) {
		uint32_t colour = bot_shape_rgb((enum bot_shape_colour)i);

		add(palette, colour, colour, 0);
		for (int j = 0; j < i; j++)
			for (unsigned part = 1; part <= BLENDS; part++)
				add(palette, colour, bot_shape_rgb((enum bot_shape_colour)j), part);
	}
}

static uint8_t find_nearest(const struct bot_palette *palette, uint32_t colour)
{
	unsigned least = UINT32_MAX;
	size_t nearest = 0;

	for (size_t i = 0; i < palette->count; i++) {
		unsigned distance = 0;

		for (unsigned j = 0; j < 3; j++) {
			int difference = palette->rgb[i][j] - (int)channel(colour, j);

			distance += (unsigned)(difference * difference);
		}
		if (distance < least) {
			least = distance;
			nearest = i;
		}
	}
	return (uint8_t)nearest;
}

uint8_t bot_palette_entry(struct bot_palette *palette, uint32_t colour)
{
	/* The multiplication spreads similar colours over the table. */
	struct bot_palette_known *known =
		&palette->known[(colour * 2654435761U >> 16) % BOT_PALETTE_CACHE];

	if (known->colour != colour)
		*known = (struct bot_palette_known){colour, find_nearest(palette, colour)};
	return known->entry;
}
