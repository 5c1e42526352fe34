/*
 * A scene is everything that a picture shows. The texts of a scene are in the right language
 * already, so the code that draws a scene knows no messages and no languages.
 *
 * The code that draws is a module, which the bot loads when it draws its first picture. If the bot
 * always loaded the module, the module's libraries would take a fifth of the memory of a bot that
 * never draws.
 */
#ifndef BOT_PICTURE_SCENE_H
#define BOT_PICTURE_SCENE_H

#include "bot/picture/picture.h"

struct bot_scene {
	const struct eg_match_view *view; /* the public view */
	const char *name[2];              /* the players' names, by seat */
	enum eg_seat attacker;   /* the fencer whose blade points at the opponent, or EG_NOBODY */
	bool open;               /* true if the match has not ended */
	const char *title;       /* names the match and the round */
	const char *pile, *last; /* the words next to the draw pile and next to the last card */
	const char *status;      /* the text that says whose turn it is, which attack this player
				    must answer, or how the round ended */
};

/*
 * Draws a scene. Returns false if cairo failed. If the function returns true, the caller must call
 * bot_picture_finish later.
 */
typedef bool bot_scene_draw_fn(const struct bot_scene *scene, struct bot_picture *picture);

/*
 * A public function of the module (bot/picture/plot.h has the other one), and the name by which
 * dlsym finds it.
 */
__attribute__((visibility("default"))) bot_scene_draw_fn bot_scene_draw;
#define BOT_SCENE_DRAW "bot_scene_draw"

#endif
