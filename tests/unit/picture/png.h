/* Pictures in the tests: a PNG is written for people, and read for its pixels. */
#ifndef TESTS_UNIT_PICTURE_PNG_H
#define TESTS_UNIT_PICTURE_PNG_H

#include "bot/picture/picture.h"

#include <cairo.h>

/*
 * If the environment variable ENGARDE_PICTURES names a folder, leaves the picture there, for people
 * who want to look at it. Does nothing if `name` is NULL.
 */
void png_write(const char *name, const struct bot_picture *picture);

/* Reads a picture, which must be valid. The caller destroys the surface. */
cairo_surface_t *png_read(const struct bot_picture *picture);

/* Returns the colour of a pixel, as bot_shape_rgb does. */
uint32_t png_pixel(cairo_surface_t *surface, int x, int y);

#endif
