#include "bot/picture/module.h"

#include "bot/picture/canvas.h"
#include "bot/picture/shapes.h"
#include "bot/text/analysis.h"

#include <stdio.h>

/*
 * The area below the curve is White's, and the area above it is Black's: the more of the plot has a
 * player's colour, the better for the player. So the plot needs no axis with numbers, and suits
 * light and dark clients. Some clients crop a picture to a square on a phone, so everything is in
 * the middle square.
 */
#define LEFT   ((BOT_PICTURE_WIDTH - BOT_PICTURE_HEIGHT) / 2.0 + 8)
#define RIGHT  (BOT_PICTURE_WIDTH - LEFT)
#define TOP    104.0
#define BOTTOM 364.0
#define ROW    40.0 /* the height of a row of text */
#define SAMPLE 44.0 /* the width of what the legend shows of a curve or of the areas */
#define LEGEND (BOT_PICTURE_HEIGHT - ROW / 2 - 8) /* the middle of the last row of the legend */
#define SCORE  52.0                               /* the width of the score of a round */
#define GAP    4.0                                /* between two scores, at least */

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

static void draw_areas(cairo_t *cr, const struct bot_plot *plot)
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

/* Sets the line of a player's own curve: long dashes for White, and short ones for Black. */
static void set_dash(cairo_t *cr, enum eg_seat seat)
{
	static const double patterns[2][2] = {[EG_WHITE] = {14, 5}, [EG_BLACK] = {4, 5}};

	cairo_set_dash(cr, patterns[seat], 2, 0);
	cairo_set_line_width(cr, 3);
	bot_shape_set_colour(cr, BOT_SHAPE_PLOT);
}

/* Draws a curve for each round: White's chance as the player of the seat could know it. */
static void draw_own_curves(cairo_t *cr, const struct bot_plot *plot, enum eg_seat seat)
{
	const struct eg_analysis *analysis = plot->analysis;

	set_dash(cr, seat);
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
	cairo_set_dash(cr, NULL, 0, 0);
}

/* Draws a piece of a player's own curve as an example. */
static void draw_sample(cairo_t *cr, enum eg_seat seat, double x, double y)
{
	set_dash(cr, seat);
	cairo_move_to(cr, x, y);
	cairo_line_to(cr, x + SAMPLE, y);
	cairo_stroke(cr);
	cairo_set_dash(cr, NULL, 0, 0);
}

/* Returns the x between a round and the round before it. */
static double border(const struct bot_plot *plot, size_t round)
{
	return x_of(plot, round, 0) - (x_of(plot, round, 1) - x_of(plot, round, 0)) / 2;
}

/* Returns the number of rounds from one score below the plot to the next. */
static size_t score_step(const struct bot_plot *plot)
{
	static const size_t steps[] = {1, 2, 5, 10};
	const size_t most = (size_t)((RIGHT - LEFT) / (SCORE + GAP));
	size_t i = 0;

	while (i + 1 < sizeof(steps) / sizeof(steps[0]) &&
		plot->analysis->round_count / steps[i] > most)
		i++;
	return steps[i];
}

/* Draws a line at equal chances, and one between two rounds. In a long match, leaves most out. */
static void draw_grid(cairo_t *cr, const struct bot_plot *plot)
{
	size_t step = score_step(plot);

	bot_shape_set_colour(cr, BOT_SHAPE_GROUND);
	cairo_set_line_width(cr, 2);
	cairo_move_to(cr, LEFT, (TOP + BOTTOM) / 2);
	cairo_line_to(cr, RIGHT, (TOP + BOTTOM) / 2);
	for (size_t i = step; i < plot->analysis->round_count; i += step) {
		cairo_move_to(cr, border(plot, i), TOP);
		cairo_line_to(cr, border(plot, i), BOTTOM);
	}
	cairo_stroke(cr);
}

/* Marks where the chances changed most. A change by a draw shows after the action before it. */
static void mark_turns(cairo_t *cr, const struct bot_plot *plot)
{
	const struct eg_analysis *analysis = plot->analysis;

	for (size_t i = 0; i < analysis->turn_count && i < BOT_TURNS_SHOWN; i++) {
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

/* Writes the score after a round, with its middle at x. */
static void write_score(cairo_t *cr, const struct eg_analysis *analysis, size_t round, double x)
{
	const uint8_t *score = round + 1U < analysis->round_count
				       ? analysis->rounds[round + 1].score
				       : analysis->score;
	char text[16];

	snprintf(text, sizeof(text), "%u:%u", score[EG_WHITE], score[EG_BLACK]);
	bot_shape_text(cr, &(struct bot_shape_text){.text = text,
				   .x = x,
				   .y = BOTTOM + 2,
				   .width = SCORE,
				   .height = 32,
				   /* "10:12" fits, too */
				   .size = analysis->round_count > 9 ? 18 : 26,
				   .bold = true,
				   .side = BOT_SHAPE_CENTRE,
				   .colour = BOT_SHAPE_INK});
}

/*
 * Writes the score after each round below it. In a long match, writes only some of the scores, at
 * the line after their round. Leaves a score out if there is no room.
 */
static void write_scores(cairo_t *cr, const struct bot_plot *plot)
{
	const struct eg_analysis *analysis = plot->analysis;
	size_t step = score_step(plot);
	double taken = 0; /* the row has text up to this x */

	for (size_t i = step - 1; i < analysis->round_count; i += step) {
		double end = i + 1U < analysis->round_count ? border(plot, i + 1) : RIGHT;
		double x =
			step > 1
				? end
				: (x_of(plot, i, 0) + x_of(plot, i, analysis->rounds[i].count)) / 2;

		if (x > RIGHT - SCORE / 2)
			x = RIGHT - SCORE / 2;
		if (x - SCORE / 2 < taken)
			continue;
		write_score(cr, analysis, i, x);
		taken = x + SCORE / 2 + GAP;
	}
}

/* Writes a player's name and shows their dashes, next to the side of the plot that is theirs. */
static void write_name(cairo_t *cr, const struct bot_plot *plot, enum eg_seat seat, double y)
{
	bot_shape_disc(cr, seat, LEFT + 14, y + ROW / 2);
	draw_sample(cr, seat, RIGHT - SAMPLE, y + ROW / 2);
	bot_shape_text(cr, &(struct bot_shape_text){.text = plot->name[seat],
				   .x = LEFT + 36,
				   .y = y,
				   .width = RIGHT - SAMPLE - 10 - LEFT - 36,
				   .height = ROW,
				   .size = 30,
				   .bold = true,
				   .colour = BOT_SHAPE_INK});
}

/* Writes what the sample in the middle of a row at y means. */
static void write_meaning(cairo_t *cr, const char *text, double y)
{
	bot_shape_text(cr, &(struct bot_shape_text){.text = text,
				   .x = LEFT + SAMPLE + 10,
				   .y = y - ROW / 2,
				   .width = RIGHT - LEFT - SAMPLE - 10,
				   .height = ROW,
				   .size = 26,
				   .colour = BOT_SHAPE_FAINT});
}

/* Writes what the areas mean. */
static void write_open_legend(cairo_t *cr, const char *text)
{
	const double y = LEGEND - ROW;

	bot_shape_set_colour(cr, BOT_SHAPE_INK);
	cairo_rectangle(cr, LEFT, y - 12, SAMPLE, 12);
	cairo_fill(cr);
	bot_shape_set_colour(cr, BOT_SHAPE_WHITE);
	cairo_rectangle(cr, LEFT, y, SAMPLE, 12);
	cairo_fill(cr);
	write_meaning(cr, text, y);
}

/* Writes what the dashed curves mean. */
static void write_own_legend(cairo_t *cr, const char *text)
{
	draw_sample(cr, EG_BLACK, LEFT, LEGEND - 6);
	draw_sample(cr, EG_WHITE, LEFT, LEGEND + 6);
	write_meaning(cr, text, LEGEND);
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
	write_name(cr, plot, EG_BLACK, TOP - ROW - 4);
	draw_areas(cr, plot);
	draw_grid(cr, plot);
	draw_own_curves(cr, plot, EG_WHITE);
	draw_own_curves(cr, plot, EG_BLACK);
	mark_turns(cr, plot);
	write_scores(cr, plot);
	write_name(cr, plot, EG_WHITE, BOTTOM + 36);
	write_open_legend(cr, plot->open);
	write_own_legend(cr, plot->own);
}

bool bot_plot_draw(const struct bot_plot *plot, struct bot_picture *picture)
{
	return bot_canvas_draw(BOT_PICTURE_WIDTH, BOT_PICTURE_HEIGHT, paint, plot, picture);
}
