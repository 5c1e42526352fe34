/* A canvas: cairo draws on it, and it becomes a PNG. */
#ifndef BOT_PICTURE_CANVAS_H
#define BOT_PICTURE_CANVAS_H

#include "bot/picture/picture.h"

#include <cairo.h>

/*
 * Calls `paint` with a canvas of this size in pixels, in the colour of the background, and makes a
 * PNG of what `paint` has drawn. Returns false if cairo failed. If the function returns true, the
 * caller must call bot_picture_finish later.
 */
BOT_MUST_USE bool bot_canvas_draw(int width, int height,
	void (*paint)(cairo_t *cr, const void *subject), const void *subject,
	struct bot_picture *picture);

#endif
