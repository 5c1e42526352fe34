/*
 * The pauses of a club night. While the night pauses, the bouts that have begun go on to their end,
 * with their clocks, but no new bout begins. A pause ends by itself, and all pauses of a night
 * together are limited: so nobody can hold up a night for ever. Pauses are in the host's time,
 * which stands still while the bot is down.
 */
#ifndef BOT_COMPETITION_PAUSE_H
#define BOT_COMPETITION_PAUSE_H

#include "bot/base/duration.h"
#include "bot/call/call.h"
#include "bot/club/contest.h"
#include "bot/text/instant.h"

#define BOT_PAUSE_USUAL (15 * BOT_MINUTE) /* unless somebody names a time */
#define BOT_PAUSE_LEAST BOT_MINUTE        /* the shortest pause */
#define BOT_PAUSES_MOST (2 * BOT_HOUR)    /* all pauses of a night together */

/*
 * Begins a pause of `length` milliseconds, or as many as are left for it. A pause in a pause
 * replaces the rest of the old one. Returns false, and changes nothing, if less than
 * BOT_PAUSE_LEAST is left.
 */
bool bot_pause_begin(
	const struct bot_host *host, struct bot_competition *competition, int64_t length);

/* Ends the pause. Its rest is left for other pauses. */
void bot_pause_end(const struct bot_host *host, struct bot_competition *competition);

/* Ends the pause if it is over, and tells the room so. The caller lets the night go on. */
void bot_pause_end_due(struct bot_host *host, struct bot_contest *night);

/* Writes when the pause ends, by the clocks of the room. */
void bot_pause_write_end(struct bot_host *host, const struct bot_competition *competition,
	const struct bot_lang *lang, char until[BOT_INSTANT_SIZE]);

/* Adds a line that says until when the competition pauses. Adds nothing if it does not pause. */
void bot_pause_add(
	struct bot_host *host, const struct bot_competition *competition, struct bot_page *page);

#endif
