/* Shows the honours of a room: the champions of its seasons, and the winners of its club nights. */
#ifndef BOT_COMPETITION_HONOURS_H
#define BOT_COMPETITION_HONOURS_H

#include "bot/call/call.h"

/* Adds the newest honours of the call's room, the newest first. */
void bot_honours_add(const struct bot_call *call, struct bot_page *page);

#endif
