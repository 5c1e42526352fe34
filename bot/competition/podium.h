/* The podium of a club night. */
#ifndef BOT_COMPETITION_PODIUM_H
#define BOT_COMPETITION_PODIUM_H

#include "bot/call/call.h"
#include "bot/club/contest.h"

/*
 * Tells the room the final places of a night that has ended, and its secret. Mentions those on the
 * podium. The winner gets into the honours of the room.
 */
void bot_podium_say(struct bot_host *host, struct bot_contest *night);

/*
 * Adds when a night ended that is over, and its podium. Adds nothing if it had no result.
 */
void bot_podium_add_last(struct bot_host *host, struct bot_contest *night, struct bot_page *page);

#endif
