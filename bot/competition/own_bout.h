/* The bout of a club night that somebody fences now or next, for this fencer. */
#ifndef BOT_COMPETITION_OWN_BOUT_H
#define BOT_COMPETITION_OWN_BOUT_H

#include "bot/call/call.h"
#include "bot/club/night.h"

/* Begins a line with the bout that the sender fences now or next, if there is one. */
void bot_own_bout_add(
	const struct bot_call *call, struct bot_contest *night, struct bot_page *page);

#endif
