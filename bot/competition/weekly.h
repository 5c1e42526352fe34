/*
 * The club night that a room holds every week, at a time of day in the room's time zone: how people
 * begin, see and end it. The bot opens the sign-up a day before, mentions those who took part last
 * time (invitation.h), and shows the sign-up again an hour before (due.h).
 *
 * People come by the clock on the wall, so these nights are in wall time. If the bot was down, it
 * opens the sign-up late. It begins up to two hours late; after that, it calls the night off. If
 * four nights in a row that it opened did not take place, it stops opening nights.
 */
#ifndef BOT_COMPETITION_WEEKLY_H
#define BOT_COMPETITION_WEEKLY_H

#include "bot/call/call.h"
#include "bot/store/store.h"

/*
 * Begins to hold a night every week in the call's room, in place of the one that it holds so far.
 * The caller has set the weekday, the minute and the terms. For moderators.
 */
void bot_weekly_begin(const struct bot_call *call, struct bot_weekly_night *weekly);

/* Ends it. For the one who began it, and for moderators. A night that is open stays. */
void bot_weekly_end(const struct bot_call *call);

/* Adds when the room holds its night. Returns false if it holds none every week. */
bool bot_weekly_show(const struct bot_call *call, struct bot_page *page);

/* Returns whether the call's room holds a night every week. */
bool bot_weekly_is_held(const struct bot_call *call);

/*
 * Whether a night that begins in `lead` milliseconds could still go on when the sign-up of the next
 * weekly night opens.
 */
bool bot_weekly_comes_before(const struct bot_call *call, int64_t lead);

/* Plans the next night again, because the time zone of the room has changed. */
void bot_weekly_zone_changed(struct bot_host *host, const char *room);

/* Plans the first night after the one that is planned, and after `now`. Does not store it. */
void bot_weekly_plan_next(struct bot_host *host, struct bot_weekly_night *weekly, int64_t now);

#endif
