/*
 * The host's time, in milliseconds. All timers use it: clocks, and challenges that expire. It
 * starts as the time since 1970 UTC. It stands still while the bot can't receive messages, and does
 * not follow jumps of the system's clock. So neither ever costs a player time.
 */
#ifndef BOT_TIME_H
#define BOT_TIME_H

#include "bot/command/call.h"

/*
 * The longest interval between two calls into the host while a timer is set, in milliseconds. Each
 * call stores the host's time, unless it was stored some seconds before. After a crash the host's
 * time goes on from the stored one.
 */
#define BOT_TIME_INTERVAL INT64_C(30000)

/* Updates host->time and stores it. Each call into the host does this first. */
BOT_MUST_USE enum bot_error bot_time_update(struct bot_host *host);

/*
 * Finds out whether the host's time and the wall clock have moved apart by a minute or more, so
 * that the times that people see are wrong. Reports each shift only once.
 */
BOT_MUST_USE enum bot_error bot_time_has_shifted(struct bot_host *host, bool *shifted);

#define BOT_SPAN_SIZE 32

/*
 * Writes a length of time in units that all languages have: `1 d 12 h`, `90 s`. Rounds it up to the
 * second, and writes only the two largest units.
 */
void bot_time_format_span(int64_t ms, char span[BOT_SPAN_SIZE]);

/*
 * Converts the host's time `due` to wall time and writes it: `18:30 UTC`. The result is right if
 * the host's time does not stand still until then. `span` is the length of time that ends then: a
 * long one adds the date, a short one adds the seconds. Rounds down.
 */
void bot_time_format_instant(
	const struct bot_host *host, int64_t due, int64_t span, char text[BOT_SPAN_SIZE]);

#endif
