/* The board as a picture: when it is asked for, and where a room has chosen to have pictures. */
#ifndef BOT_PICTURES_H
#define BOT_PICTURES_H

#include "bot/game.h"

/* Whether the room has chosen so. */
BOT_MUST_USE enum bot_error bot_pictures_wanted(
	struct bot_host *host, const char *room, bool *wanted);

/*
 * Posts the picture of a public view of the match: `letter` says where, `page` what stands beside
 * it for who can't see it.
 */
BOT_MUST_USE enum bot_error bot_pictures_post(const struct bot_game *game,
	const struct eg_match_view *view, struct bot_letter letter, const struct bot_page *page);

/* The command `board picture on|off`. */
BOT_MUST_USE enum bot_error bot_pictures_set(struct bot_call *call);

#endif
