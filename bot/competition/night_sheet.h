/*
 * What the room sees of a club night: one message, which the bot edits. It shows who has signed up,
 * then the sheets of the pools, then the tableau.
 */
#ifndef BOT_COMPETITION_NIGHT_SHEET_H
#define BOT_COMPETITION_NIGHT_SHEET_H

#include "bot/call/call.h"
#include "bot/club/night.h"

/*
 * Adds what the message shows in the night's stage. Writes times in the zone of `reader` if the bot
 * knows it, else in the room's; NULL is the room.
 */
void bot_sheet_add(struct bot_host *host, struct bot_contest *night, const char *reader,
	struct bot_page *page);

/* Adds the line that says how a pool has ended, or a round of the tableau, from 1. */
void bot_sheet_add_pool_end(
	struct bot_host *host, struct bot_contest *night, struct bot_page *page, uint8_t pool);
void bot_sheet_add_round_end(
	struct bot_host *host, struct bot_contest *night, struct bot_page *page, uint8_t round);

#endif
