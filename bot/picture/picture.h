/*
 * The board as a picture, for people who would rather look than read. The picture shows only what
 * the public view contains, and the bot also says in words what the picture shows.
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
 * Draws the board from the public view. `open` says whether the match goes on. If it returns true,
 * the caller must call bot_picture_finish later. Returns false if the module that draws is not
 * installed, or if it failed.
 */
BOT_MUST_USE bool bot_picture_draw(const struct bot_lang *lang, const struct bot_cast *cast,
	const struct eg_match_view *view, bool open, struct bot_picture *picture);
void bot_picture_finish(struct bot_picture *picture);

#endif
