/* What differs in a season from other competitions, and what its fencers and moderators set. */
#ifndef BOT_COMPETITION_SEASON_KIND_H
#define BOT_COMPETITION_SEASON_KIND_H

#include "bot/base/duration.h"
#include "bot/club/season.h"
#include "bot/competition/kind.h"

#define BOT_SEASON_WEEKS_MOST 26
#define BOT_SEASON_MORE       4 /* bouts at once, for those who want more and do not say how many */
#define BOT_SEASON_MORE_MOST  7 /* a division has no more bouts for a fencer */

/* Lets the next season open by itself at the end of this one, or no longer. For moderators. */
void bot_season_repeat(const struct bot_call *call, bool again);

/* Sets how many bouts the sender fences at once: 1 to BOT_SEASON_MORE_MOST. */
void bot_season_want(const struct bot_call *call, uint8_t bouts);

#endif
