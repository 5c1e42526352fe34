/*
 * The database of time zones of the machine: where it is, and the rule that a zone follows from now
 * on. GLib reads the rest. To read all zones, GLib would need a third of a second. Also the zones
 * that are a fixed distance from UTC, without summer time: UTC+2, UTC-5, UTC+5:30.
 */
#ifndef BOT_CALL_ZONE_RULE_H
#define BOT_CALL_ZONE_RULE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#define BOT_ZONE_RULE_SIZE 64

/* A zone in the list of the database, and its country (ISO 3166-1). */
struct bot_zone_row {
	char country[3], zone[128];
};

/*
 * Reads the next row of the list of zones. *list is NULL before the first one. Returns false, and
 * closes the list, if there are no more.
 */
bool bot_zone_next_row(FILE **list, struct bot_zone_row *row);

/*
 * Reads the rule of a zone, as POSIX writes it in the variable TZ: "CET-1CEST,M3.5.0,M10.5.0/3".
 * Two zones with the same rule have the same clocks. `zone` is a name from a list of the database.
 * Returns false if there is no such zone, or if its rule is unknown.
 */
bool bot_zone_read_rule(const char *zone, char rule[BOT_ZONE_RULE_SIZE]);

/* Whether a zone with this rule has summer time. */
bool bot_zone_rule_has_summer(const char *rule);

/* Whether the clocks of a zone with this rule are named so, such as "cet", in summer or winter. */
bool bot_zone_rule_is_named(const char *rule, const char *name);

/*
 * Writes an offset from UTC as the name of a zone: UTC+2, or UTC-3:30. `minutes` is negative west
 * of Greenwich, and is not 0. A `size` of 10 is enough.
 */
void bot_zone_name_offset(int minutes, char *zone, size_t size);

/*
 * Reads such a zone as people type it: "utc+2", "GMT -5", "+05:30" or "+0530". Writes its name, or
 * UTC if the distance is zero or only "utc" or "gmt" is typed. `size` is at least 10. Returns false
 * if the text is something else, or farther away than any clock is (from -12 to +14 hours).
 */
bool bot_zone_read_offset(const char *typed, char *zone, size_t size);

/* Whether a name is that of such a zone, and not UTC itself. */
bool bot_zone_is_offset(const char *zone);

/* Writes the name of such a zone as GLib has it: "+05:30". `size` is at least 7. */
void bot_zone_write_offset(const char *zone, char *identifier, size_t size);

#endif
