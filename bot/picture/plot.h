/*
 * A plot of an analysis: White's chance to win the match, over all actions. Like a scene
 * (bot/picture/scene.h), it has its texts in the right language, and the module draws it.
 */
#ifndef BOT_PICTURE_PLOT_H
#define BOT_PICTURE_PLOT_H

#include "bot/picture/picture.h"
#include "engine/analysis/analysis.h"

struct bot_plot {
	const struct eg_analysis *analysis; /* with at least one decision */
	const char *name[2];                /* the players' names, by seat */
	const char *title;
	const char *open; /* names the curve of the chances with all cards known */
	const char *own;  /* names the curves of the chances as the players could know them */
};

/*
 * Draws a plot. Returns false if cairo failed. If the function returns true, the caller must call
 * bot_picture_finish later.
 */
typedef bool bot_plot_draw_fn(const struct bot_plot *plot, struct bot_picture *picture);

/* A public function of the module, and the name by which dlsym finds it. */
__attribute__((visibility("default"))) bot_plot_draw_fn bot_plot_draw;
#define BOT_PLOT_DRAW "bot_plot_draw"

#endif
