/*
 * Reads when somebody is away, as people write it: "3 days", "a week", or the end of a day, in
 * "until friday", "until 2026-12-24", "24.12.", "24 dec" and "dec 24 2026"; and ahead, "from friday
 * to sunday", "from 24 dec until 2 jan" and "monday for 2 weeks".
 */
#ifndef BOT_COMMANDS_ABSENCE_TIME_H
#define BOT_COMMANDS_ABSENCE_TIME_H

#include "bot/call/call.h"

/*
 * Reads the words from the second one on. A day begins and ends by the clocks of `zone`
 * (time_zone.h); one without a year is the next one of this name. Sets *from and *until to the wall
 * times, in milliseconds, at which the absence begins and ends; *from is `now` unless the words
 * name a later day. Returns false if the words are no such time, or if there is no such day.
 */
bool bot_absence_time_read(
	const struct bot_call *call, const char *zone, int64_t now, int64_t *from, int64_t *until);

#endif
