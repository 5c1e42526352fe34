/*
 * Quiet hours: the hours of the day, in a user's time zone, in which the bot lets no device of the
 * user ring. Messages come then as notices, for which Matrix's push rules notify nobody, and rooms
 * mention the user in no message. bot/match/timers.h says when the bot rings for a turn that
 * has begun in quiet hours, and bot/show/notification.h for a challenge.
 */
#ifndef BOT_CALL_QUIET_HOURS_H
#define BOT_CALL_QUIET_HOURS_H

#include "bot/call/call.h"
#include "bot/text/day_time.h"

/* Gets the hours that a user has chosen. Returns false if the user has chosen none. */
bool bot_quiet_hours_get(struct bot_host *host, const char *user, struct bot_day_hours *hours);

/* Stores the hours, or forgets them if `hours` is NULL. */
void bot_quiet_hours_set(
	struct bot_host *host, const char *user, const struct bot_day_hours *hours);

/*
 * Returns the wall time (in milliseconds) at which the user's quiet hours end, or 0 if the user has
 * no quiet hours now.
 */
int64_t bot_quiet_hours_end(struct bot_host *host, const char *user);

/*
 * If `now` is within the hours in this zone, returns when they end; otherwise returns 0. All
 * times are wall times in milliseconds. In an hour that the clocks show twice, the hours begin and
 * end the second time; a time that summer time skips becomes the moment when summer time begins.
 */
int64_t bot_quiet_hours_end_in_zone(
	const struct bot_day_hours *hours, const char *zone, int64_t now);

/*
 * Makes a letter that rings (BOT_RING) quiet for those who have quiet hours now. A private letter
 * becomes a notice. A letter to a room mentions only the others, and becomes a notice if nobody is
 * left; letter->mentions then lives as long as the attempt. BOT_RING_NOW becomes BOT_RING.
 */
void bot_quiet_hours_hush(struct bot_host *host, struct bot_letter *letter);

#endif
