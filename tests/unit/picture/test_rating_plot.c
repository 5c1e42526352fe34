/*
 * Tests the picture of a rating: where the curve is, for few and many matches and strange ratings.
 * If the environment variable ENGARDE_PICTURES names a folder, the test leaves its pictures there.
 */
#include "bot/picture/picture.h"
#include "bot/picture/shapes.h"
#include "tests/support/cmocka.h"
#include "tests/unit/picture/png.h"

#include <stdlib.h>

#define MOST 200 /* matches */

static cairo_surface_t *draw(
	const int64_t *rating, size_t count, const char *title, const char *name)
{
	const struct bot_rating_plot plot = {.title = title,
		.first = "2026-01-02",
		.last = "2026-11-27",
		.rating = rating,
		.count = count};
	struct bot_picture picture;

	assert_true(bot_picture_rating(&plot, &picture));
	png_write(name, &picture);
	cairo_surface_t *surface = png_read(&picture);
	assert_int_equal(cairo_image_surface_get_width(surface), BOT_PICTURE_WIDTH);
	free(picture.data);
	return surface;
}

/* Returns the middle of the pixels of a colour in a column, or -1. */
static int find_in_column(cairo_surface_t *surface, int x, enum bot_shape_colour colour)
{
	int first = -1, last = -1;

	for (int y = 0; y < BOT_PICTURE_HEIGHT; y++) {
		if (png_pixel(surface, x, y) != bot_shape_rgb(colour))
			continue;
		first = first < 0 ? y : first;
		last = y;
	}
	return first < 0 ? -1 : (first + last) / 2;
}

/* The last column with the mark of the newest rating, and its middle. */
static int find_last(cairo_surface_t *surface, int *y)
{
	for (int x = BOT_PICTURE_WIDTH - 1; x >= 0; x--) {
		*y = find_in_column(surface, x, BOT_SHAPE_RED);
		if (*y >= 0)
			return x;
	}
	return -1;
}

UNIT_TEST(test_rising_rating_rises)
{
	static const int64_t rising[] = {1500, 1520, 1560, 1570, 1640};
	int last_y;

	cairo_surface_t *surface = draw(rising, 5, "Ann: rating", "rating-rising");
	int last_x = find_last(surface, &last_y);
	assert_true(last_x > BOT_PICTURE_WIDTH / 2);
	int early = find_in_column(surface, last_x / 2, BOT_SHAPE_PLOT);
	int late = find_in_column(surface, last_x - 30, BOT_SHAPE_PLOT);
	assert_true(early > late && late > last_y);
	/* on a phone, some clients show only the middle square */
	int side = (BOT_PICTURE_WIDTH - BOT_PICTURE_HEIGHT) / 2;
	for (int x = 0; x < side; x++) {
		assert_int_equal(find_in_column(surface, x, BOT_SHAPE_PLOT), -1);
		assert_int_equal(
			find_in_column(surface, BOT_PICTURE_WIDTH - 1 - x, BOT_SHAPE_INK), -1);
	}
	cairo_surface_destroy(surface);
}

UNIT_TEST(test_falling_rating_falls)
{
	static const int64_t falling[] = {1700, 1400};
	int last_y;

	cairo_surface_t *surface = draw(falling, 2, "Bob: rating", "rating-falling");
	int last_x = find_last(surface, &last_y);
	assert_true(find_in_column(surface, last_x - 60, BOT_SHAPE_PLOT) < last_y);
	cairo_surface_destroy(surface);
}

/* Equal ratings, the most matches, and ratings that only a damaged store has: all are drawn. */
UNIT_TEST(test_strange_ratings_are_drawn)
{
	static const int64_t equal[] = {1500, 1500}, odd[] = {-100000, 100000, -3, 7};
	int64_t many[MOST];
	int y;

	for (int i = 0; i < MOST; i++)
		many[i] = 1500 + i * 7919 % 300 - 20 * (i % 7);
	const struct {
		const int64_t *rating;
		size_t count;
		const char *name;
	} cases[] = {
		{equal, 2, "rating-equal"}, {odd, 4, "rating-odd"}, {many, MOST, "rating-many"}};
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		cairo_surface_t *surface = draw(cases[i].rating, cases[i].count,
			"<b>\"An extremely long name of 63 bytes that nobody would type\" \u2764: "
			"rating",
			cases[i].name);
		assert_true(find_last(surface, &y) > BOT_PICTURE_WIDTH / 2);
		assert_true(y > 0 && y < BOT_PICTURE_HEIGHT);
		cairo_surface_destroy(surface);
	}
}
