/*
 * Pictures, for people who prefer them to text. The picture of a board shows only what the public
 * view contains. The bot always says the same in words, too.
 */
#ifndef BOT_PICTURE_PICTURE_H
#define BOT_PICTURE_PICTURE_H

#include "bot/base/error.h"
#include "bot/text/board.h"
#include "engine/analysis/analysis.h"

#include <stddef.h>

#define BOT_PICTURE_WIDTH  720 /* pixels */
#define BOT_PICTURE_HEIGHT 540

/* A PNG in memory. */
struct bot_picture {
	unsigned char *data;
	size_t size;
};

/*
 * Returns why the bot can't draw pictures on this machine, or NULL. To find out, loads the module
 * that draws, which stays loaded if it works. The text lives until the next call.
 */
const char *bot_picture_fault(void);

/*
 * Draws the board from the public view. `open` is true if the match has not ended. Returns false if
 * bot_picture_fault has a text, or if the module failed. If the function returns true, the caller
 * frees picture->data.
 */
BOT_MUST_USE bool bot_picture_draw(const struct bot_lang *lang, const struct bot_cast *cast,
	const struct eg_match_view *view, bool open, struct bot_picture *picture);

/*
 * Draws the chances in a match that has ended, over all its actions; the analysis is finished and
 * has at least one decision. Returns as bot_picture_draw does.
 */
BOT_MUST_USE bool bot_picture_plot(const struct bot_lang *lang, const struct bot_cast *cast,
	const struct eg_analysis *analysis, struct bot_picture *picture);

/* The sheets of a club night that is over. The caller owns all texts; names come from strangers. */
#define BOT_SHEETS_POOLS  11
#define BOT_SHEETS_POOL   8  /* fencers */
#define BOT_SHEETS_ROUNDS 6  /* of the tableau */
#define BOT_SHEETS_BOUTS  32 /* of a round */
#define BOT_SHEETS_PLACES 4  /* on the podium */
#define BOT_SHEETS_MARK   4  /* bytes of "V15" with a NUL */
#define BOT_SHEETS_RESULT 8  /* bytes of a result, such as "5/6" or U+2212 and "25" */

struct bot_sheets_place {
	char number[BOT_SHEETS_MARK];
	const char *name;
};

struct bot_sheets_bout {
	const char *name[2]; /* NULL: nobody */
	char mark[2][BOT_SHEETS_MARK];
	bool won[2];
};

struct bot_sheets_pool {
	const char *title;
	size_t size;
	const char *name[BOT_SHEETS_POOL];
	char cell[BOT_SHEETS_POOL][BOT_SHEETS_POOL][BOT_SHEETS_MARK]; /* by row and column */
	char result[BOT_SHEETS_POOL][3][BOT_SHEETS_RESULT]; /* victories, indicator, place */
};

struct bot_sheets {
	const char *title;
	const char *head[3]; /* of the columns of results */
	size_t placed;
	struct bot_sheets_place place[BOT_SHEETS_PLACES];
	size_t pools;
	struct bot_sheets_pool pool[BOT_SHEETS_POOLS];
	size_t rounds; /* the first round has the most bouts, and the last one has one */
	struct bot_sheets_round {
		const char *title;
		size_t bouts;
		struct bot_sheets_bout bout[BOT_SHEETS_BOUTS];
	} round[BOT_SHEETS_ROUNDS];
	struct {
		const char *title; /* NULL: there is no bout for the third place */
		struct bot_sheets_bout bout;
	} third;
};

/* Draws the sheets. Returns as bot_picture_draw does. */
BOT_MUST_USE bool bot_picture_sheets(const struct bot_sheets *sheets, struct bot_picture *picture);

/* A player's rating from match to match. The caller owns all texts; the title has a name. */
struct bot_rating_plot {
	const char *title, *first, *last; /* the last two are dates */
	const int64_t *rating;            /* the oldest first */
	size_t count;                     /* of these: 2 or more */
};

/* Draws the ratings. Returns as bot_picture_draw does. */
BOT_MUST_USE bool bot_picture_rating(
	const struct bot_rating_plot *plot, struct bot_picture *picture);

/*
 * The picture for the bot's profile, a PNG. It is part of the program, so that an adapter need not
 * load the module that draws. tests/unit/picture/test_picture.c made it with the shapes of the
 * boards, and checks that it still looks like them.
 */
extern const unsigned char bot_avatar[];
extern const size_t bot_avatar_size;

#endif
