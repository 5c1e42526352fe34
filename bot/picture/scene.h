/*
 * What a picture shows, ready to be drawn: all its words are chosen, so that who draws needs
 * nothing of the host. It is drawn by a module, loaded with the first picture: the libraries that
 * it stands on would make up a fifth of the memory of a bot that never draws one.
 */
#ifndef BOT_SCENE_H
#define BOT_SCENE_H

#include "bot/picture/picture.h"

struct bot_scene {
	const struct eg_match_view *view; /* the public one */
	const char *name[2];              /* of the players, by seat */
	enum eg_seat attacker;            /* whose blade is out */
	bool open;                        /* the match goes on */
	const char *title, *pile, *last;  /* which match and round; the words beside the cards */
	const char *standing;             /* who is to act and against what, or how it ended */
};

/* Draws it, for bot_picture_finish; BOT_NO_MEMORY. */
typedef enum bot_error bot_scene_draw_fn(
	const struct bot_scene *scene, struct bot_picture *picture);

/* The one function of the module, and its name there. */
__attribute__((visibility("default"))) bot_scene_draw_fn bot_scene_draw;
#define BOT_SCENE_DRAW "bot_scene_draw"

#endif
