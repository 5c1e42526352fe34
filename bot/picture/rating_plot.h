/*
 * A plot of a player's rating, from match to match. Like a scene (bot/picture/scene.h), it has its
 * texts in the right language, and the module draws it.
 */
#ifndef BOT_PICTURE_RATING_PLOT_H
#define BOT_PICTURE_RATING_PLOT_H

#include "bot/picture/picture.h"

/*
 * Draws a plot. Returns false if cairo failed. If the function returns true, the caller must call
 * bot_picture_finish later.
 */
typedef bool bot_rating_plot_draw_fn(
	const struct bot_rating_plot *plot, struct bot_picture *picture);

/* A public function of the module, and the name by which dlsym finds it. */
__attribute__((visibility("default"))) bot_rating_plot_draw_fn bot_rating_plot_draw;
#define BOT_RATING_PLOT_DRAW "bot_rating_plot_draw"

#endif
