#include "bot/picture/module.h"

#include "bot/picture/canvas.h"
#include "bot/picture/shapes.h"

#include <stdio.h>

/*
 * As a thumbnail, clients crop a picture to a square or to 16:9; on a phone, some crop it to a
 * square in the chat, too. Neither crop cuts off the area between LEFT and RIGHT and between TOP
 * and BOTTOM, so this area has everything that people need. MARGIN keeps a fencer on the first or
 * last space whole. Outside this area are only texts that are also in the message of the picture. A
 * phone may show the picture 300 pixels wide, so no text of ordinary length is smaller than 26
 * pixels.
 */
#define MARGIN 24.0
#define LEFT   ((BOT_PICTURE_WIDTH - BOT_PICTURE_HEIGHT) / 2.0 + MARGIN)
#define RIGHT  (BOT_PICTURE_WIDTH - LEFT)
#define TOP    ((BOT_PICTURE_HEIGHT - BOT_PICTURE_WIDTH * 9 / 16.0) / 2)
#define BOTTOM (BOT_PICTURE_HEIGHT - TOP)
#define MIDDLE (BOT_PICTURE_WIDTH / 2.0)

#define SPACE  ((RIGHT - LEFT) / EG_SPACES)
#define GROUND 328.0 /* y of the upper edge of the piste */
#define DEPTH  22.0  /* height of the piste */
#define ROW    50.0  /* height of a row with a player's name and score */

/* Returns the x of the middle of a space of the piste. */
static double middle(uint8_t space)
{
	return LEFT + SPACE * (space - 0.5);
}

/* Draws a red arrow that points at the name of the player who is to act. */
static void arrow(cairo_t *cr, double x, double y)
{
	bot_shape_set_colour(cr, BOT_SHAPE_RED);
	cairo_move_to(cr, x, y - 13);
	cairo_line_to(cr, x + 20, y);
	cairo_line_to(cr, x, y + 13);
	cairo_close_path(cr);
	cairo_fill(cr);
}

/* Draws the row with the name and the score of a player. */
static void row(cairo_t *cr, const struct bot_scene *scene, enum eg_seat seat)
{
	double y = TOP + 2 + (seat == EG_WHITE ? 0 : ROW);
	char score[8];

	if (scene->open && scene->view->round.to_act == seat)
		arrow(cr, LEFT, y + ROW / 2);
	bot_shape_disc(cr, seat, LEFT + 40, y + ROW / 2);
	bot_shape_text(cr, &(struct bot_shape_text){.text = scene->name[seat],
				   .x = LEFT + 62,
				   .y = y,
				   .width = RIGHT - LEFT - 62 - 70,
				   .height = ROW,
				   .size = 34,
				   .bold = true,
				   .colour = BOT_SHAPE_INK});
	snprintf(score, sizeof(score), "%u", scene->view->score[seat]);
	bot_shape_text(cr, &(struct bot_shape_text){.text = score,
				   .x = RIGHT,
				   .y = y,
				   .width = 66,
				   .height = ROW,
				   .size = 44,
				   .bold = true,
				   .side = BOT_SHAPE_RIGHT,
				   .colour = BOT_SHAPE_INK});
}

/* Draws the title, and the names with the score. */
static void heading(cairo_t *cr, const struct bot_scene *scene)
{
	bot_shape_text(cr, &(struct bot_shape_text){.text = scene->title,
				   .x = MIDDLE,
				   .y = 16,
				   .width = BOT_PICTURE_HEIGHT - 8,
				   .height = TOP - 20,
				   .size = 30,
				   .side = BOT_SHAPE_CENTRE,
				   .colour = BOT_SHAPE_FAINT});
	row(cr, scene, EG_WHITE);
	row(cr, scene, EG_BLACK);
}

/*
 * Draws the number of the space on which a fencer stands, below the piste. The numbers stand apart
 * even if the fencers stand next to each other.
 */
static void space_number(cairo_t *cr, const struct eg_view *round, enum eg_seat seat)
{
	double x = middle(round->space[seat]);
	char number[8];

	snprintf(number, sizeof(number), "%u", round->space[seat]);
	bot_shape_text(cr, &(struct bot_shape_text){.text = number,
				   .x = seat == EG_WHITE ? x + 9 : x - 9,
				   .y = GROUND + DEPTH + 2,
				   .width = 60,
				   .height = 34,
				   .size = 28,
				   .bold = true,
				   .side = seat == EG_WHITE ? BOT_SHAPE_RIGHT : BOT_SHAPE_LEFT,
				   .colour = BOT_SHAPE_INK});
}

static void piste(cairo_t *cr, const struct eg_view *round)
{
	for (uint8_t space = 1; space <= EG_SPACES; space++) {
		cairo_rectangle(cr, middle(space) - SPACE / 2, GROUND, SPACE, DEPTH);
		bot_shape_set_colour(cr, space == round->space[EG_WHITE]   ? BOT_SHAPE_WHITE
					 : space == round->space[EG_BLACK] ? BOT_SHAPE_INK
					 : space % 2 == 0                  ? BOT_SHAPE_STRIP2
									   : BOT_SHAPE_STRIP);
		cairo_fill(cr);
	}
	cairo_rectangle(cr, LEFT, GROUND, SPACE * EG_SPACES, DEPTH);
	bot_shape_set_colour(cr, BOT_SHAPE_INK);
	cairo_set_line_width(cr, 2);
	cairo_stroke(cr);
	space_number(cr, round, EG_WHITE);
	space_number(cr, round, EG_BLACK);
}

/* Draws the distance below the numbers of the spaces, and lines from it to both fencers. */
static void distance(cairo_t *cr, const struct eg_view *round)
{
	double left = middle(round->space[EG_WHITE]), right = middle(round->space[EG_BLACK]);
	double x = (left + right) / 2, y = GROUND + DEPTH + 35;
	char number[8];

	snprintf(number, sizeof(number), "%u", round->distance);
	bot_shape_text(cr, &(struct bot_shape_text){.text = number,
				   .x = x,
				   .y = y,
				   .width = 60,
				   .height = 40,
				   .size = 38,
				   .bold = true,
				   .side = BOT_SHAPE_CENTRE,
				   .colour = BOT_SHAPE_RED});
	if (right - left < 100)
		return;
	bot_shape_set_colour(cr, BOT_SHAPE_FAINT);
	cairo_set_line_width(cr, 3);
	cairo_move_to(cr, left, y + 6);
	cairo_line_to(cr, left, y + 20);
	cairo_line_to(cr, x - 34, y + 20);
	cairo_move_to(cr, x + 34, y + 20);
	cairo_line_to(cr, right, y + 20);
	cairo_line_to(cr, right, y + 6);
	cairo_stroke(cr);
}

static void fencers(cairo_t *cr, const struct bot_scene *scene)
{
	const struct eg_view *round = &scene->view->round;

	for (enum eg_seat seat = EG_WHITE; seat <= EG_BLACK; seat++)
		bot_shape_fencer(
			cr, &(struct bot_shape_fencer){.seat = seat,
				    .x = middle(round->space[seat]),
				    .y = GROUND - 5,
				    .marked = scene->open && round->to_act == seat &&
					      scene->attacker == EG_NOBODY,
				    .lunges = scene->attacker == seat,
				    .reach = middle(
					    round->space[seat == EG_WHITE ? EG_BLACK : EG_WHITE]),
				    .ran = scene->attacker == seat && round->attack.indirect,
				    .touched = scene->attacker == seat && round->phase == EG_OVER});
}

/* Draws the cards of an attack above the fencers, who stand close to each other then. */
static void attack(cairo_t *cr, const struct bot_scene *scene)
{
	const struct eg_view *round = &scene->view->round;
	double step = BOT_SHAPE_CARD_WIDTH + 4, width = step * round->attack.count - 4;
	double x = (middle(round->space[EG_WHITE]) + middle(round->space[EG_BLACK]) - width) / 2;

	if (scene->attacker == EG_NOBODY)
		return;
	x = x < LEFT ? LEFT : x + width > RIGHT ? RIGHT - width : x;
	for (uint8_t i = 0; i < round->attack.count; i++)
		bot_shape_card(cr, x + step * i, TOP + 2 * ROW + 8, round->attack.card, true);
}

/* Draws a card with a word next to it. */
static void labelled_card(cairo_t *cr, double x, unsigned number, bool face, const char *word,
	enum bot_shape_side side)
{
	double y = BOTTOM - BOT_SHAPE_CARD_HEIGHT;
	bool left = side == BOT_SHAPE_LEFT;

	bot_shape_card(cr, left ? x : x - BOT_SHAPE_CARD_WIDTH, y, number, face);
	bot_shape_text(cr, &(struct bot_shape_text){.text = word,
				   .x = x + (left ? 1 : -1) * (BOT_SHAPE_CARD_WIDTH + 10),
				   .y = y,
				   .width = (RIGHT - LEFT) / 2 - BOT_SHAPE_CARD_WIDTH - 20,
				   .height = BOT_SHAPE_CARD_HEIGHT,
				   .size = 28,
				   .side = side,
				   .colour = BOT_SHAPE_FAINT});
}

/*
 * Draws the draw pile, the last card, and the words that say whose turn it is or how the round
 * ended.
 */
static void footer(cairo_t *cr, const struct bot_scene *scene)
{
	const struct eg_view *round = &scene->view->round;

	labelled_card(cr, LEFT, round->pile, false, scene->pile, BOT_SHAPE_LEFT);
	labelled_card(cr, RIGHT, round->last_card, true, scene->last, BOT_SHAPE_RIGHT);
	bot_shape_text(cr, &(struct bot_shape_text){.text = scene->status,
				   .x = MIDDLE,
				   .y = BOTTOM + 1,
				   .width = BOT_PICTURE_HEIGHT - 8,
				   .height = BOT_PICTURE_HEIGHT - BOTTOM - 3,
				   .size = 30,
				   .bold = true,
				   .side = BOT_SHAPE_CENTRE,
				   .colour = BOT_SHAPE_INK});
}

static void paint(cairo_t *cr, const void *subject)
{
	const struct bot_scene *scene = subject;

	heading(cr, scene);
	piste(cr, &scene->view->round);
	distance(cr, &scene->view->round);
	fencers(cr, scene);
	attack(cr, scene);
	footer(cr, scene);
}

bool bot_scene_draw(const struct bot_scene *scene, struct bot_picture *picture)
{
	return bot_canvas_draw(BOT_PICTURE_WIDTH, BOT_PICTURE_HEIGHT, paint, scene, picture);
}
