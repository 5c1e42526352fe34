/* Private messages to the entrants of a competition. */
#ifndef BOT_COMPETITION_LETTER_H
#define BOT_COMPETITION_LETTER_H

#include "bot/call/call.h"
#include "bot/club/night.h"

/* Begins a page in the language of the entrant, or else in that of the competition's room. */
void bot_letter_begin(struct bot_host *host, const struct bot_contest *night,
	const struct bot_entrant *entrant, struct bot_page *page);

/* Sends the page to the entrant in private. */
void bot_letter_send(
	struct bot_host *host, const struct bot_entrant *entrant, const struct bot_page *page);

/* Tells an entrant why they don't take part any more. */
void bot_letter_tell_out(struct bot_host *host, const struct bot_contest *night,
	const struct bot_entrant *entrant, enum bot_msg why);

#endif
