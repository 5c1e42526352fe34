#include "bot/picture/canvas.h"

#include "bot/picture/shapes.h"

#include <pango/pangocairo.h>
#include <stdlib.h>
#include <string.h>

static cairo_status_t write_png(void *self, const unsigned char *data, unsigned length)
{
	struct bot_picture *picture = self;
	unsigned char *more = realloc(picture->data, picture->size + length);

	if (!more)
		return CAIRO_STATUS_NO_MEMORY;
	memcpy(more + picture->size, data, length);
	picture->data = more;
	picture->size += length;
	return CAIRO_STATUS_SUCCESS;
}

bool bot_canvas_draw(void (*paint)(cairo_t *cr, const void *subject), const void *subject,
	struct bot_picture *picture)
{
	struct bot_picture made = {0};
	/*
	 * If one of the functions below fails, the surface or the context remembers the error.
	 * cairo_status returns it at the end.
	 */
	cairo_surface_t *surface = cairo_image_surface_create(
		CAIRO_FORMAT_RGB24, BOT_PICTURE_WIDTH, BOT_PICTURE_HEIGHT);
	cairo_t *cr = cairo_create(surface);

	bot_shape_set_colour(cr, BOT_SHAPE_GROUND);
	cairo_paint(cr);
	paint(cr, subject);
	bool drawn = cairo_status(cr) == CAIRO_STATUS_SUCCESS &&
		     cairo_surface_write_to_png_stream(surface, write_png, &made) ==
			     CAIRO_STATUS_SUCCESS;
	cairo_destroy(cr);
	cairo_surface_destroy(surface);
	pango_cairo_font_map_set_default(NULL); /* frees Pango's fonts */
	if (!drawn) {
		free(made.data);
		return false;
	}
	*picture = made;
	return true;
}
