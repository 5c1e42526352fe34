/* Tests the colours of the PNGs: what the palette has, and what becomes of other colours. */
#include "bot/picture/canvas.h"
#include "bot/picture/shapes.h"
#include "tests/support/cmocka.h"

#include <stdlib.h>

static struct bot_palette palette;

static uint32_t shown(uint32_t colour)
{
	const uint8_t *rgb = palette.rgb[bot_palette_entry(&palette, colour)];

	return (uint32_t)rgb[0] << 16 | (uint32_t)rgb[1] << 8 | rgb[2];
}

UNIT_TEST(test_colours_of_shapes_are_exact)
{
	bot_palette_init(&palette);
	for (int i = 0; i < BOT_SHAPE_COLOURS; i++) {
		uint32_t colour = bot_shape_rgb((enum bot_shape_colour)i);

		assert_int_equal(shown(colour), colour);
		assert_int_equal(shown(colour), colour); /* again, from the cache */
	}
}

/* At the edge of a shape, each channel is at most half a step off. */
UNIT_TEST(test_edges_of_shapes_are_nearly_right)
{
	bot_palette_init(&palette);
	for (int from = 0; from < BOT_SHAPE_COLOURS; from++)
		for (int to = 0; to < BOT_SHAPE_COLOURS; to++)
			for (unsigned part = 0; part <= 64; part++) {
				uint32_t a = bot_shape_rgb((enum bot_shape_colour)from);
				uint32_t b = bot_shape_rgb((enum bot_shape_colour)to);
				uint32_t colour = 0;

				for (int shift = 0; shift <= 16; shift += 8)
					colour |= ((a >> shift & 0xFF) * (64 - part) +
							  (b >> shift & 0xFF) * part) /
							  64
						  << shift;
				for (int shift = 0; shift <= 16; shift += 8)
					assert_true(abs((int)(shown(colour) >> shift & 0xFF) -
							    (int)(colour >> shift & 0xFF)) <= 24);
			}
}

UNIT_TEST(test_strange_colours_become_the_nearest)
{
	bot_palette_init(&palette);
	assert_int_equal(shown(0xFFFFFE), bot_shape_rgb(BOT_SHAPE_WHITE));
	assert_int_equal(shown(0x000000), bot_shape_rgb(BOT_SHAPE_INK));
	assert_int_equal(shown(0xFF0000), bot_shape_rgb(BOT_SHAPE_RED));
}
