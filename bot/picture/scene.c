#include "bot/picture/scene.h"

#include "bot/picture/shapes.h"

#include <pango/pangocairo.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MARGIN 20.0
#define SPACE  ((BOT_PICTURE_WIDTH - 2 * MARGIN) / EG_SPACES)
#define GROUND 192.0 /* y of the upper edge of the piste */
#define DEPTH  30.0  /* height of the piste */

/* Returns the x of the middle of a space of the piste. */
static double middle(uint8_t space)
{
	return MARGIN + SPACE * (space - 0.5);
}

/* Draws the names, the score between them, and the title. */
static void heading(cairo_t *cr, const struct bot_scene *scene)
{
	const struct eg_match_view *view = scene->view;
	char score[32];
	struct bot_shape_text text = {.width = 300, .y = 14, .lines = 1, .size = 28, .bold = true};

	text.colour = BOT_SHAPE_INK;
	text.x = MARGIN;
	text.text = scene->name[EG_WHITE];
	bot_shape_text(cr, &text);
	text.side = BOT_SHAPE_RIGHT;
	text.x = BOT_PICTURE_WIDTH - MARGIN;
	text.text = scene->name[EG_BLACK];
	bot_shape_text(cr, &text);

	snprintf(score, sizeof(score), "%u : %u", view->score[EG_WHITE], view->score[EG_BLACK]);
	text.side = BOT_SHAPE_CENTRE;
	text.x = BOT_PICTURE_WIDTH / 2.0;
	text.y = 8;
	text.width = 140;
	text.size = 38;
	text.text = score;
	bot_shape_text(cr, &text);

	text.y = 56;
	text.width = 400;
	text.size = 20;
	text.bold = false;
	text.colour = BOT_SHAPE_FAINT;
	text.text = scene->title;
	bot_shape_text(cr, &text);
}

static void piste(cairo_t *cr, const struct eg_view *round)
{
	for (uint8_t space = 1; space <= EG_SPACES; space++) {
		bool white = space == round->space[EG_WHITE];
		bool black = space == round->space[EG_BLACK];
		char number[8];

		cairo_rectangle(cr, middle(space) - SPACE / 2, GROUND, SPACE, DEPTH);
		bot_shape_set_colour(cr, white            ? BOT_SHAPE_WHITE
					 : black          ? BOT_SHAPE_INK
					 : space % 2 == 0 ? BOT_SHAPE_STRIP2
							  : BOT_SHAPE_STRIP);
		cairo_fill(cr);
		snprintf(number, sizeof(number), "%u", space);
		bot_shape_text(cr, &(struct bot_shape_text){.text = number,
					   .x = middle(space),
					   .y = GROUND + 4,
					   .width = SPACE,
					   .lines = 1,
					   .size = 17,
					   .bold = white || black,
					   .side = BOT_SHAPE_CENTRE,
					   .colour = black   ? BOT_SHAPE_WHITE
						     : white ? BOT_SHAPE_INK
							     : BOT_SHAPE_FAINT});
	}
	cairo_rectangle(cr, MARGIN, GROUND, SPACE * EG_SPACES, DEPTH);
	bot_shape_set_colour(cr, BOT_SHAPE_INK);
	cairo_set_line_width(cr, 2);
	cairo_stroke(cr);
}

/* Draws a bracket below the piste from one fencer to the other, and the distance as a number. */
static void distance(cairo_t *cr, const struct eg_view *round)
{
	double left = middle(round->space[EG_WHITE]), right = middle(round->space[EG_BLACK]);
	double y = GROUND + DEPTH + 14;
	char number[8];

	bot_shape_set_colour(cr, BOT_SHAPE_INK);
	cairo_set_line_width(cr, 2);
	cairo_move_to(cr, left, y - 9);
	cairo_line_to(cr, left, y);
	cairo_line_to(cr, right, y);
	cairo_line_to(cr, right, y - 9);
	cairo_stroke(cr);
	snprintf(number, sizeof(number), "%u", round->distance);
	bot_shape_text(cr, &(struct bot_shape_text){.text = number,
				   .x = (left + right) / 2,
				   .y = y,
				   .width = 80,
				   .lines = 1,
				   .size = 28,
				   .bold = true,
				   .side = BOT_SHAPE_CENTRE,
				   .colour = BOT_SHAPE_INK});
}

static void fencers(cairo_t *cr, const struct bot_scene *scene)
{
	const struct eg_view *round = &scene->view->round;

	for (enum eg_seat seat = EG_WHITE; seat <= EG_BLACK; seat++)
		bot_shape_fencer(
			cr, &(struct bot_shape_fencer){.seat = seat,
				    .x = middle(round->space[seat]),
				    .y = GROUND - 5,
				    .to_act = scene->open && round->to_act == seat,
				    .lunges = scene->attacker == seat,
				    .reach = middle(
					    round->space[seat == EG_WHITE ? EG_BLACK : EG_WHITE]),
				    .ran = scene->attacker == seat && round->attack.indirect,
				    .touched = scene->attacker == seat && round->phase == EG_OVER});
}

/*
 * Returns the x of the left edge of the attack's cards, which are `width` wide together. Usually
 * the cards are above the blade. If the fencers are too close to each other for this, the cards are
 * behind the attacker. If there is too little space behind the attacker, the cards are behind the
 * opponent.
 */
static double place_attack(const struct bot_scene *scene, double width)
{
	const struct eg_view *round = &scene->view->round;
	double left = middle(round->space[EG_WHITE]), right = middle(round->space[EG_BLACK]);
	double behind_white = left - 40 - width, behind_black = right + 40;

	if (right - left - 60 >= width)
		return (left + right - width) / 2;
	if (scene->attacker == EG_WHITE)
		return behind_white >= MARGIN ? behind_white : behind_black;
	return behind_black + width <= BOT_PICTURE_WIDTH - MARGIN ? behind_black : behind_white;
}

static void attack(cairo_t *cr, const struct bot_scene *scene)
{
	const struct eg_attack *attack = &scene->view->round.attack;
	double step = BOT_SHAPE_CARD_WIDTH + 3;
	double x = place_attack(scene, step * attack->count);

	if (scene->attacker == EG_NOBODY)
		return;
	for (uint8_t i = 0; i < attack->count; i++)
		bot_shape_card(cr, x + step * i, GROUND - 110, attack->card, true);
}

/*
 * Draws the draw pile, the last card, and the words that say whose turn it is or how the round
 * ended.
 */
static void footer(cairo_t *cr, const struct bot_scene *scene)
{
	const struct eg_view *round = &scene->view->round;
	double y = BOT_PICTURE_HEIGHT - BOT_SHAPE_CARD_HEIGHT - 8;
	struct bot_shape_text text = {
		.y = y + 14, .width = 70, .lines = 1, .size = 18, .colour = BOT_SHAPE_FAINT};

	bot_shape_card(cr, MARGIN, y, round->pile, false);
	text.x = MARGIN + BOT_SHAPE_CARD_WIDTH + 6;
	text.text = scene->pile;
	bot_shape_text(cr, &text);
	bot_shape_card(cr, MARGIN + 120, y, round->last_card, true);
	text.x = MARGIN + 120 + BOT_SHAPE_CARD_WIDTH + 6;
	text.text = scene->last;
	bot_shape_text(cr, &text);
	bot_shape_text(cr, &(struct bot_shape_text){.text = scene->standing,
				   .x = BOT_PICTURE_WIDTH - MARGIN,
				   .y = y - 20,
				   .width = 520,
				   .lines = 3,
				   .size = 20,
				   .bold = true,
				   .side = BOT_SHAPE_RIGHT,
				   .colour = BOT_SHAPE_INK});
}

static cairo_status_t write_png(void *self, const unsigned char *data, unsigned length)
{
	struct bot_picture *picture = self;
	unsigned char *more = realloc(picture->data, picture->size + length);

	if (!more)
		return CAIRO_STATUS_NO_MEMORY;
	memcpy(more + picture->size, data, length);
	picture->data = more;
	picture->size += length;
	return CAIRO_STATUS_SUCCESS;
}

bool bot_scene_draw(const struct bot_scene *scene, struct bot_picture *picture)
{
	struct bot_picture made = {0};
	/*
	 * If one of the functions below fails, the surface or the context remembers the error.
	 * cairo_status returns it at the end.
	 */
	cairo_surface_t *surface = cairo_image_surface_create(
		CAIRO_FORMAT_RGB24, BOT_PICTURE_WIDTH, BOT_PICTURE_HEIGHT);
	cairo_t *cr = cairo_create(surface);

	bot_shape_set_colour(cr, BOT_SHAPE_PAPER);
	cairo_paint(cr);
	heading(cr, scene);
	piste(cr, &scene->view->round);
	distance(cr, &scene->view->round);
	fencers(cr, scene);
	attack(cr, scene);
	footer(cr, scene);
	bool drawn = cairo_status(cr) == CAIRO_STATUS_SUCCESS &&
		     cairo_surface_write_to_png_stream(surface, write_png, &made) ==
			     CAIRO_STATUS_SUCCESS;
	cairo_destroy(cr);
	cairo_surface_destroy(surface);
	pango_cairo_font_map_set_default(NULL); /* frees Pango's fonts */
	if (!drawn) {
		free(made.data);
		return false;
	}
	*picture = made;
	return true;
}
