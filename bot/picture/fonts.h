/* The fonts with which the module that draws can write. */
#ifndef BOT_PICTURE_FONTS_H
#define BOT_PICTURE_FONTS_H

#include <stdbool.h>

/* Returns whether a font has the letters of a board: without one, each letter would be a box. */
typedef bool bot_canvas_has_font_fn(void);

/* A public function of the module: see scene.h. */
__attribute__((visibility("default"))) bot_canvas_has_font_fn bot_canvas_has_font;
#define BOT_CANVAS_HAS_FONT "bot_canvas_has_font"

#endif
