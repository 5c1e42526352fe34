/*
 * Time zones: their names are those of the tz database of the machine, such as Europe/Berlin. GLib
 * reads it. The C library knows only one zone for the whole process, and ICU has a database of its
 * own: that of Debian 12 is of 2022, so it is wrong by an hour in the summers of Mexico and Egypt.
 */
#ifndef BOT_CALL_TIME_ZONE_H
#define BOT_CALL_TIME_ZONE_H

#include "bot/call/call.h"
#include "bot/store/store.h"
#include "bot/text/date.h"
#include "bot/text/instant.h"

#define BOT_ZONE_SIZE BOT_SETTING_SIZE

/*
 * Finds the zone whose name somebody typed. Small letters will do if each word of the name has one
 * capital letter, as in Europe/Berlin, but not for America/Port_of_Spain. Names without a region
 * count if they have summer time, as CET has, and so do fixed offsets: "gmt-5" and "+05:30" are
 * UTC-5 and UTC+5:30. Returns false if the machine knows no such zone.
 */
bool bot_zone_find(const char *typed, char zone[BOT_ZONE_SIZE]);

/* Gets the zone of a room: UTC if nobody has chosen one. */
void bot_zone_of_room(struct bot_host *host, const char *room, char zone[BOT_ZONE_SIZE]);

/* Stores the zone of a room, which bot_zone_find has found. */
void bot_zone_choose(struct bot_host *host, const char *room, const char *zone);

/* Sets the zone of the instant, and how far it is ahead of UTC. An unknown zone counts as UTC. */
void bot_zone_apply(const char *zone, struct bot_instant *instant);

/* Sets the zone of the instant to the room's. */
void bot_zone_localise(struct bot_host *host, const char *room, struct bot_instant *instant);

#define BOT_MONTH_SIZE 8 /* bytes for a month such as "2026-11", and a NUL */

/* Writes the month of a wall time in milliseconds, or an earlier month, by the clocks of a room. */
void bot_zone_month(struct bot_host *host, const char *room, int64_t time, unsigned months_before,
	char month[BOT_MONTH_SIZE]);

/*
 * Returns when the last minute of the day begins in the zone, as a wall time. Without a year, that
 * is the next such day after `now`. Returns 0 if there is no such day.
 */
int64_t bot_zone_end_of_day(const char *zone, const struct bot_date *date, int64_t now);

#define BOT_ZONE_ANY_DAY 7 /* instead of a weekday */

/*
 * Returns when it is next this minute of the day (0 to 1439) in the zone, on the weekday (0 is
 * Sunday), later than `after`. All times are wall times in milliseconds. A time that summer time
 * skips becomes the moment when summer time begins. A zone that the machine does not know any more
 * counts as UTC.
 */
int64_t bot_zone_next(const char *zone, int weekday, int minute, int64_t after);

/*
 * Returns when the day begins whose last minute begins at `end`. Both are wall times in
 * milliseconds.
 */
int64_t bot_zone_begin_of_day(const char *zone, int64_t end);

#endif
