/*
 * A scene is what a picture shows. All its texts are ready, so the code that draws a scene needs no
 * messages and no languages.
 *
 * The code that draws is a module, which the bot loads when it draws its first picture. If the bot
 * always loaded the module, the module's libraries would take a fifth of the memory of a bot that
 * never draws.
 */
#ifndef BOT_SCENE_H
#define BOT_SCENE_H

#include "bot/picture/picture.h"

struct bot_scene {
	const struct eg_match_view *view; /* the public view */
	const char *name[2];              /* of the players, by seat */
	enum eg_seat attacker;   /* the fencer whose blade points at the opponent, or EG_NOBODY */
	bool open;               /* the match goes on */
	const char *title;       /* names the match and the round */
	const char *pile, *last; /* the words next to the draw pile and next to the last card */
	const char *standing;    /* whose turn it is, an attack to answer, or how the round ended */
};

/*
 * Draws a scene. Returns false if cairo failed. If it returns true, the caller must call
 * bot_picture_finish later.
 */
typedef bool bot_scene_draw_fn(const struct bot_scene *scene, struct bot_picture *picture);

/* The only public function of the module, and the name by which dlsym finds it. */
__attribute__((visibility("default"))) bot_scene_draw_fn bot_scene_draw;
#define BOT_SCENE_DRAW "bot_scene_draw"

#endif
