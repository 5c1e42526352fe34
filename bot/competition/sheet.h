/*
 * The sheet of a competition, which is what the room sees of it, in one message that the bot edits:
 * who has signed up, then the pools or divisions and the bouts.
 */
#ifndef BOT_COMPETITION_SHEET_H
#define BOT_COMPETITION_SHEET_H

#include "bot/competition/kind.h"

/*
 * Adds the sheet for the stage of the contest. Writes times in the zone of `reader` if the bot
 * knows it, else in the room's; NULL is the room.
 */
void bot_sheet_add(struct bot_host *host, const struct bot_kind *kind, struct bot_contest *contest,
	const char *reader, struct bot_page *page);

/*
 * Adds a line with a pool or a division, from 1. `msg` is BOT_MSG_CONTEST_LINE, or
 * BOT_MSG_NIGHT_ROUND_OVER if it has just ended.
 */
void bot_sheet_add_group(struct bot_host *host, const struct bot_kind *kind,
	struct bot_contest *contest, uint8_t group, enum bot_msg msg, struct bot_page *page);

#endif
