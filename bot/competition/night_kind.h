/* What differs in a club night from other competitions, and its pauses. */
#ifndef BOT_COMPETITION_NIGHT_KIND_H
#define BOT_COMPETITION_NIGHT_KIND_H

#include "bot/base/duration.h"
#include "bot/competition/kind.h"

#define BOT_NIGHT_LEAD_LEAST BOT_MINUTE /* until the start */
#define BOT_NIGHT_LEAD_MOST  BOT_WEEK

/*
 * Begins a pause of so many milliseconds (pause.h), or ends the pause. For moderators. A pause in a
 * pause replaces the rest of the old one. Each function answers the sender.
 */
void bot_night_pause(const struct bot_call *call, int64_t length);
void bot_night_resume(const struct bot_call *call);

#endif
