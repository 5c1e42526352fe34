/*
 * The database of time zones of the machine: where it is, and the rule that a zone follows from now
 * on. GLib reads the rest. To read all zones, GLib would need a third of a second.
 */
#ifndef BOT_CALL_ZONE_RULE_H
#define BOT_CALL_ZONE_RULE_H

#include <stdbool.h>
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

#endif
