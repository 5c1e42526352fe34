/*
 * The host's time, in milliseconds. All timers use the host's time, for example the clocks of
 * matches. In a new store the host's time begins at the time of the wall clock. It stands still
 * while the bot can't receive messages, and it ignores jumps of the wall clock. So players lose no
 * time in these cases.
 */
#ifndef BOT_CALL_TIME_H
#define BOT_CALL_TIME_H

#include "bot/call/call.h"
#include "bot/text/instant.h"

/*
 * While a timer is set, the adapter must call the host at least once in this interval (in
 * milliseconds). Each call stores the host's time, unless another call has stored it a few seconds
 * before. After a crash the host's time continues from the stored time.
 */
#define BOT_TIME_INTERVAL INT64_C(30000)

/* Updates host->time and stores it. The host does this first whenever the adapter calls it. */
void bot_time_update(struct bot_host *host);

/*
 * Notes that the adapter could not receive messages until now. No time has passed since the host
 * was last called. An adapter need not call this at the start, and after more than a few
 * BOT_TIME_INTERVAL without a call the host finds out by itself.
 */
void bot_time_stood_still(struct bot_host *host);

/*
 * Returns the host's time without storing it. This is for callers that only read the store, when
 * host->time may be half a minute old, or not known at all after the start of the process.
 */
int64_t bot_time_now(const struct bot_host *host);

/*
 * Returns how many milliseconds the wall clock has moved ahead of the host's time since the last
 * report, or 0 if that is less than a minute; below 0 if the wall clock was set back. If it is not
 * 0, the times in earlier messages are wrong. Reports each shift only once. Costs no query while
 * the two clocks move alike.
 */
int64_t bot_time_find_shift(struct bot_host *host);

/*
 * Returns the wall time that belongs to host->time: that of the last report, so that it may differ
 * from the wall clock by less than a minute. Plan by it what begins at a time of day: the two
 * clocks drift apart by seconds in a day, and 20:00 must not be shown as 19:59 then.
 */
int64_t bot_time_wall(const struct bot_host *host);

/*
 * Converts the host's time `due` to wall time (bot_time_wall), and rounds it to a whole second.
 * `span` is the length of the period that ends at `due`. The result is right only if the host's
 * time does not stand still before `due`.
 */
struct bot_instant bot_time_instant(const struct bot_host *host, int64_t due, int64_t span);

/*
 * Reads the span that the word *i begins, which then becomes the next word. Sets *days to its days,
 * or to 0 if they are more than `most`. Returns false if the words are no such span.
 */
bool bot_days_read(const struct bot_call *call, size_t *i, int most, int *days);

#endif
