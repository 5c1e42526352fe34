#include "bot/call/time_zone.h"

#include "bot/base/attempt.h"
#include "bot/base/duration.h"
#include "bot/call/zone_rule.h"

#include <ctype.h>
#include <glib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define KEY "timezone"
#define UTC "UTC"

#define MINUTES_OF_HOUR   60
#define SECONDS_OF_MINUTE 60
#define DAYS_TRIED        9 /* a week, and both of its ends: the time may be over today, or not exist */

/*
 * Whether the text can be the name of a zone in a region. GLib takes other texts as well, such as
 * rules and offsets, and the name becomes a part of a path.
 */
static bool is_name(const char *text)
{
	size_t length = strlen(text);

	/* The folders of a second and a third database are no regions. */
	if (strncmp(text, "right/", 6) == 0 || strncmp(text, "posix/", 6) == 0)
		return false;
	return length < BOT_ZONE_SIZE && isalpha((unsigned char)text[0]) && strchr(text, '/') &&
	       text[length - 1] != '/' && !strstr(text, "//") &&
	       strspn(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_+-/") ==
		       length;
}

/* Whether the text can be the name of clocks with summer time, such as CET. */
static bool is_clock_name(const char *text)
{
	char rule[BOT_ZONE_RULE_SIZE];
	size_t length = strlen(text);

	return length >= 3 && length <= 4 && strspn(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") == length &&
	       bot_zone_read_rule(text, rule) && bot_zone_rule_has_summer(rule);
}

/* Returns the zone, which the caller unrefs, or NULL if the machine does not know it. */
static GTimeZone *find_zone(const char *name)
{
	char offset[8];

	if (bot_zone_is_offset(name)) {
		bot_zone_write_offset(name, offset, sizeof(offset));
		return g_time_zone_new_identifier(offset);
	}
	return is_name(name) || is_clock_name(name) ? g_time_zone_new_identifier(name) : NULL;
}

/* Whether the machine has a zone of this name. */
static bool exists(const char *zone)
{
	GTimeZone *found = bot_zone_is_offset(zone) ? NULL : find_zone(zone);

	if (found)
		g_time_zone_unref(found);
	return found != NULL;
}

/* Writes the name with a capital letter after each sign, as most zones have it. */
static void capitalise(const char *typed, char zone[BOT_ZONE_SIZE])
{
	size_t i = 0;

	for (; i < BOT_ZONE_SIZE - 1 && typed[i]; i++) {
		bool first = i == 0 || strchr("/_-", typed[i - 1]);
		int letter = (unsigned char)typed[i];

		zone[i] = (char)(first ? toupper(letter) : tolower(letter));
	}
	zone[i] = '\0';
}

bool bot_zone_find(const char *typed, char zone[BOT_ZONE_SIZE])
{
	char name[BOT_ZONE_SIZE] = "";

	if (strlen(typed) >= BOT_ZONE_SIZE)
		return false;
	if (bot_zone_read_offset(typed, zone, BOT_ZONE_SIZE))
		return true;
	memcpy(name, typed, strlen(typed) + 1);
	if (!exists(name))
		capitalise(typed, name);
	if (!exists(name))
		for (char *letter = name; *letter; letter++)
			*letter = (char)toupper((unsigned char)*letter);
	if (!exists(name))
		return false;
	memcpy(zone, name, sizeof(name));
	return true;
}

void bot_zone_of_room(struct bot_host *host, const char *room, char zone[BOT_ZONE_SIZE])
{
	if (!bot_store_setting(host->store, BOT_OF_ROOM, room, KEY, zone))
		memcpy(zone, UTC, sizeof(UTC));
}

void bot_zone_choose(struct bot_host *host, const char *room, const char *zone)
{
	bot_store_set_setting(
		host->store, BOT_OF_ROOM, room, KEY, strcmp(zone, UTC) == 0 ? NULL : zone);
}

/* Writes the short name of a zone: CEST, or UTC+5:45 where the database has only the number. */
static void write_short(const char *abbreviation, int offset, char zone[BOT_ZONE_SHORT])
{
	if (isalpha((unsigned char)*abbreviation) && strlen(abbreviation) < BOT_ZONE_SHORT)
		snprintf(zone, BOT_ZONE_SHORT, "%s", abbreviation);
	else
		bot_zone_name_offset(offset / SECONDS_OF_MINUTE, zone, BOT_ZONE_SHORT);
}

void bot_zone_apply(const char *zone, struct bot_instant *instant)
{
	instant->offset = 0;
	instant->zone[0] = '\0';
	/* Most rooms have chosen no zone, so theirs is UTC. GLib would read a file each time. */
	if (strcmp(zone, UTC) == 0)
		return;
	GTimeZone *found = find_zone(zone);
	if (!found)
		return;
	int interval =
		g_time_zone_find_interval(found, G_TIME_TYPE_UNIVERSAL, instant->time / 1000);
	if (interval >= 0) {
		int offset = g_time_zone_get_offset(found, interval);

		instant->offset = offset * INT64_C(1000);
		write_short(g_time_zone_get_abbreviation(found, interval), offset, instant->zone);
	}
	g_time_zone_unref(found);
}

void bot_zone_localise(struct bot_host *host, const char *room, struct bot_instant *instant)
{
	char zone[BOT_ZONE_SIZE];

	bot_zone_of_room(host, room, zone);
	bot_zone_apply(zone, instant);
}

void bot_zone_month(struct bot_host *host, const char *room, int64_t time, unsigned months_before,
	char month[BOT_MONTH_SIZE])
{
	struct bot_instant instant = {.time = time};

	bot_zone_localise(host, room, &instant);
	time_t seconds = (time_t)((instant.time + instant.offset) / 1000);
	struct tm local = {0};
	gmtime_r(&seconds, &local);
	for (local.tm_mon -= (int)months_before; local.tm_mon < 0; local.tm_mon += 12)
		local.tm_year--;
	if (strftime(month, BOT_MONTH_SIZE, "%Y-%m", &local) == 0)
		snprintf(month, BOT_MONTH_SIZE, "1970-01"); /* the clock is wrong by far */
}

/* Returns the zone, or UTC if the machine does not know it. The caller unrefs it. */
static GTimeZone *open_zone(const char *name)
{
	GTimeZone *found = find_zone(name);

	return found ? found : g_time_zone_new_utc();
}

static int64_t end_of_day(GTimeZone *zone, int year, int month, int day)
{
	GDateTime *end = g_date_time_new(zone, year, month, day, 23, 59, 0);
	int64_t time = end ? g_date_time_to_unix(end) * 1000 : 0;

	if (end)
		g_date_time_unref(end);
	return time > 0 ? time : 0;
}

int64_t bot_zone_end_of_day(const char *zone, const struct bot_date *date, int64_t now)
{
	GTimeZone *used = open_zone(zone);
	time_t seconds = (time_t)(now / 1000);
	struct tm utc = {0};
	int64_t end = 0;

	gmtime_r(&seconds, &utc);
	if (date->year > 0)
		end = end_of_day(used, date->year, date->month, date->day);
	/* It may be another year already, or still, in the zone. */
	for (int year = utc.tm_year + 1899; date->year == 0 && end <= now; year++) {
		if (year > utc.tm_year + 1902) {
			end = 0;
			break;
		}
		end = end_of_day(used, year, date->month, date->day);
	}
	g_time_zone_unref(used);
	return end;
}

/* Returns the time of a minute of the day, so many days after the day of `from`, or 0. */
static int64_t find_time(GTimeZone *zone, GDateTime *from, int days, int minute, int *weekday)
{
	GDate day;
	int64_t time = 0;

	g_date_clear(&day, 1);
	g_date_set_dmy(&day, (GDateDay)g_date_time_get_day_of_month(from),
		(GDateMonth)g_date_time_get_month(from), (GDateYear)g_date_time_get_year(from));
	g_date_add_days(&day, (guint)days);
	GDateTime *found = g_date_time_new(zone, g_date_get_year(&day), (int)g_date_get_month(&day),
		g_date_get_day(&day), minute / MINUTES_OF_HOUR, minute % MINUTES_OF_HOUR, 0);
	*weekday = (int)g_date_get_weekday(&day) % 7; /* GLib's Sunday is 7 */
	if (found) {
		time = g_date_time_to_unix(found) * 1000;
		g_date_time_unref(found);
	}
	return time;
}

int64_t bot_zone_next(const char *zone, int weekday, int minute, int64_t after)
{
	GTimeZone *used = open_zone(zone);
	GDateTime *instant = g_date_time_new_from_unix_utc(after / 1000);
	GDateTime *from = instant ? g_date_time_to_timezone(instant, used) : NULL;
	int64_t next = 0;

	for (int days = 0; from && days < DAYS_TRIED; days++) {
		int day;
		int64_t time = find_time(used, from, days, minute, &day);

		if (time > after && (weekday == BOT_ZONE_ANY_DAY || day == weekday)) {
			next = time;
			break;
		}
	}
	if (from)
		g_date_time_unref(from);
	if (instant)
		g_date_time_unref(instant);
	g_time_zone_unref(used);
	return next;
}

int64_t bot_zone_begin_of_day(const char *zone, int64_t end)
{
	return bot_zone_next(zone, BOT_ZONE_ANY_DAY, 0, end - BOT_DAY_LONGEST);
}
