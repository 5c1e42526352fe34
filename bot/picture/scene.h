/*
 * A scene is what a picture shows. All its texts are written already, so the code that draws it
 * needs no messages and no languages.
 *
 * That code is a module, which the bot loads when it draws its first picture. The module's
 * libraries would be a fifth of the memory of a bot that never draws.
 */
#ifndef BOT_SCENE_H
#define BOT_SCENE_H

#include "bot/picture/picture.h"

struct bot_scene {
	const struct eg_match_view *view; /* the public view */
	const char *name[2];              /* of the players, by seat */
	enum eg_seat attacker;            /* whose blade points at the opponent, or EG_NOBODY */
	bool open;                        /* the match goes on */
	const char *title;                /* names the match and the round */
	const char *pile, *last;          /* the words beside the draw pile and the last card */
	const char *standing; /* whose turn it is, an attack to answer, or how the round ended */
};

/* Draws a scene. True: the caller calls bot_picture_finish on the picture. False: cairo failed. */
typedef bool bot_scene_draw_fn(const struct bot_scene *scene, struct bot_picture *picture);

/* The only public function of the module, and its name for dlsym. */
__attribute__((visibility("default"))) bot_scene_draw_fn bot_scene_draw;
#define BOT_SCENE_DRAW "bot_scene_draw"

#endif
