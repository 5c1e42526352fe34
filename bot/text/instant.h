/*
 * Times of day for people: in UTC, unless the room or the reader of the text has a time zone. Also
 * the names of the months, as people type them.
 */
#ifndef BOT_TEXT_INSTANT_H
#define BOT_TEXT_INSTANT_H

#include "bot/text/lang.h"

#include <stdbool.h>
#include <stdint.h>

#define BOT_ZONE_SHORT 12 /* bytes for the short name of a zone, with the NUL */

/* A time at which a period ends. Both times are of the wall clock, in ms since 1970-01-01 UTC. */
struct bot_instant {
	int64_t time;
	int64_t now;               /* when the text is written */
	int64_t span;              /* how long the whole period lasts, in ms */
	int64_t offset;            /* how far the zone's clocks are ahead of UTC at `time`, in ms */
	bool passing;              /* people read the text soon: it may say "tomorrow". A board or a
				      sheet stays for days, so it names the weekday */
	char zone[BOT_ZONE_SHORT]; /* the short name of the zone, such as CEST or UTC+5:45; empty
				      for UTC */
};

#define BOT_INSTANT_SIZE 48 /* bytes of the text, with the NUL */

/*
 * Writes the time: `18:30 UTC`, `20:30 CEST`. For a short period the text also has the seconds. For
 * a long period it has the day, unless that is today: `tomorrow 18:30 UTC` in a passing message,
 * the weekday within the next six days (`Sun 18:30 UTC`), and the date beyond (`1970-01-31 18:30
 * UTC`). Rounds the time down.
 */
void bot_instant_write(const struct bot_lang *lang, const struct bot_instant *instant,
	char text[BOT_INSTANT_SIZE]);

#endif
