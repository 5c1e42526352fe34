/* What people write after `season` to open one: how long it takes, and the terms of its bouts. */
#ifndef BOT_COMMANDS_SEASON_TERMS_H
#define BOT_COMMANDS_SEASON_TERMS_H

#include "bot/competition/season_kind.h"

/*
 * Reads how long the season takes: "4 weeks", "4w" or "30 days". *i becomes the next word. Sets
 * *length to the milliseconds, or to 0 if the time is too short or too long. Returns false if the
 * words are no such time.
 */
bool bot_season_read_length(const struct bot_call *call, size_t *i, int64_t *length);

/*
 * Reads the terms from the word `i` on into `competition`. The terms that nobody names are those of
 * the room, with a clock of a day. If a word is wrong, answers the sender, and returns false.
 */
bool bot_season_read_terms(
	const struct bot_call *call, size_t i, struct bot_competition *competition);

#endif
