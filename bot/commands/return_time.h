/*
 * Reads until when somebody is away, as people write it: "3 days", "a week", or the end of a day,
 * in "until friday", "until 2026-12-24", "24.12.", "24 dec" and "dec 24 2026".
 */
#ifndef BOT_COMMANDS_RETURN_TIME_H
#define BOT_COMMANDS_RETURN_TIME_H

#include "bot/call/call.h"

/*
 * Reads the words from the second one on. A day ends by the clocks of `zone` (time_zone.h); one
 * without a year is the next one of this name. Returns the wall time (in milliseconds), or 0 if the
 * words are no such time, or if there is no such day.
 */
int64_t bot_return_time_read(const struct bot_call *call, const char *zone);

#endif
