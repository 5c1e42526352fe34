/* Shows a season to somebody who asks: in the room to all, in private what concerns them. */
#ifndef BOT_COMPETITION_STANDING_H
#define BOT_COMPETITION_STANDING_H

#include "bot/call/call.h"
#include "bot/club/season.h"

/*
 * Adds the season of the call's room, or the tables of the last one, and a line end. Adds nothing
 * if there is none. In the room itself, it may add a link to the message with the tables instead
 * (bot_season_table_add_link).
 */
void bot_season_add_last(const struct bot_call *call, struct bot_page *page);

/* Adds a line with the entrant's bouts that have not begun, if there are any. */
void bot_season_add_waiting(struct bot_host *host, struct bot_contest *season,
	const struct bot_entrant *entrant, struct bot_page *page);

/* The same after a line with the entrant's place, if they have one. */
void bot_season_add_place_and_waiting(struct bot_host *host, struct bot_contest *season,
	const struct bot_entrant *entrant, struct bot_page *page);

/*
 * In a room, shows the season in a new message, or the tables of the last one. If somebody asks
 * again within an hour, answers with a link to that message. In private, tells the sender their
 * place in the division, their open bouts, and the table of their division.
 */
void bot_season_show(const struct bot_call *call);

#endif
