/*
 * The board as a picture, for people who would rather look than read. It shows only what the public
 * view holds, and the bot says the same in words beside it.
 */
#ifndef BOT_PICTURE_H
#define BOT_PICTURE_H

#include "bot/base/error.h"
#include "bot/text/render.h"

#define BOT_PICTURE_WIDTH  800 /* pixels */
#define BOT_PICTURE_HEIGHT 340

/* A PNG in memory. */
struct bot_picture {
	unsigned char *data;
	size_t size;
};

/*
 * Draws the board from the public view. `open`: whether the match goes on. True: the caller calls
 * bot_picture_finish. False: the module that draws is not installed beside the program, or it
 * failed.
 */
BOT_MUST_USE bool bot_picture_draw(const struct bot_lang *lang, const struct bot_cast *cast,
	const struct eg_match_view *view, bool open, struct bot_picture *picture);
void bot_picture_finish(struct bot_picture *picture);

#endif
