/*
 * Pictures, for people who prefer them to text. The picture of a board shows only what the public
 * view contains. The bot always says the same in words, too.
 */
#ifndef BOT_PICTURE_H
#define BOT_PICTURE_H

#include "bot/base/error.h"
#include "bot/text/board.h"
#include "engine/analysis/analysis.h"

#define BOT_PICTURE_WIDTH  720 /* pixels */
#define BOT_PICTURE_HEIGHT 540

/* A PNG in memory. */
struct bot_picture {
	unsigned char *data;
	size_t size;
};

/*
 * Draws the board from the public view. `open` is true if the match has not ended. Returns false if
 * the module that draws is not installed, or if the module failed. If the function returns true,
 * the caller must call bot_picture_finish later.
 */
BOT_MUST_USE bool bot_picture_draw(const struct bot_lang *lang, const struct bot_cast *cast,
	const struct eg_match_view *view, bool open, struct bot_picture *picture);

/*
 * Draws the chances in a match that has ended, over all its actions; the analysis is finished and
 * has at least one decision. Returns as bot_picture_draw does.
 */
BOT_MUST_USE bool bot_picture_plot(const struct bot_lang *lang, const struct bot_cast *cast,
	const struct eg_analysis *analysis, struct bot_picture *picture);

void bot_picture_finish(struct bot_picture *picture);

#endif
