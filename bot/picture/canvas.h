/* A canvas: cairo draws on it, and it becomes a PNG. */
#ifndef BOT_PICTURE_CANVAS_H
#define BOT_PICTURE_CANVAS_H

#include "bot/picture/picture.h"

#include <cairo.h>

/*
 * Calls `paint` with a canvas of this size in pixels, in the colour of the background, and makes a
 * PNG of what `paint` has drawn. Returns false if cairo failed. If the function returns true, the
 * caller frees picture->data.
 */
BOT_MUST_USE bool bot_canvas_draw(int width, int height,
	void (*paint)(cairo_t *cr, const void *subject), const void *subject,
	struct bot_picture *picture);

#define BOT_PALETTE_MOST  256
#define BOT_PALETTE_CACHE 4096

/*
 * The colours of a PNG. A PNG with at most 256 colours is compressed several times faster than one
 * with any colours, and is smaller.
 */
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
