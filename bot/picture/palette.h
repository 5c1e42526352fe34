/*
 * The colours of a picture's PNG. A PNG with at most 256 colours is compressed several times faster
 * than one with any colours, and is smaller.
 */
#ifndef BOT_PICTURE_PALETTE_H
#define BOT_PICTURE_PALETTE_H

#include <stddef.h>
#include <stdint.h>

#define BOT_PALETTE_MOST  256
#define BOT_PALETTE_CACHE 4096

struct bot_palette {
	size_t count;
	uint8_t rgb[BOT_PALETTE_MOST][3]; /* red, green, blue */
	/* The entries of colours that were asked for before. */
	struct bot_palette_known {
		uint32_t colour;
		uint8_t entry;
	} known[BOT_PALETTE_CACHE];
};

/*
 * Fills a palette with the colours of all shapes, and with the blends of each two of them, as they
 * are at the edges of shapes.
 */
void bot_palette_init(struct bot_palette *palette);

/* Returns the entry that is nearest to a colour 0xRRGGBB. */
uint8_t bot_palette_entry(struct bot_palette *palette, uint32_t colour);

#endif
