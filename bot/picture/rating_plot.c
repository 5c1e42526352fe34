#include "bot/picture/module.h"

#include "bot/picture/canvas.h"
#include "bot/picture/shapes.h"

#include <inttypes.h>
#include <stdio.h>

/*
 * The matches stand at equal distances: people play several in an evening, and none for weeks. Some
 * clients crop a picture to a square on a phone, so everything is in the middle square.
 */
#define SIDE   ((BOT_PICTURE_WIDTH - BOT_PICTURE_HEIGHT) / 2.0 + 8)
#define LABEL  64.0 /* the width of the ratings beside the lines */
#define LEFT   (SIDE + LABEL + 8)
#define RIGHT  (BOT_PICTURE_WIDTH - SIDE - 8)
#define TOP    64.0
#define BOTTOM (BOT_PICTURE_HEIGHT - 56.0)
#define ROW    36.0
#define LINES  6 /* the most lines between the lowest and the highest rating */

/* The ratings at the lower and the upper edge, and from one line to the next. */
struct scale {
	int64_t low, high, step;
};

static int64_t round_down(int64_t value, int64_t step)
{
	int64_t rest = value % step;

	return value - (rest < 0 ? rest + step : rest);
}

static struct scale scale_of(const struct bot_rating_plot *plot)
{
	static const int64_t steps[] = {10, 20, 50, 100, 200, 500, 1000, 5000};
	struct scale scale = {.low = plot->rating[0], .high = plot->rating[0]};
	size_t i = 0;

	for (size_t point = 1; point < plot->count; point++) {
		if (plot->rating[point] < scale.low)
			scale.low = plot->rating[point];
		if (plot->rating[point] > scale.high)
			scale.high = plot->rating[point];
	}
	while (i + 1 < sizeof(steps) / sizeof(*steps) &&
		(scale.high - scale.low) / steps[i] >= LINES)
		i++;
	scale.step = steps[i];
	scale.low = round_down(scale.low, scale.step);
	scale.high = round_down(scale.high, scale.step) + scale.step;
	return scale;
}

static double y_of(const struct scale *scale, int64_t rating)
{
	return BOTTOM -
	       (BOTTOM - TOP) * (double)(rating - scale->low) / (double)(scale->high - scale->low);
}

static double x_of(const struct bot_rating_plot *plot, size_t point)
{
	return LEFT + (RIGHT - LEFT) * (double)point / (double)(plot->count - 1);
}

static void write(cairo_t *cr, const char *text, double x, double y, enum bot_shape_side side)
{
	bot_shape_text(
		cr, &(struct bot_shape_text){.text = text,
			    .x = x,
			    .y = y - ROW / 2,
			    .width = side == BOT_SHAPE_CENTRE ? RIGHT - SIDE : (RIGHT - LEFT) / 2,
			    .height = ROW,
			    .size = side == BOT_SHAPE_CENTRE ? 30 : 24,
			    .bold = side == BOT_SHAPE_CENTRE,
			    .side = side,
			    .colour = BOT_SHAPE_INK});
}

static void draw_lines(cairo_t *cr, const struct scale *scale)
{
	bot_shape_set_colour(cr, BOT_SHAPE_WHITE);
	cairo_rectangle(cr, LEFT, TOP, RIGHT - LEFT, BOTTOM - TOP);
	cairo_fill(cr);
	for (int64_t rating = scale->low; rating <= scale->high; rating += scale->step) {
		double y = y_of(scale, rating);
		char text[24];

		bot_shape_set_colour(cr, BOT_SHAPE_GROUND);
		cairo_set_line_width(cr, 2);
		cairo_move_to(cr, LEFT, y);
		cairo_line_to(cr, RIGHT, y);
		cairo_stroke(cr);
		snprintf(text, sizeof(text), "%" PRId64, rating);
		write(cr, text, LEFT - 8, y, BOT_SHAPE_RIGHT);
	}
}

static void draw_curve(cairo_t *cr, const struct bot_rating_plot *plot, const struct scale *scale)
{
	size_t last = plot->count - 1;

	cairo_new_path(cr);
	for (size_t point = 0; point < plot->count; point++)
		cairo_line_to(cr, x_of(plot, point), y_of(scale, plot->rating[point]));
	bot_shape_set_colour(cr, BOT_SHAPE_PLOT);
	cairo_set_line_join(cr, CAIRO_LINE_JOIN_ROUND);
	cairo_set_line_width(cr, 4);
	cairo_stroke(cr);
	cairo_arc(cr, x_of(plot, last), y_of(scale, plot->rating[last]), 7, 0, 7);
	bot_shape_set_colour(cr, BOT_SHAPE_RED);
	cairo_fill(cr);
}

static void paint(cairo_t *cr, const void *subject)
{
	const struct bot_rating_plot *plot = subject;
	struct scale scale = scale_of(plot);

	write(cr, plot->title, BOT_PICTURE_WIDTH / 2.0, TOP / 2, BOT_SHAPE_CENTRE);
	draw_lines(cr, &scale);
	draw_curve(cr, plot, &scale);
	write(cr, plot->first, LEFT, BOTTOM + 8 + ROW / 2, BOT_SHAPE_LEFT);
	write(cr, plot->last, RIGHT, BOTTOM + 8 + ROW / 2, BOT_SHAPE_RIGHT);
}

bool bot_rating_plot_draw(const struct bot_rating_plot *plot, struct bot_picture *picture)
{
	return bot_canvas_draw(BOT_PICTURE_WIDTH, BOT_PICTURE_HEIGHT, paint, plot, picture);
}
