/* The words in which the sheets of a competition name its rounds, its bouts and their results. */
#ifndef BOT_COMPETITION_SHEET_TEXT_H
#define BOT_COMPETITION_SHEET_TEXT_H

#include "bot/call/call.h"
#include "bot/club/night.h"

#define BOT_ROUND_NAME_SIZE 64

/* Writes the name of a round of the tableau, from 1: "Semi-finals". */
void bot_sheet_round_name(struct bot_contest *night, uint8_t round, const struct bot_lang *lang,
	char *name, size_t size);

/* Writes the two fencers of a bout, and its result, or the match in which they fence now. */
void bot_sheet_write_bout(struct bot_host *host, struct bot_contest *night,
	const struct bot_bout *bout, struct bot_text *text);

/* Writes "2/3 +4": the victories and bouts of a standing, and its indicator. */
void bot_sheet_write_result(const struct bot_standing *standing, struct bot_text *text);

#endif
