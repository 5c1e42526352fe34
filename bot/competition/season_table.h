/*
 * What the room sees of a season: one message, which the bot edits. It shows who has signed up,
 * then the tables of the divisions.
 */
#ifndef BOT_COMPETITION_SEASON_TABLE_H
#define BOT_COMPETITION_SEASON_TABLE_H

#include "bot/call/call.h"
#include "bot/club/season.h"
#include "bot/text/instant.h"

/* Adds what the message shows in the season's stage (struct bot_kind). */
void bot_season_table_add(struct bot_host *host, struct bot_contest *season, const char *reader,
	struct bot_page *page);

/* Adds a line with the table of a division, from 1. */
void bot_season_table_add_division(
	struct bot_host *host, struct bot_contest *season, uint8_t division, struct bot_page *page);

/* Writes a time of the season, in the host's time, by the clocks of its room. */
void bot_season_write_time(struct bot_host *host, const struct bot_competition *competition,
	const struct bot_lang *lang, int64_t time, char until[BOT_INSTANT_SIZE]);

#endif
