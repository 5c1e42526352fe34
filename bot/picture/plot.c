#include "bot/picture/plot.h"

#include "bot/picture/canvas.h"
#include "bot/picture/shapes.h"

#include <stdio.h>

/*
 * The area below the curve is White's, and the area above it is Black's: the more of the plot has a
 * player's colour, the better for the player. So the plot needs no axis with numbers, and suits
 * light and dark clients.
 */
#define LEFT   24.0
#define RIGHT  (BOT_PICTURE_WIDTH - LEFT)
#define TOP    104.0
#define BOTTOM 404.0
#define ROW    40.0 /* the height of a row of text */
#define SCORE  56.0 /* the width of the score of a round */
#define GAP    6.0  /* between two scores, at least */

/*
 * Each round has a point for the position before each of its actions, and one for its end. The
 * points of all rounds stand at equal distances.
 */
static double x_of(const struct bot_plot *plot, size_t round, size_t point)
{
	const struct eg_analysis *analysis = plot->analysis;
	size_t before = analysis->rounds[round].decisions + round;
	size_t all = (size_t)analysis->decision_count + analysis->round_count;

	return LEFT + (RIGHT - LEFT) * (double)(before + point) / (double)(all > 1 ? all - 1 : 1);
}

static double y_of(float chance)
{
	return BOTTOM - (BOTTOM - TOP) * (double)chance;
}

/* Returns White's chance at a point of the round, with all cards known. */
static float open_chance(const struct eg_analysis *analysis, size_t round, size_t point)
{
	const struct eg_analysis_round *course = &analysis->rounds[round];

	if (point < course->count)
		return analysis->decisions[course->decisions + point].open_match;
	if (course->over && course->result.winner == EG_WHITE)
		return course->won;
	if (course->over && course->result.winner == EG_BLACK)
		return course->lost;
	if (round + 1U < analysis->round_count && analysis->rounds[round + 1].count > 0)
		return analysis->decisions[analysis->rounds[round + 1].decisions].open_match;
	if (course->count > 0) /* the match ended within the round */
		return analysis->decisions[course->decisions + course->count - 1U].open_match;
	return 0.5F;
}

static void areas(cairo_t *cr, const struct bot_plot *plot)
{
	const struct eg_analysis *analysis = plot->analysis;

	bot_shape_set_colour(cr, BOT_SHAPE_INK);
	cairo_rectangle(cr, LEFT, TOP, RIGHT - LEFT, BOTTOM - TOP);
	cairo_fill(cr);
	bot_shape_set_colour(cr, BOT_SHAPE_WHITE);
	cairo_move_to(cr, LEFT, BOTTOM);
	for (size_t i = 0; i < analysis->round_count; i++)
		for (size_t j = 0; j <= analysis->rounds[i].count; j++)
			cairo_line_to(cr, x_of(plot, i, j), y_of(open_chance(analysis, i, j)));
	cairo_line_to(cr, RIGHT, BOTTOM);
	cairo_close_path(cr);
	cairo_fill(cr);
}

/* Draws a curve for each round: White's chance as the player of the seat could know it. */
static void own_curves(cairo_t *cr, const struct bot_plot *plot, enum eg_seat seat)
{
	const struct eg_analysis *analysis = plot->analysis;

	for (size_t i = 0; i < analysis->round_count; i++) {
		const struct eg_analysis_round *round = &analysis->rounds[i];

		cairo_new_path(cr);
		for (size_t j = 0; j < round->count; j++) {
			const struct eg_decision *decision =
				&analysis->decisions[round->decisions + j];
			float white = seat == EG_WHITE ? decision->match : 1 - decision->match;

			if (decision->seat == seat)
				cairo_line_to(cr, x_of(plot, i, j), y_of(white));
		}
		cairo_stroke(cr);
	}
}

static void dash(cairo_t *cr, bool dashed)
{
	static const double pattern[] = {7, 5};

	cairo_set_dash(cr, pattern, dashed ? 2 : 0, 0);
	cairo_set_line_width(cr, 3);
	bot_shape_set_colour(cr, dashed ? BOT_SHAPE_PLOT : BOT_SHAPE_GROUND);
}

/* Draws a line at equal chances, and one between two rounds. */
static void grid(cairo_t *cr, const struct bot_plot *plot)
{
	bot_shape_set_colour(cr, BOT_SHAPE_GROUND);
	cairo_set_line_width(cr, 2);
	cairo_move_to(cr, LEFT, (TOP + BOTTOM) / 2);
	cairo_line_to(cr, RIGHT, (TOP + BOTTOM) / 2);
	for (size_t i = 1; i < plot->analysis->round_count; i++) {
		double x = x_of(plot, i, 0) - (x_of(plot, i, 1) - x_of(plot, i, 0)) / 2;

		cairo_move_to(cr, x, TOP);
		cairo_line_to(cr, x, BOTTOM);
	}
	cairo_stroke(cr);
}

/* Marks where the chances changed most. A change by a draw shows after the action before it. */
static void turns(cairo_t *cr, const struct bot_plot *plot)
{
	const struct eg_analysis *analysis = plot->analysis;

	for (size_t i = 0; i < analysis->turn_count; i++) {
		const struct eg_turning_point *turn = &analysis->turns[i];
		const struct eg_decision *decision = &analysis->decisions[turn->decision];
		size_t round = decision->round - 1U;
		size_t point = turn->turn == EG_BY_DEAL ? 0 : decision->ply;

		cairo_new_sub_path(cr);
		cairo_arc(cr, x_of(plot, round, point), y_of(open_chance(analysis, round, point)),
			8, 0, 7);
		bot_shape_set_colour(cr, BOT_SHAPE_RED);
		cairo_fill_preserve(cr);
		bot_shape_set_colour(cr, BOT_SHAPE_WHITE);
		cairo_set_line_width(cr, 2);
		cairo_stroke(cr);
	}
}

/* Writes the score after each round below it, if there is room. */
static void scores(cairo_t *cr, const struct bot_plot *plot)
{
	const struct eg_analysis *analysis = plot->analysis;
	double free = 0; /* x from which the row has no text yet */

	for (size_t i = 0; i < analysis->round_count; i++) {
		const uint8_t *score = i + 1U < analysis->round_count
					       ? analysis->rounds[i + 1].score
					       : analysis->score;
		double middle = (x_of(plot, i, 0) + x_of(plot, i, analysis->rounds[i].count)) / 2;
		char text[16];

		if (middle - SCORE / 2 < free)
			continue;
		snprintf(text, sizeof(text), "%u:%u", score[EG_WHITE], score[EG_BLACK]);
		bot_shape_text(cr, &(struct bot_shape_text){.text = text,
					   .x = middle,
					   .y = BOTTOM + 2,
					   .width = SCORE,
					   .height = 32,
					   .size = 26,
					   .bold = true,
					   .side = BOT_SHAPE_CENTRE,
					   .colour = BOT_SHAPE_INK});
		free = middle + SCORE / 2 + GAP;
	}
}

/* Writes a player's name next to the side of the plot that is theirs. */
static void name(cairo_t *cr, const struct bot_plot *plot, enum eg_seat seat, double y)
{
	bot_shape_disc(cr, seat, LEFT + 14, y + ROW / 2);
	bot_shape_text(cr, &(struct bot_shape_text){.text = plot->name[seat],
				   .x = LEFT + 36,
				   .y = y,
				   .width = RIGHT - LEFT - 36,
				   .height = ROW,
				   .size = 30,
				   .bold = true,
				   .colour = BOT_SHAPE_INK});
}

/* Writes what a kind of curve means. */
static void legend(cairo_t *cr, const char *text, double x, bool dashed)
{
	const double y = BOT_PICTURE_HEIGHT - ROW / 2 - 8, half = (RIGHT - LEFT) / 2;

	if (dashed) {
		dash(cr, true);
		cairo_move_to(cr, x, y);
		cairo_line_to(cr, x + 44, y);
		cairo_stroke(cr);
		dash(cr, false);
	} else {
		bot_shape_set_colour(cr, BOT_SHAPE_INK);
		cairo_rectangle(cr, x, y - 12, 44, 12);
		cairo_fill(cr);
		bot_shape_set_colour(cr, BOT_SHAPE_WHITE);
		cairo_rectangle(cr, x, y, 44, 12);
		cairo_fill(cr);
	}
	bot_shape_text(cr, &(struct bot_shape_text){.text = text,
				   .x = x + 54,
				   .y = y - ROW / 2,
				   .width = half - 62,
				   .height = ROW,
				   .size = 26,
				   .colour = BOT_SHAPE_FAINT});
}

static void paint(cairo_t *cr, const void *subject)
{
	const struct bot_plot *plot = subject;

	bot_shape_text(cr, &(struct bot_shape_text){.text = plot->title,
				   .x = BOT_PICTURE_WIDTH / 2.0,
				   .y = 14,
				   .width = RIGHT - LEFT,
				   .height = ROW,
				   .size = 30,
				   .side = BOT_SHAPE_CENTRE,
				   .colour = BOT_SHAPE_FAINT});
	name(cr, plot, EG_BLACK, TOP - ROW - 4);
	areas(cr, plot);
	grid(cr, plot);
	dash(cr, true);
	own_curves(cr, plot, EG_WHITE);
	own_curves(cr, plot, EG_BLACK);
	dash(cr, false);
	turns(cr, plot);
	scores(cr, plot);
	name(cr, plot, EG_WHITE, BOTTOM + 36);
	legend(cr, plot->open, LEFT, false);
	legend(cr, plot->own, BOT_PICTURE_WIDTH / 2.0, true);
}

bool bot_plot_draw(const struct bot_plot *plot, struct bot_picture *picture)
{
	return bot_canvas_draw(paint, plot, picture);
}
