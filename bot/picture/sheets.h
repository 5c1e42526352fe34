/*
 * The sheets of a club night: the podium, the tableau and the pools. Like a scene
 * (bot/picture/scene.h), they have their texts in the right language, and the module draws them.
 */
#ifndef BOT_PICTURE_SHEETS_H
#define BOT_PICTURE_SHEETS_H

#include "bot/picture/picture.h"

/*
 * Draws the sheets. Returns false if cairo failed. If the function returns true, the caller must
 * call bot_picture_finish later.
 */
typedef bool bot_sheets_draw_fn(const struct bot_sheets *sheets, struct bot_picture *picture);

/* A public function of the module, and the name by which dlsym finds it. */
__attribute__((visibility("default"))) bot_sheets_draw_fn bot_sheets_draw;
#define BOT_SHEETS_DRAW "bot_sheets_draw"

#endif
