/* Shows the honours of a room: the champions of its seasons, and the winners of its club nights. */
#ifndef BOT_COMPETITION_HONOURS_H
#define BOT_COMPETITION_HONOURS_H

#include "bot/call/call.h"
#include "bot/club/contest.h"

/* Adds the newest honours of the call's room, the newest first. */
void bot_honours_add(const struct bot_call *call, struct bot_page *page);

/* Notes among the honours of the room that the user has won the contest. */
void bot_honours_note(struct bot_host *host, const struct bot_contest *contest, const char *user);

#endif
