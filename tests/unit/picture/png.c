#include "tests/unit/picture/png.h"
#include "tests/support/cmocka.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct source {
	const struct bot_picture *picture;
	size_t at;
};

static cairo_status_t read_png(void *self, unsigned char *data, unsigned length)
{
	struct source *source = self;

	if (source->picture->size - source->at < length)
		return CAIRO_STATUS_READ_ERROR;
	memcpy(data, source->picture->data + source->at, length);
	source->at += length;
	return CAIRO_STATUS_SUCCESS;
}

cairo_surface_t *png_read(const struct bot_picture *picture)
{
	struct source source = {picture, 0};
	cairo_surface_t *surface = cairo_image_surface_create_from_png_stream(read_png, &source);

	assert_int_equal(cairo_surface_status(surface), CAIRO_STATUS_SUCCESS);
	return surface;
}

void png_write(const char *name, const struct bot_picture *picture)
{
	const char *folder = getenv("ENGARDE_PICTURES");
	char path[1024];

	if (!folder || !name)
		return;
	snprintf(path, sizeof(path), "%s/%s.png", folder, name);
	FILE *file = fopen(path, "wb");

	assert_non_null(file);
	assert_int_equal(fwrite(picture->data, 1, picture->size, file), picture->size);
	assert_int_equal(fclose(file), 0);
}

uint32_t png_pixel(cairo_surface_t *surface, int x, int y)
{
	const unsigned char *data = cairo_image_surface_get_data(surface);
	uint32_t colour;

	memcpy(&colour, data + y * cairo_image_surface_get_stride(surface) + x * 4, sizeof(colour));
	return colour & 0xFFFFFFU;
}
