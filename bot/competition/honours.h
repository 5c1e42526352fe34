/* Shows the honours of a room: the champions of its seasons, and the winners of its club nights. */
#ifndef BOT_COMPETITION_HONOURS_H
#define BOT_COMPETITION_HONOURS_H

#include "bot/call/call.h"
#include "bot/club/contest.h"

/* Adds the newest honours of the call's room, the newest first. */
void bot_honours_add(const struct bot_call *call, struct bot_page *page);

/*
 * Notes the end of a contest in the tables of the room. `place` has the places of the entrants by
 * their indexes, from 1, or 0. Who is first is among the honours. In the table of the year, each
 * gets a point, and one more for everybody behind them.
 */
void bot_honours_note(struct bot_host *host, const struct bot_contest *contest,
	const uint8_t place[BOT_CONTEST_ROWS]);

#endif
