#include "bot/picture/canvas.h"

#include "bot/picture/module.h"
#include "bot/picture/shapes.h"

#include <assert.h>
#include <pango/pangocairo.h>
#include <png.h>
#include <stdlib.h>
#include <string.h>

/*
 * After this many pictures the module frees Pango's fonts. They make a picture five times as fast
 * as without them. But strangers' names may need many fonts, which Pango would keep for ever.
 */
#define FONTS_KEPT 256

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

/* Writes the palette's entry of each pixel of the surface. */
static void reduce(cairo_surface_t *surface, struct bot_palette *palette, uint8_t *entries)
{
	const unsigned char *data = cairo_image_surface_get_data(surface);
	int stride = cairo_image_surface_get_stride(surface);
	int width = cairo_image_surface_get_width(surface);
	int height = cairo_image_surface_get_height(surface);
	uint32_t colour, last = UINT32_MAX;
	uint8_t entry = 0;

	for (int y = 0; y < height; y++)
		for (int x = 0; x < width; x++) {
			memcpy(&colour, data + y * stride + x * 4, sizeof(colour));
			if (colour != last)
				entry = bot_palette_entry(palette, colour & 0xFFFFFF);
			last = colour;
			*entries++ = entry;
		}
}

/* Makes a PNG of entries of the palette. Returns false if libpng failed. */
static bool compress(const struct bot_palette *palette, const uint8_t *entries, int width,
	int height, struct bot_picture *picture)
{
	png_image image = {.version = PNG_IMAGE_VERSION,
		.width = (png_uint_32)width,
		.height = (png_uint_32)height,
		.format = PNG_FORMAT_RGB_COLORMAP,
		.flags = PNG_IMAGE_FLAG_FAST, /* half the time, and a quarter more bytes */
		.colormap_entries = (png_uint_32)palette->count};
	png_alloc_size_t size = PNG_IMAGE_PNG_SIZE_MAX(image);
	unsigned char *data = malloc(size);

	if (!data ||
		!png_image_write_to_memory(&image, data, &size, 0, entries, width, palette->rgb)) {
		free(data);
		return false;
	}
	unsigned char *smaller = realloc(data, size);

	if (smaller)
		data = smaller;
	*picture = (struct bot_picture){data, size};
	return true;
}

/* Makes a PNG of a surface that nobody draws on any more. */
static bool write_png(cairo_surface_t *surface, struct bot_picture *picture)
{
	int width = cairo_image_surface_get_width(surface);
	int height = cairo_image_surface_get_height(surface);
	struct bot_palette *palette = malloc(sizeof(*palette));
	uint8_t *entries = malloc((size_t)width * (size_t)height);
	bool written = false;

	if (palette && entries) {
		cairo_surface_flush(surface);
		bot_palette_init(palette);
		reduce(surface, palette, entries);
		written = compress(palette, entries, width, height, picture);
	}
	free(palette);
	free(entries);
	return written;
}

bool bot_canvas_has_font(void)
{
	cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, 1, 1);
	cairo_t *cr = cairo_create(surface);
	PangoLayout *layout = pango_cairo_create_layout(cr);
	bool has;

	pango_layout_set_text(layout, "Ag 5", -1);
	has = pango_layout_get_unknown_glyphs_count(layout) == 0;
	g_object_unref(layout);
	cairo_destroy(cr);
	cairo_surface_destroy(surface);
	return has;
}

bool bot_canvas_draw(int width, int height, void (*paint)(cairo_t *cr, const void *subject),
	const void *subject, struct bot_picture *picture)
{
	static unsigned drawn;
	/*
	 * If one of the functions below fails, the surface or the context remembers the error.
	 * cairo_status returns it at the end.
	 */
	cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, height);
	cairo_t *cr = cairo_create(surface);

	bot_shape_set_colour(cr, BOT_SHAPE_GROUND);
	cairo_paint(cr);
	paint(cr, subject);
	bool made = cairo_status(cr) == CAIRO_STATUS_SUCCESS && write_png(surface, picture);
	cairo_destroy(cr);
	cairo_surface_destroy(surface);
	drawn = (drawn + 1) % FONTS_KEPT;
	if (drawn == 0)
		pango_cairo_font_map_set_default(NULL); /* frees Pango's fonts */
	return made;
}
