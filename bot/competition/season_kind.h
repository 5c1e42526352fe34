/*
 * What differs in a season from other competitions, what its fencers and moderators set, and how
 * it ends.
 */
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

/*
 * Tells the room the champion, the promotions and relegations, and the secret of a season that has
 * ended. Mentions the champion, who gets into the honours of the room. Says only that there is no
 * result if nobody has fenced.
 */
void bot_season_say_end(
	struct bot_host *host, const struct bot_kind *kind, struct bot_contest *season);

#endif
