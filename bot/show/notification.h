/*
 * Tells people of open challenges, if they have asked for it (bot/store/notify_list.h), and rings
 * late for those who had quiet hours then.
 */
#ifndef BOT_SHOW_NOTIFICATION_H
#define BOT_SHOW_NOTIFICATION_H

#include "bot/match/loaded_match.h"
#include "bot/text/name.h"

#define BOT_NOTIFICATION_MOST 10 /* the most people whom one challenge tells */

/*
 * Tells people of an open challenge in a message of its own, which mentions them, and notes that
 * the bot has told them. Chooses people who are on the list for the room, or who are in the room
 * and on the list for all rooms. Takes people who are no longer in the room off the room's list. An
 * hour passes until the bot tells the same person again, in any room. Leaves out the challenger,
 * banned people, people who block the challenger or whom the challenger blocks, people who want to
 * be told at other hours or of other ratings, or have quiet hours, and people who sit in a match
 * with somebody else. If there are too many, chooses those whose last match ended longest ago, and
 * prefers people who have a rating: otherwise the owner of many accounts could keep the bot from
 * telling anybody else. With `may_wait`, sets BOT_TIMER_NOTIFY if the platform is still finding out
 * who is in the room; its handler calls this function again.
 */
void bot_notification_tell(struct bot_loaded_match *loaded, bool may_wait);

/* Returns whether a time is in the hours of the limits: `local`, milliseconds since 1970 in the
 * person's zone. */
bool bot_notification_is_hour(const struct bot_notify_limits *limits, int64_t local);

/*
 * Rings for a challenge that somebody got silently, because it came in their quiet hours
 * (bot/call/quiet_hours.h): when the hours end, unless the challenge is answered by then.
 */

/*
 * Whether the user reads a private room. Otherwise a private letter would invite them: anybody
 * could have the bot do that.
 */
bool bot_notification_is_private(struct bot_host *host, const char *user);

/*
 * If the challenged user has quiet hours now, sets BOT_TIMER_NOTIFY for the end of the hours.
 * Otherwise returns false.
 */
bool bot_late_ring_wait(struct bot_host *host, const struct bot_match *challenge);

/*
 * The handler of BOT_TIMER_NOTIFY for a challenge to a user. Rings in their private room or, if
 * they have none, in the room of the challenge. Waits longer if they have chosen other hours since.
 */
void bot_late_ring_run(struct bot_loaded_match *loaded);

#endif
