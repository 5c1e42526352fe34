/*
 * How people enter a season and leave it, and how many bouts they want at once. Each function
 * answers the sender, and shows the season in its room.
 */
#ifndef BOT_COMPETITION_SEASON_ENTRY_H
#define BOT_COMPETITION_SEASON_ENTRY_H

#include "bot/call/call.h"

#define BOT_SEASON_MORE      4 /* bouts at once, for who wants more and does not say how many */
#define BOT_SEASON_MORE_MOST 7 /* a division has no more bouts for a fencer */

/* Signs the sender up. */
void bot_season_join(const struct bot_call *call);

/* Takes the sender out. After the start it asks for a "yes", unless `confirmed` is true. */
void bot_season_leave(const struct bot_call *call, bool confirmed);

/* Sets how many bouts the sender fences at once: 1 to BOT_SEASON_MORE_MOST. */
void bot_season_want(const struct bot_call *call, uint8_t bouts);

#endif
