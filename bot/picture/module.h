/*
 * The module that draws. The bot loads it when it draws its first picture: if the bot always loaded
 * the module, the module's libraries would take a fifth of the memory of a bot that never draws.
 *
 * What it draws has its texts in the right language already, so the module knows no messages and no
 * languages.
 */
#ifndef BOT_PICTURE_MODULE_H
#define BOT_PICTURE_MODULE_H

#include "bot/picture/picture.h"
#include "engine/analysis/analysis.h"

/* Everything that the picture of a board shows. */
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

/* A plot of an analysis: White's chance to win the match, over all actions. */
struct bot_plot {
	const struct eg_analysis *analysis; /* with at least one decision */
	const char *name[2];                /* the players' names, by seat */
	const char *title;
	const char *open; /* names the curve of the chances with all cards known */
	const char *own;  /* names the curves of the chances as the players could know them */
};

/*
 * These draw a picture. They return false if cairo failed. If one returns true, the caller frees
 * picture->data.
 */
typedef bool bot_scene_draw_fn(const struct bot_scene *scene, struct bot_picture *picture);
typedef bool bot_plot_draw_fn(const struct bot_plot *plot, struct bot_picture *picture);
typedef bool bot_rating_plot_draw_fn(
	const struct bot_rating_plot *plot, struct bot_picture *picture);
typedef bool bot_sheets_draw_fn(const struct bot_sheets *sheets, struct bot_picture *picture);
/* Returns whether a font has the letters of a board: without one, each letter would be a box. */
typedef bool bot_canvas_has_font_fn(void);

/* The public functions of the module. dlsym finds them by their names. */
#define BOT_MODULE_FUNCTION(name) __attribute__((visibility("default"))) name##_fn name
BOT_MODULE_FUNCTION(bot_scene_draw);
BOT_MODULE_FUNCTION(bot_plot_draw);
BOT_MODULE_FUNCTION(bot_rating_plot_draw);
BOT_MODULE_FUNCTION(bot_sheets_draw);
BOT_MODULE_FUNCTION(bot_canvas_has_font);

#endif
