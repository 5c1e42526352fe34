/*
 * The shapes of which a picture of the board consists: text, cards and fencers. Positions and sizes
 * are in pixels from the upper left corner. These functions return no error, because a cairo
 * context remembers it: the caller checks cairo_status at the end.
 */
#ifndef BOT_PICTURE_SHAPES_H
#define BOT_PICTURE_SHAPES_H

#include "engine/engarde.h"

#include <cairo.h>

/*
 * The background of a picture is a grey that does not glare on a dark screen, and that people can
 * still see on a light screen. Each fencer has an outline or a colour that stands out from it.
 */
enum bot_shape_colour {
	BOT_SHAPE_GROUND, /* the background */
	BOT_SHAPE_INK,
	BOT_SHAPE_FAINT, /* for text and lines that are less important */
	BOT_SHAPE_WHITE,
	BOT_SHAPE_STRIP,  /* the spaces of the piste with odd numbers */
	BOT_SHAPE_STRIP2, /* the spaces of the piste with even numbers */
	BOT_SHAPE_STEEL,  /* blades that do not attack, and backs of cards */
	BOT_SHAPE_RED,    /* an attack, and the mark of the player who is to act */
	BOT_SHAPE_PLOT,   /* a line that stands out from white and from ink */
	BOT_SHAPE_COLOURS
};

/* Returns a colour as 0xRRGGBB. */
uint32_t bot_shape_rgb(enum bot_shape_colour colour);

/* Sets the colour of the next drawing. */
void bot_shape_set_colour(cairo_t *cr, enum bot_shape_colour colour);

/* The side of a text that is at its x. */
enum bot_shape_side { BOT_SHAPE_LEFT, BOT_SHAPE_CENTRE, BOT_SHAPE_RIGHT };

/* A text in a box. */
struct bot_shape_text {
	const char *text;     /* any valid UTF-8 without markup; it may come from a stranger */
	double x, y;          /* x of the box's `side`, y of the box's upper edge */
	double width, height; /* of the box */
	int size;             /* of the font, in pixels */
	bool bold;
	enum bot_shape_side side;
	enum bot_shape_colour colour;
};

/*
 * Draws a text in the middle of its box's height. If the text is too long for the box, it gets more
 * lines or a smaller font: the text is never cut. If no font of the machine has its letters, draws
 * a sentence that says so.
 */
void bot_shape_text(cairo_t *cr, const struct bot_shape_text *text);

/* Draws a disc in the colour of a fencer, with its centre at x, y. */
void bot_shape_disc(cairo_t *cr, enum eg_seat seat, double x, double y);

/*
 * Draws a card with its upper left corner at x, y. If `face` is true, shows the face of a card with
 * the value `number`, or an empty place if `number` is 0. If `face` is false, shows the back of a
 * card with `number` on it.
 */
#define BOT_SHAPE_CARD_WIDTH  36.0
#define BOT_SHAPE_CARD_HEIGHT 46.0
void bot_shape_card(cairo_t *cr, double x, double y, unsigned number, bool face);

/* A fencer, about 110 pixels high. */
struct bot_shape_fencer {
	enum eg_seat seat; /* White looks to the right, Black to the left */
	double x, y;       /* the point between the feet */
	bool marked;       /* a mark above the head shows that this player is to act */
	bool lunges;       /* the fencer attacks: the blade points at the opponent */
	double reach;      /* x of the opponent */
	bool ran;          /* the fencer advanced before the attack */
	bool touched;      /* the blade has hit the opponent */
};

void bot_shape_fencer(cairo_t *cr, const struct bot_shape_fencer *fencer);

#endif
