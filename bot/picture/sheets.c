#include "bot/picture/module.h"

#include "bot/picture/canvas.h"
#include "bot/picture/shapes.h"

#define MARGIN 12.0
#define GAP    14.0 /* between two parts of the picture */

/*
 * The sizes of the parts in pixels. A night of up to 8 fencers is legible in a picture that a phone
 * shows 390 pixels wide. A larger night needs a larger picture, which people can zoom.
 */
struct layout {
	int width;
	double title, podium; /* the heights of their rows */
	double line;          /* of a row of a pool, or with a heading */
	double bout;          /* of a row of the tableau: small, a long name has two lines there */
	int font;             /* of these rows */
	double cell, result;  /* the widths of columns of a pool */
	size_t columns;       /* how many pools stand side by side */
};

static const struct layout small = {.width = BOT_PICTURE_WIDTH,
	.title = 46,
	.podium = 42,
	.line = 34,
	.bout = 44,
	.font = 24,
	.cell = 46,
	.result = 66,
	.columns = 1};

/* For a division of a season, which may have one more fencer than a pool. */
static const struct layout division = {.width = BOT_PICTURE_WIDTH,
	.title = 46,
	.podium = 42,
	.line = 34,
	.font = 22,
	.cell = 40,
	.result = 58,
	.columns = 1};

static const struct layout large = {.width = 2 * BOT_PICTURE_WIDTH,
	.title = 60,
	.podium = 48,
	.line = 24,
	.bout = 24,
	.font = 17,
	.cell = 30,
	.result = 44,
	.columns = 3};

/* What `paint` needs. */
struct drawing {
	const struct bot_sheets *sheets;
	const struct layout *layout;
};

static const struct layout *layout_of(const struct bot_sheets *sheets)
{
	if (sheets->rounds == 0 && (sheets->pools > 1 || sheets->pool[0].size > 5))
		return &division;
	return sheets->rounds > 0 && sheets->round[0].bouts > 4 ? &large : &small;
}

static void write(cairo_t *cr, const char *text, double x, double y, double width, double height,
	int size, bool bold, enum bot_shape_side side, enum bot_shape_colour colour)
{
	bot_shape_text(cr, &(struct bot_shape_text){.text = text,
				   .x = x,
				   .y = y,
				   .width = width,
				   .height = height,
				   .size = size,
				   .bold = bold,
				   .side = side,
				   .colour = colour});
}

static void box(
	cairo_t *cr, double x, double y, double width, double height, enum bot_shape_colour colour)
{
	bot_shape_set_colour(cr, colour);
	cairo_rectangle(cr, x + 1, y + 1, width - 2, height - 2);
	cairo_fill(cr);
}

/* A box with a text in its middle. */
static void cell(cairo_t *cr, const char *text, double x, double y, double width, double height,
	int size, bool bold, enum bot_shape_colour ground)
{
	box(cr, x, y, width, height, ground);
	if (text[0])
		write(cr, text, x + width / 2, y, width - 4, height, size, bold, BOT_SHAPE_CENTRE,
			BOT_SHAPE_INK);
}

static void heading(cairo_t *cr, const char *text, double x, double y, double width,
	const struct layout *layout)
{
	write(cr, text, x, y, width, layout->line, layout->font, true, BOT_SHAPE_LEFT,
		BOT_SHAPE_FAINT);
}

/* The podium */

static double draw_podium(cairo_t *cr, const struct drawing *drawing, double y)
{
	const struct bot_sheets *sheets = drawing->sheets;
	const struct layout *layout = drawing->layout;
	double middle = layout->width / 2.0, width = layout->width - 2 * MARGIN;
	int size = (int)(layout->podium * 0.72);

	write(cr, sheets->title, middle, y, width, layout->title, size, false, BOT_SHAPE_CENTRE,
		BOT_SHAPE_FAINT);
	y += layout->title;
	for (size_t i = 0; i < sheets->placed; i++) {
		const struct bot_sheets_place *place = &sheets->place[i];
		double number = layout->podium * 1.2;

		box(cr, MARGIN, y, number, layout->podium, BOT_SHAPE_STRIP);
		box(cr, MARGIN + number, y, width - number, layout->podium,
			i == 0 ? BOT_SHAPE_WHITE : BOT_SHAPE_STRIP);
		write(cr, place->number, MARGIN + number / 2, y, number - 6, layout->podium, size,
			true, BOT_SHAPE_CENTRE, BOT_SHAPE_INK);
		write(cr, place->name, MARGIN + number + 8, y, width - number - 16, layout->podium,
			size, i == 0, BOT_SHAPE_LEFT, BOT_SHAPE_INK);
		y += layout->podium;
	}
	return y + GAP;
}

/* The tableau */

/* Draws the two rows of a bout, of which the first one begins at y. */
static void draw_bout(cairo_t *cr, const struct layout *layout, const struct bot_sheets_bout *bout,
	double x, double y, double width)
{
	double mark = layout->font * 1.9;

	for (size_t i = 0; i < 2; i++) {
		bool won = bout->won[i];
		enum bot_shape_colour ground = won ? BOT_SHAPE_WHITE : BOT_SHAPE_STRIP;

		box(cr, x, y, width - mark, layout->bout, ground);
		if (bout->name[i])
			write(cr, bout->name[i], x + 5, y, width - mark - 10, layout->bout,
				layout->font, won, BOT_SHAPE_LEFT, BOT_SHAPE_INK);
		cell(cr, bout->mark[i], x + width - mark, y, mark, layout->bout, layout->font, won,
			ground);
		y += layout->bout;
	}
}

/* Returns where the bout for the third place begins, below the final, without the heading. */
static double third_top(const struct drawing *drawing)
{
	const struct bot_sheets *sheets = drawing->sheets;

	return ((double)sheets->round[0].bouts + 1) * drawing->layout->bout + GAP +
	       drawing->layout->line;
}

/* Returns the height of the tableau with its headings. */
static double tableau_height(const struct drawing *drawing)
{
	const struct bot_sheets *sheets = drawing->sheets;
	const struct layout *layout = drawing->layout;

	if (sheets->rounds == 0)
		return 0;
	double bouts = 2 * layout->bout * (double)sheets->round[0].bouts;
	double third = sheets->third.title ? third_top(drawing) + 2 * layout->bout : 0;
	return layout->line + (third > bouts ? third : bouts) + GAP;
}

static void draw_round(cairo_t *cr, const struct drawing *drawing, size_t round, double y)
{
	const struct bot_sheets *sheets = drawing->sheets;
	const struct layout *layout = drawing->layout;
	double width = (layout->width - 2 * MARGIN) / (double)sheets->rounds;
	double x = MARGIN + width * (double)round;
	double span = 2 * layout->bout * (double)sheets->round[0].bouts /
		      (double)sheets->round[round].bouts;

	heading(cr, sheets->round[round].title, x + 4, y, width - 8, layout);
	y += layout->line;
	for (size_t i = 0; i < sheets->round[round].bouts; i++)
		draw_bout(cr, layout, &sheets->round[round].bout[i], x + 3,
			y + span * ((double)i + 0.5) - layout->bout, width - 6);
	if (round + 1 < sheets->rounds || !sheets->third.title)
		return;
	y += third_top(drawing);
	heading(cr, sheets->third.title, x + 4, y - layout->line, width - 8, layout);
	draw_bout(cr, layout, &sheets->third.bout, x + 3, y, width - 6);
}

static double draw_tableau(cairo_t *cr, const struct drawing *drawing, double y)
{
	for (size_t round = 0; round < drawing->sheets->rounds; round++)
		draw_round(cr, drawing, round, y);
	return y + tableau_height(drawing);
}

/* The pools */

static void draw_pool_row(cairo_t *cr, const struct drawing *drawing,
	const struct bot_sheets_pool *pool, size_t row, double x, double y, double width)
{
	const struct layout *layout = drawing->layout;
	double name = width - layout->cell * (double)pool->size - 3 * layout->result;

	box(cr, x, y, name, layout->line, BOT_SHAPE_STRIP);
	write(cr, pool->name[row], x + 5, y, name - 10, layout->line, layout->font, false,
		BOT_SHAPE_LEFT, BOT_SHAPE_INK);
	x += name;
	for (size_t i = 0; i < pool->size; i++) {
		cell(cr, pool->cell[row][i], x, y, layout->cell, layout->line, layout->font,
			pool->cell[row][i][0] == 'V', i == row ? BOT_SHAPE_STEEL : BOT_SHAPE_STRIP);
		x += layout->cell;
	}
	for (size_t i = 0; i < 3; i++) {
		cell(cr, pool->result[row][i], x, y, layout->result, layout->line, layout->font,
			i == 2, BOT_SHAPE_STRIP);
		x += layout->result;
	}
}

/* Draws a pool. Returns its height. */
static double draw_pool(cairo_t *cr, const struct drawing *drawing,
	const struct bot_sheets_pool *pool, double x, double y, double width)
{
	const struct layout *layout = drawing->layout;
	double right = x + width - 3 * layout->result;

	heading(cr, pool->title, x + 4, y, width - layout->cell * (double)pool->size, layout);
	for (size_t i = 0; i < pool->size; i++) {
		char number[2] = {(char)('1' + i), '\0'};
		double middle = right - layout->cell * ((double)(pool->size - i) - 0.5);

		write(cr, number, middle, y, layout->cell, layout->line, layout->font, false,
			BOT_SHAPE_CENTRE, BOT_SHAPE_FAINT);
	}
	for (size_t i = 0; i < 3; i++)
		write(cr, drawing->sheets->head[i], right + layout->result * ((double)i + 0.5), y,
			layout->result - 4, layout->line, layout->font, false, BOT_SHAPE_CENTRE,
			BOT_SHAPE_FAINT);
	for (size_t row = 0; row < pool->size; row++)
		draw_pool_row(
			cr, drawing, pool, row, x, y + layout->line * ((double)row + 1), width);
	return layout->line * ((double)pool->size + 1) + GAP;
}

/* Returns the height of all pools. A row is as high as its largest pool. */
static double pools_height(const struct drawing *drawing)
{
	double height = 0;

	for (size_t i = 0; i < drawing->sheets->pools; i += drawing->layout->columns) {
		size_t rows = 0;

		for (size_t j = i; j < drawing->sheets->pools && j < i + drawing->layout->columns;
			j++)
			if (drawing->sheets->pool[j].size > rows)
				rows = drawing->sheets->pool[j].size;
		height += drawing->layout->line * ((double)rows + 1) + GAP;
	}
	return height;
}

static void draw_pools(cairo_t *cr, const struct drawing *drawing, double y)
{
	const struct layout *layout = drawing->layout;
	double width = (layout->width - 2 * MARGIN + GAP) / (double)layout->columns;
	double most = 0;

	for (size_t i = 0; i < drawing->sheets->pools; i++) {
		size_t column = i % layout->columns;

		if (column == 0) {
			y += most;
			most = 0;
		}
		double height = draw_pool(cr, drawing, &drawing->sheets->pool[i],
			MARGIN + width * (double)column, y, width - GAP);
		most = height > most ? height : most;
	}
}

static void paint(cairo_t *cr, const void *subject)
{
	const struct drawing *drawing = subject;
	double y = draw_podium(cr, drawing, MARGIN);

	draw_pools(cr, drawing, draw_tableau(cr, drawing, y));
}

bool bot_sheets_draw(const struct bot_sheets *sheets, struct bot_picture *picture)
{
	const struct drawing drawing = {sheets, layout_of(sheets)};
	const struct layout *layout = drawing.layout;
	double height = 2 * MARGIN + layout->title + layout->podium * (double)sheets->placed + GAP +
			tableau_height(&drawing) + pools_height(&drawing);

	return bot_canvas_draw(layout->width, (int)height, paint, &drawing, picture);
}
