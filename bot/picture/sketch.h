/*
 * What a picture of the board is drawn with. Positions and sizes are in pixels, from the upper left
 * corner; what is drawn stays in the state of the context that was given.
 */
#ifndef BOT_SKETCH_H
#define BOT_SKETCH_H

#include "engine/engarde.h"

#include <cairo.h>

/* The colours; a background of its own keeps the picture legible on light and dark screens. */
enum bot_sketch_ink {
	BOT_SKETCH_PAPER,
	BOT_SKETCH_INK,
	BOT_SKETCH_FAINT, /* what matters less */
	BOT_SKETCH_WHITE,
	BOT_SKETCH_STRIP, /* spaces, by turns with */
	BOT_SKETCH_STRIP2,
	BOT_SKETCH_STEEL, /* blades in rest */
	BOT_SKETCH_RED,   /* an attack */
	BOT_SKETCH_INKS
};

void bot_sketch_ink(cairo_t *cr, enum bot_sketch_ink ink);

/* Where a text stands about its position. */
enum bot_sketch_side { BOT_SKETCH_LEFT, BOT_SKETCH_CENTRE, BOT_SKETCH_RIGHT };

struct bot_sketch_text {
	const char *text; /* of strangers, too: any valid UTF-8, no markup */
	double x, y;      /* the upper end of its left side, its middle, or its right side */
	double width;     /* what does not fit ends in an ellipsis */
	int lines;        /* it may be broken into */
	int size;         /* height of the type */
	bool bold;
	enum bot_sketch_side side;
	enum bot_sketch_ink ink;
};

void bot_sketch_text(cairo_t *cr, const struct bot_sketch_text *text);

/* A card's face with its value, or its back with a number (0: an empty place); 34 by 46. */
#define BOT_SKETCH_CARD_WIDTH  34.0
#define BOT_SKETCH_CARD_HEIGHT 46.0
void bot_sketch_card(cairo_t *cr, double x, double y, unsigned number, bool face);

/* A fencer, about 90 high. */
struct bot_sketch_fencer {
	enum eg_seat seat; /* White looks to the right, Black to the left */
	double x, y;       /* between the feet */
	bool to_act;
	bool lunges;  /* the blade reaches the other, */
	double reach; /* who stands at this x */
	bool ran;     /* after an advance */
	bool touched; /* the blade has hit */
};

void bot_sketch_fencer(cairo_t *cr, const struct bot_sketch_fencer *fencer);

#endif
