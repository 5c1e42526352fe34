/* The record of a competition, in the format of engine/deal/night.h, and its proof. */
#ifndef BOT_COMPETITION_RECORD_H
#define BOT_COMPETITION_RECORD_H

#include "bot/call/call.h"
#include "bot/club/night.h"

/*
 * Writes the record of a competition that has ended. The caller frees *text with free(). Returns
 * BOT_INVALID if an id has bytes that a record can't have.
 */
char *bot_competition_record_write(const struct bot_night *night);

/* Checks the record of the competition, and adds to the page what it proves. */
void bot_competition_record_check(struct bot_host *host, struct bot_night *night, const char *text,
	const char *prefix, struct bot_page *page);

/* Returns the message for a competition of this kind. */
enum bot_msg bot_competition_record_msg(
	const struct bot_competition *competition, enum bot_msg of_night, enum bot_msg of_season);

#endif
