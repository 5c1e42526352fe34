/*
 * What the room sees of a club night: one message, which the bot edits. It shows who has signed up,
 * then the sheets of the pools, then the tableau.
 */
#ifndef BOT_NIGHT_SHEET_H
#define BOT_NIGHT_SHEET_H

#include "bot/call/call.h"
#include "bot/club/night.h"

/*
 * Adds what the message shows in the night's stage. Writes times in the zone of `reader` if the bot
 * knows it, else in the room's; NULL is the room.
 */
BOT_MUST_USE enum bot_error bot_sheet_add(
	struct bot_host *host, struct bot_night *night, const char *reader, struct bot_page *page);

/* Adds the line that says how a pool has ended, or a round of the tableau, from 1. */
BOT_MUST_USE enum bot_error bot_sheet_add_pool_end(
	struct bot_host *host, struct bot_night *night, struct bot_page *page, uint8_t pool);
BOT_MUST_USE enum bot_error bot_sheet_add_round_end(
	struct bot_host *host, struct bot_night *night, struct bot_page *page, uint8_t round);

#define BOT_ROUND_NAME_SIZE 64

/* Writes the name of a round of the tableau, from 1: "Semi-finals". */
void bot_sheet_round_name(struct bot_night *night, uint8_t round, const struct bot_lang *lang,
	char *name, size_t size);

/* Writes the two fencers of a bout, and its result, or the match in which they fence now. */
BOT_MUST_USE enum bot_error bot_sheet_write_bout(struct bot_host *host, struct bot_night *night,
	const struct bot_bout *bout, struct bot_text *text);

/* Writes "2/3 +4": the victories and bouts of a standing, and its indicator. */
void bot_sheet_write_result(const struct bot_standing *standing, struct bot_text *text);

/* Sends the message of the night, or edits it. Sends a new message if `anew` is true. */
BOT_MUST_USE enum bot_error bot_sheet_show(
	struct bot_host *host, struct bot_night *night, bool anew);

#endif
