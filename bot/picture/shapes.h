/*
 * The shapes in a picture of the board: text, cards and fencers. Sizes are in pixels. Positions are
 * in pixels from the upper left corner. These functions return no error, because the cairo context
 * remembers an error. The caller checks cairo_status at the end.
 */
#ifndef BOT_SHAPES_H
#define BOT_SHAPES_H

#include "engine/engarde.h"

#include <cairo.h>

/* A picture has its own background, so that people can read it on light and on dark screens. */
enum bot_shape_colour {
	BOT_SHAPE_PAPER, /* the background */
	BOT_SHAPE_INK,
	BOT_SHAPE_FAINT, /* the colour of less important text and lines */
	BOT_SHAPE_WHITE,
	BOT_SHAPE_STRIP,  /* the spaces of the piste with odd numbers */
	BOT_SHAPE_STRIP2, /* the spaces of the piste with even numbers */
	BOT_SHAPE_STEEL,  /* blades that do not attack, and backs of cards */
	BOT_SHAPE_RED,    /* an attack */
	BOT_SHAPE_COLOURS
};

/* Sets the colour of the shapes that the caller draws next. */
void bot_shape_set_colour(cairo_t *cr, enum bot_shape_colour colour);

/* Which side of a text is at the field `x` of struct bot_shape_text. */
enum bot_shape_side { BOT_SHAPE_LEFT, BOT_SHAPE_CENTRE, BOT_SHAPE_RIGHT };

struct bot_shape_text {
	const char *text; /* any valid UTF-8, which may come from a stranger; not read as markup */
	double x, y;      /* x of the text's `side`, y of the text's upper edge */
	double width; /* the width of each line; a text that does not fit into the lines ends in an
			 ellipsis */
	int lines;    /* the most lines into which the text may be broken */
	int size;     /* the font size in pixels */
	bool bold;
	enum bot_shape_side side;
	enum bot_shape_colour colour;
};

void bot_shape_text(cairo_t *cr, const struct bot_shape_text *text);

/*
 * Draws a card with its upper left corner at x, y. If `face` is true, draws the face of a card with
 * the value `number`, or an empty place if `number` is 0. If `face` is false, draws the back of a
 * card with `number` on it.
 */
#define BOT_SHAPE_CARD_WIDTH  34.0
#define BOT_SHAPE_CARD_HEIGHT 46.0
void bot_shape_card(cairo_t *cr, double x, double y, unsigned number, bool face);

/* A fencer, about 90 pixels high. */
struct bot_shape_fencer {
	enum eg_seat seat; /* White looks to the right, Black to the left */
	double x, y;       /* the point between the feet */
	bool to_act;
	bool lunges;  /* the fencer attacks: the blade points at the opponent */
	double reach; /* x of the opponent */
	bool ran;     /* the fencer advanced before the attack */
	bool touched; /* the blade has hit the opponent */
};

void bot_shape_fencer(cairo_t *cr, const struct bot_shape_fencer *fencer);

#endif
