/*
 * The host's time, by which clocks run and challenges expire: milliseconds that begin as those
 * since 1970 UTC, and stand still while nobody hears the players. So what the bot was down is not
 * charged to anybody, nor is a jump of the system's clock.
 */
#ifndef BOT_TIME_H
#define BOT_TIME_H

#include "bot/call.h"

/*
 * How often the host is to be called while something is planned, in milliseconds. Each call notes
 * the time but for those that come within seconds of another: a crash may take back from the clocks
 * what has passed since.
 */
#define BOT_TIME_NOTED INT64_C(30000)

/* Tells the time of this call (host->time) and has it noted; every call into the host begins so. */
BOT_MUST_USE enum bot_error bot_time_go_on(struct bot_host *host);

/* Whether instants that were told to people have moved by a minute or more since; once each time.
 */
BOT_MUST_USE enum bot_error bot_time_moved(struct bot_host *host, bool *moved);

#define BOT_SPAN_SIZE 32

/* A length of time as people write it, in units that need no language: `1 d 12 h`, `90 s`. */
void bot_time_span(int64_t ms, char span[BOT_SPAN_SIZE]);

/*
 * When an instant of the host's time comes, if nothing stops that: `18:30 UTC`, to the second or
 * with the date where `span`, the length of time it is about, asks for that. Rounded down.
 */
void bot_time_until(
	const struct bot_host *host, int64_t due, int64_t span, char text[BOT_SPAN_SIZE]);

#endif
