/*
 * How people direct a club night: they open, start, pause, resume and stop it, exclude somebody,
 * and show it again. Each function answers the sender, and shows the night in its room.
 */
#ifndef BOT_COMPETITION_NIGHT_DIRECTION_H
#define BOT_COMPETITION_NIGHT_DIRECTION_H

#include "bot/base/duration.h"
#include "bot/call/call.h"
#include "bot/club/night.h"

#define BOT_NIGHT_LEAD_LEAST BOT_MINUTE /* until the start */
#define BOT_NIGHT_LEAD_MOST  BOT_WEEK
#define BOT_NIGHT_CLOCK      (2 * BOT_MINUTE) /* for a turn, unless somebody names a time */
#define BOT_NIGHT_CLOCK_MOST (10 * BOT_MINUTE)

/* Opens a night in the call's room: `competition` has its terms and the time of its start. */
void bot_night_open(const struct bot_call *call, struct bot_competition *competition);

/*
 * Begins the check-in, or ends it. For the organiser, and for moderators. Asks for a "yes" if the
 * announced start is more than BOT_NIGHT_SOON away, unless `confirmed` is true.
 */
void bot_night_start(const struct bot_call *call, bool confirmed);

/* Ends the night. For the organiser before the start, and for moderators. */
void bot_night_stop(const struct bot_call *call, bool confirmed);

/*
 * Begins a pause of so many milliseconds (pause.h), or ends the pause. For moderators. A pause in a
 * pause replaces the rest of the old one.
 */
void bot_night_pause(const struct bot_call *call, int64_t length);
void bot_night_resume(const struct bot_call *call);

/* Exclude an entrant, and take that back (exclusion.h). */
void bot_night_exclude(const struct bot_call *call, const char *user);
void bot_night_include(const struct bot_call *call, const char *user);

/*
 * Shows the night again: in private only to the sender, in the room by a link to its message, or in
 * a new message if that one is old.
 */
void bot_night_show(const struct bot_call *call);

#endif
