/*
 * Tests the picture of an analysis: whose area is where, and what is marked. If the environment
 * variable ENGARDE_PICTURES names a folder, the test leaves its pictures there.
 */
#include "bot/picture/picture.h"
#include "bot/picture/shapes.h"
#include "bot/text/analysis.h"
#include "bot/text/name.h"
#include "tests/support/cmocka.h"
#include "tests/unit/picture/png.h"

#include <stdlib.h>
#include <string.h>

/* The area of the curve, in pixels, as plot.c draws it. */
#define LEFT   ((BOT_PICTURE_WIDTH - BOT_PICTURE_HEIGHT) / 2 + 8)
#define RIGHT  (BOT_PICTURE_WIDTH - LEFT)
#define TOP    104
#define BOTTOM 364
#define MIDDLE ((TOP + BOTTOM) / 2)

#define COLOUR_TYPE 25 /* where a PNG has the type of its colours */

static struct eg_analysis analysis; /* too large for some stacks */

/* Begins an analysis with rounds of `count` decisions each, in which White's chance is `chance`. */
static void make(uint16_t rounds, uint16_t count, float chance)
{
	memset(&analysis, 0, sizeof(analysis));
	analysis.round_count = rounds;
	analysis.decision_count = (uint16_t)(rounds * count);
	for (uint16_t i = 0; i < rounds; i++)
		analysis.rounds[i] = (struct eg_analysis_round){.decisions = (uint16_t)(i * count),
			.count = count,
			.over = true,
			.score = {(uint8_t)(i / 2), (uint8_t)((i + 1) / 2)},
			.result.winner = EG_WHITE,
			.won = chance,
			.lost = 0};
	for (uint16_t i = 0; i < analysis.decision_count; i++)
		analysis.decisions[i] = (struct eg_decision){.round = (uint8_t)(i / count + 1),
			.ply = (uint8_t)(i % count + 1),
			.seat = i % 2 == 0 ? EG_WHITE : EG_BLACK,
			.match = i % 2 == 0 ? chance : 1 - chance,
			.open_match = chance};
}

static cairo_surface_t *draw(const char *white, const char *black, size_t lang, const char *name)
{
	const struct bot_cast cast = {.id = 12, .name = {white, black}, .with_id = {white, black}};
	struct bot_picture picture = {0};

	assert_true(bot_picture_plot(&bot_langs[lang], &cast, &analysis, &picture));
	assert_in_range(picture.size, 1000, 128 * 1024);
	assert_int_equal(picture.data[COLOUR_TYPE], 3); /* a palette */
	png_write(name, &picture);
	cairo_surface_t *surface = png_read(&picture);
	assert_int_equal(cairo_image_surface_get_width(surface), BOT_PICTURE_WIDTH);
	assert_int_equal(cairo_image_surface_get_height(surface), BOT_PICTURE_HEIGHT);
	free(picture.data);
	return surface;
}

/* Counts the pixels of a colour in a part of the picture. */
static unsigned count(cairo_surface_t *surface, int left, int top, int right, int bottom,
	enum bot_shape_colour colour)
{
	unsigned found = 0;

	for (int y = top; y < bottom; y++)
		for (int x = left; x < right; x++)
			found += png_pixel(surface, x, y) == bot_shape_rgb(colour);
	return found;
}

/* The share of the plot that is White's is White's chance, and the rest is Black's. */
UNIT_TEST(test_areas_are_as_large_as_the_chances)
{
	static const float chances[] = {0.2F, 0.5F, 0.75F};
	const int pixels = (RIGHT - LEFT) * (BOTTOM - TOP);
	const double all = pixels;

	for (size_t i = 0; i < 3; i++) {
		make(4, 10, chances[i]);
		cairo_surface_t *surface = draw("Ann", "Bob", 0, NULL);
		unsigned white = count(surface, LEFT, TOP, RIGHT, BOTTOM, BOT_SHAPE_WHITE);
		unsigned ink = count(surface, LEFT, TOP, RIGHT, BOTTOM, BOT_SHAPE_INK);
		int border = BOTTOM - (int)((BOTTOM - TOP) * chances[i]);

		/* the lines and the curves hide some of it */
		assert_in_range(
			white, (unsigned)(all * (chances[i] - 0.03)), (unsigned)(all * chances[i]));
		assert_in_range(ink, (unsigned)(all * (0.97 - chances[i])),
			(unsigned)(all * (1.0 - chances[i])));
		assert_int_equal(count(surface, LEFT, TOP, RIGHT, border - 1, BOT_SHAPE_WHITE), 0);
		assert_int_equal(count(surface, LEFT, border + 1, RIGHT, BOTTOM, BOT_SHAPE_INK), 0);
		assert_true(
			count(surface, LEFT, border - 3, RIGHT, border + 3, BOT_SHAPE_PLOT) > 0);
		cairo_surface_destroy(surface);
	}
}

UNIT_TEST(test_rounds_are_apart)
{
	make(1, 20, 0.9F);
	cairo_surface_t *surface = draw("Ann", "Bob", 0, NULL);
	unsigned one = count(surface, LEFT, 200, RIGHT, 201, BOT_SHAPE_GROUND);

	cairo_surface_destroy(surface);
	make(5, 4, 0.9F);
	surface = draw("Ann", "Bob", 0, NULL);
	assert_int_equal(one, 0);
	assert_true(count(surface, LEFT, 200, RIGHT, 201, BOT_SHAPE_GROUND) >= 4);
	cairo_surface_destroy(surface);
}

/* Counts the texts in the row of the scores. Between two texts is more space than in a text. */
static unsigned count_scores(cairo_surface_t *surface)
{
	unsigned found = 0;
	int last = -BOT_PICTURE_WIDTH;

	for (int x = 0; x < BOT_PICTURE_WIDTH; x++) {
		if (count(surface, x, BOTTOM + 4, x + 1, BOTTOM + 32, BOT_SHAPE_INK) == 0)
			continue;
		found += x - last > 8;
		last = x;
	}
	return found;
}

/* With more scores nobody could read them, and the lines would hide the curve. */
UNIT_TEST(test_long_match_has_only_some_of_its_scores)
{
	static const struct {
		uint16_t rounds;
		unsigned scores;
	} matches[] = {{1, 1}, {9, 9}, {16, 7}, {40, 7}, {64, 6}};

	for (size_t i = 0; i < sizeof(matches) / sizeof(matches[0]); i++) {
		make(matches[i].rounds, 4, 0.9F);
		cairo_surface_t *surface = draw("Ann", "Bob", 0, NULL);
		unsigned lines = count(surface, LEFT, 200, RIGHT, 201, BOT_SHAPE_GROUND);

		assert_int_equal(count_scores(surface), matches[i].scores);
		assert_true(lines <= 2 * matches[i].scores);
		cairo_surface_destroy(surface);
	}
}

/* Returns the longest part of a row that has the colour of the curves. */
static int longest_dash(cairo_surface_t *surface, int y)
{
	int longest = 0;

	for (int x = 0, length = 0; x < BOT_PICTURE_WIDTH; x++) {
		length = count(surface, x, y, x + 1, y + 1, BOT_SHAPE_PLOT) ? length + 1 : 0;
		longest = length > longest ? length : longest;
	}
	return longest;
}

/* White's own curve has longer dashes than Black's. The row of each name shows which is whose. */
UNIT_TEST(test_dashes_tell_whose_curve_it_is)
{
	make(1, 20, 0.75F);
	for (uint16_t i = 0; i < 20; i++)
		analysis.decisions[i].match =
			0.75F; /* of White, so White's curve is above Black's */
	cairo_surface_t *surface = draw("Ann", "Bob", 0, NULL);
	int white = longest_dash(surface, TOP + (BOTTOM - TOP) / 4);
	int black = longest_dash(surface, BOTTOM - (BOTTOM - TOP) / 4);

	assert_in_range(black, 2, white - 5);
	/* The ends of the dashes may fall between two pixels. */
	assert_in_range(longest_dash(surface, TOP - 24), black - 1, black + 1);
	assert_in_range(longest_dash(surface, BOTTOM + 56), white - 1, white + 1);
	cairo_surface_destroy(surface);
}

UNIT_TEST(test_turning_points_are_red)
{
	make(2, 10, 0.5F);
	cairo_surface_t *surface = draw("Ann", "Bob", 0, NULL);

	assert_int_equal(count(surface, LEFT, TOP, RIGHT, BOTTOM, BOT_SHAPE_RED), 0);
	cairo_surface_destroy(surface);
	analysis.turns[0] = (struct eg_turning_point){EG_BY_ACTION, 3, 0.2F};
	analysis.turns[1] = (struct eg_turning_point){EG_BY_DEAL, 10, -0.2F};
	analysis.turn_count = 2;
	surface = draw("Ann", "Bob", 0, NULL);
	/* points 4 and 11 of the 22 points, of which the first is at LEFT and the last at RIGHT */
	int at[] = {LEFT + 4 * (RIGHT - LEFT) / 21, LEFT + 11 * (RIGHT - LEFT) / 21};
	unsigned all = count(surface, LEFT, TOP, RIGHT, BOTTOM, BOT_SHAPE_RED), near = 0;

	for (size_t i = 0; i < 2; i++) {
		unsigned disc = count(
			surface, at[i] - 10, MIDDLE - 15, at[i] + 10, MIDDLE + 15, BOT_SHAPE_RED);

		assert_true(disc > 80);
		near += disc;
	}
	assert_int_equal(near, all);
	cairo_surface_destroy(surface);
}

UNIT_TEST(test_picture_marks_the_turning_points_that_the_words_name)
{
	make(2, 10, 0.5F);
	for (uint16_t i = 0; i < BOT_TURNS_SHOWN + 1; i++)
		analysis.turns[i] = (struct eg_turning_point){EG_BY_ACTION, (uint16_t)(5 * i), 0};
	analysis.turn_count = BOT_TURNS_SHOWN;
	cairo_surface_t *surface = draw("Ann", "Bob", 0, NULL);
	unsigned named = count(surface, LEFT, TOP, RIGHT, BOTTOM, BOT_SHAPE_RED);

	cairo_surface_destroy(surface);
	analysis.turn_count++;
	surface = draw("Ann", "Bob", 0, NULL);
	assert_int_equal(count(surface, LEFT, TOP, RIGHT, BOTTOM, BOT_SHAPE_RED), named);
	cairo_surface_destroy(surface);
}

/* Some clients show only the middle square of a picture on a phone. */
UNIT_TEST(test_square_in_the_middle_has_everything)
{
	static const enum bot_shape_colour colours[] = {
		BOT_SHAPE_INK, BOT_SHAPE_WHITE, BOT_SHAPE_PLOT, BOT_SHAPE_FAINT, BOT_SHAPE_RED};
	const int left = (BOT_PICTURE_WIDTH - BOT_PICTURE_HEIGHT) / 2;
	char label[BOT_LABEL_SIZE];

	memset(label, 'W', sizeof(label) - 1);
	label[sizeof(label) - 1] = '\0';
	make(64, 16, 0.5F);
	analysis.turns[0] = (struct eg_turning_point){EG_BY_ACTION, 0, 0.2F};
	analysis.turn_count = 1;
	for (size_t lang = 0; lang < bot_langs_count; lang++) {
		cairo_surface_t *surface = draw(label, label, lang, NULL);

		for (size_t i = 0; i < sizeof(colours) / sizeof(colours[0]); i++) {
			assert_int_equal(
				count(surface, 0, 0, left, BOT_PICTURE_HEIGHT, colours[i]), 0);
			assert_int_equal(count(surface, BOT_PICTURE_WIDTH - left, 0,
						 BOT_PICTURE_WIDTH, BOT_PICTURE_HEIGHT, colours[i]),
				0);
		}
		cairo_surface_destroy(surface);
	}
}

/* Neither the shortest nor the longest match, nor strange names, are too much for the picture. */
UNIT_TEST(test_picture_suits_each_match_and_language)
{
	static const struct {
		uint16_t rounds, count;
		const char *file;
	} sizes[] = {{1, 1, "plot-shortest"}, {7, 12, "plot-usual"}, {64, 16, "plot-longest"}};
	char label[BOT_LABEL_SIZE];

	memset(label, 'W', sizeof(label) - 1);
	label[sizeof(label) - 1] = '\0';
	for (size_t i = 0; i < 3; i++) {
		make(sizes[i].rounds, sizes[i].count, 0.5F);
		for (uint16_t j = 0; j < analysis.decision_count; j++)
			analysis.decisions[j].open_match = (float)(j * 7 % 11) / 10;
		for (size_t lang = 0; lang < bot_langs_count; lang++)
			cairo_surface_destroy(draw(label, "\u202e\U0001f93a", lang, NULL));
		cairo_surface_destroy(draw("Ann", "Bob", 0, sizes[i].file));
	}
}
