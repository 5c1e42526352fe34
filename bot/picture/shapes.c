#include "bot/picture/shapes.h"

#include <math.h>
#include <pango/pangocairo.h>
#include <stdio.h>

#define PI 3.14159265358979323846

/*
 * The boxes of the texts have the right sizes for this font. The machine chooses a font only for
 * letters that this font lacks, and if this font is not installed.
 */
#define FONT "DejaVu Sans, sans-serif"

#define SMALLEST 4   /* the smallest font, in pixels; the longest label fits into its box with it */
#define SENTENCE 450 /* pixels of a box for a sentence; smaller ones are for a word */
#define SCALE    1.25 /* of the fencers: the coordinates below are for a scale of 1 */

uint32_t bot_shape_rgb(enum bot_shape_colour colour)
{
	static const uint32_t colours[BOT_SHAPE_COLOURS] = {
		[BOT_SHAPE_GROUND] = 0xB9BEC6,
		[BOT_SHAPE_INK] = 0x14181E,
		[BOT_SHAPE_FAINT] = 0x3C434D,
		[BOT_SHAPE_WHITE] = 0xFFFFFF,
		[BOT_SHAPE_STRIP] = 0xDADDE1,
		[BOT_SHAPE_STRIP2] = 0xC9CDD3,
		[BOT_SHAPE_STEEL] = 0x4A5563,
		[BOT_SHAPE_RED] = 0xA3140F,
		[BOT_SHAPE_PLOT] = 0x3D7EC4,
	};

	return colours[colour];
}

void bot_shape_set_colour(cairo_t *cr, enum bot_shape_colour colour)
{
	uint32_t rgb = bot_shape_rgb(colour);

	cairo_set_source_rgb(
		cr, (rgb >> 16) / 255.0, (rgb >> 8 & 0xFF) / 255.0, (rgb & 0xFF) / 255.0);
}

/*
 * Sets a font with which the layout fits into the box, and which is nearly as large as possible.
 * Returns the layout's height.
 */
static int fit(PangoLayout *layout, const struct bot_shape_text *text)
{
	PangoFontDescription *font = pango_font_description_new();
	int width, height, size = text->size;

	pango_font_description_set_family_static(font, FONT);
	pango_font_description_set_weight(
		font, text->bold ? PANGO_WEIGHT_BOLD : PANGO_WEIGHT_NORMAL);
	for (;;) {
		pango_font_description_set_absolute_size(font, (double)size * PANGO_SCALE);
		pango_layout_set_font_description(layout, font);
		pango_layout_get_pixel_size(layout, &width, &height);
		if ((width <= text->width && height <= text->height) || size <= SMALLEST)
			break;
		size -= height > 2 * text->height ? (size - SMALLEST + 3) / 4 : 1;
	}
	pango_font_description_free(font);
	return height;
}

/*
 * A text whose letters no font has would be a row of boxes. Says so instead. Returns the layout's
 * height.
 */
static int fit_or_say_no_font(PangoLayout *layout, const struct bot_shape_text *text)
{
	int height = fit(layout, text);

	if (pango_layout_get_unknown_glyphs_count(layout) == 0)
		return height;
	pango_layout_set_text(
		layout, text->width < SENTENCE ? "no font" : "No font here has these letters.", -1);
	return fit(layout, text);
}

void bot_shape_text(cairo_t *cr, const struct bot_shape_text *text)
{
	static const PangoAlignment alignments[] = {[BOT_SHAPE_LEFT] = PANGO_ALIGN_LEFT,
		[BOT_SHAPE_CENTRE] = PANGO_ALIGN_CENTER,
		[BOT_SHAPE_RIGHT] = PANGO_ALIGN_RIGHT};
	static const double before[] = {
		[BOT_SHAPE_LEFT] = 0, [BOT_SHAPE_CENTRE] = 0.5, [BOT_SHAPE_RIGHT] = 1};
	PangoLayout *layout = pango_cairo_create_layout(cr);

	pango_layout_set_width(layout, (int)(text->width * PANGO_SCALE));
	pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR);
	pango_layout_set_alignment(layout, alignments[text->side]);
	/*
	 * Keeps the order of the words in the sentence, even if the sentence contains a name in a
	 * script that is written from right to left.
	 */
	pango_context_set_base_dir(pango_layout_get_context(layout), PANGO_DIRECTION_LTR);
	pango_layout_set_auto_dir(layout, FALSE);
	pango_layout_set_text(layout, text->text, -1);
	int height = fit_or_say_no_font(layout, text);
	bot_shape_set_colour(cr, text->colour);
	cairo_move_to(cr, text->x - before[text->side] * text->width,
		text->y + (text->height - height) / 2);
	pango_cairo_show_layout(cr, layout);
	g_object_unref(layout);
}

static void box(cairo_t *cr, double x, double y, double width, double height, double radius)
{
	cairo_new_sub_path(cr);
	cairo_arc(cr, x + width - radius, y + radius, radius, -(PI / 2), 0);
	cairo_arc(cr, x + width - radius, y + height - radius, radius, 0, (PI / 2));
	cairo_arc(cr, x + radius, y + height - radius, radius, (PI / 2), PI);
	cairo_arc(cr, x + radius, y + radius, radius, PI, 3 * (PI / 2));
	cairo_close_path(cr);
}

void bot_shape_disc(cairo_t *cr, enum eg_seat seat, double x, double y)
{
	cairo_new_sub_path(cr);
	cairo_arc(cr, x, y, 12, 0, 7);
	bot_shape_set_colour(cr, seat == EG_WHITE ? BOT_SHAPE_WHITE : BOT_SHAPE_INK);
	cairo_fill_preserve(cr);
	bot_shape_set_colour(cr, BOT_SHAPE_INK);
	cairo_set_line_width(cr, 3);
	cairo_stroke(cr);
}

void bot_shape_card(cairo_t *cr, double x, double y, unsigned number, bool face)
{
	char digits[16] = "";

	box(cr, x + 1, y + 1, BOT_SHAPE_CARD_WIDTH - 2, BOT_SHAPE_CARD_HEIGHT - 2, 6);
	bot_shape_set_colour(cr, number == 0 ? BOT_SHAPE_GROUND
				 : face      ? BOT_SHAPE_WHITE
					     : BOT_SHAPE_STEEL);
	cairo_fill_preserve(cr);
	bot_shape_set_colour(cr, number == 0 ? BOT_SHAPE_FAINT : BOT_SHAPE_INK);
	cairo_set_line_width(cr, 2);
	cairo_stroke(cr);
	if (number > 0 || !face)
		snprintf(digits, sizeof(digits), "%u", number);
	bot_shape_text(
		cr, &(struct bot_shape_text){.text = digits,
			    .x = x + BOT_SHAPE_CARD_WIDTH / 2,
			    .y = y,
			    .width = BOT_SHAPE_CARD_WIDTH,
			    .height = BOT_SHAPE_CARD_HEIGHT,
			    .size = face ? 34 : 28,
			    .bold = true,
			    .side = BOT_SHAPE_CENTRE,
			    .colour = face || number == 0 ? BOT_SHAPE_INK : BOT_SHAPE_WHITE});
}

/*
 * The coordinates below are for a fencer who looks to the right, with the point between the feet at
 * (0, 0).
 */

struct point {
	double x, y;
};

static void line(cairo_t *cr, const struct point *points, size_t count)
{
	cairo_move_to(cr, points[0].x, points[0].y);
	for (size_t i = 1; i < count; i++)
		cairo_line_to(cr, points[i].x, points[i].y);
}

#define LINE(cr, ...)                                                                              \
	line(cr, (const struct point[]){__VA_ARGS__},                                              \
		sizeof((const struct point[]){__VA_ARGS__}) / sizeof(struct point))

static void limbs(cairo_t *cr, bool lunges)
{
	LINE(cr, {0, -60}, {-3, -36});
	if (lunges) {
		LINE(cr, {-3, -36}, {13, -24}, {15, 0});
		LINE(cr, {-3, -36}, {-15, -17}, {-25, 0});
		LINE(cr, {0, -56}, {20, -56});
		LINE(cr, {0, -56}, {-12, -48}, {-20, -40});
		return;
	}
	LINE(cr, {-3, -36}, {9, -20}, {8, 0});
	LINE(cr, {-3, -36}, {-11, -18}, {-12, 0});
	LINE(cr, {0, -56}, {8, -44}, {16, -46});
	LINE(cr, {0, -56}, {-11, -58}, {-14, -70});
}

static void figure(cairo_t *cr, double width, bool lunges)
{
	cairo_set_line_width(cr, width);
	limbs(cr, lunges);
	cairo_stroke(cr);
	cairo_arc(cr, 1, -73, 6.5 + width / 2, 0, 2 * PI);
	cairo_fill(cr);
}

static void star(cairo_t *cr, double x, double y)
{
	for (int i = 0; i < 16; i++) {
		double radius = i % 2 ? 6 : 17;

		cairo_line_to(cr, x + radius * cos(i * PI / 8), y + radius * sin(i * PI / 8));
	}
	cairo_close_path(cr);
	cairo_fill(cr);
}

static void blade(cairo_t *cr, const struct bot_shape_fencer *fencer)
{
	double reach = fabs(fencer->reach - fencer->x) / SCALE - (fencer->touched ? 3 : 15);

	bot_shape_set_colour(cr, fencer->lunges ? BOT_SHAPE_RED : BOT_SHAPE_STEEL);
	cairo_set_line_width(cr, 4);
	if (fencer->lunges)
		LINE(cr, {20, -56}, {reach, -52});
	else
		LINE(cr, {16, -46}, {27, -74});
	cairo_stroke(cr);
	if (fencer->touched)
		star(cr, reach, -52);
}

/* Draws the lines that show that a fencer advanced before the attack. */
static void traces(cairo_t *cr)
{
	bot_shape_set_colour(cr, BOT_SHAPE_RED);
	cairo_set_line_width(cr, 3);
	for (int i = 0; i < 3; i++)
		LINE(cr, {-30 - 3 * (i % 2), -24.0 - 16 * i}, {-48 + 5 * (i % 2), -24.0 - 16 * i});
	cairo_stroke(cr);
}

static void mark(cairo_t *cr)
{
	bot_shape_set_colour(cr, BOT_SHAPE_RED);
	LINE(cr, {-8, -105}, {10, -105}, {1, -91});
	cairo_close_path(cr);
	cairo_fill(cr);
}

void bot_shape_fencer(cairo_t *cr, const struct bot_shape_fencer *fencer)
{
	cairo_save(cr);
	cairo_translate(cr, fencer->x, fencer->y);
	cairo_scale(cr, fencer->seat == EG_BLACK ? -SCALE : SCALE, SCALE);
	cairo_set_line_cap(cr, CAIRO_LINE_CAP_ROUND);
	cairo_set_line_join(cr, CAIRO_LINE_JOIN_ROUND);
	bot_shape_set_colour(cr, BOT_SHAPE_INK);
	figure(cr, 9, fencer->lunges);
	if (fencer->seat == EG_WHITE) {
		bot_shape_set_colour(cr, BOT_SHAPE_WHITE);
		figure(cr, 5, fencer->lunges);
	}
	blade(cr, fencer);
	if (fencer->ran)
		traces(cr);
	if (fencer->marked)
		mark(cr);
	cairo_restore(cr);
}
