/* Finds time zones by what people type: a city, a country, or the name of a zone or its clocks. */
#ifndef BOT_CALL_ZONE_NAMES_H
#define BOT_CALL_ZONE_NAMES_H

#include "bot/call/time_zone.h"
#include "bot/call/zone_rule.h"

#define BOT_ZONES_LISTED 5

struct bot_zone_names {
	bool exact;   /* the zones have this name, or a city of this name; else they are similar */
	bool more;    /* there are more zones than the bot lists */
	size_t count; /* at most BOT_ZONES_LISTED */
	char zone[BOT_ZONES_LISTED][BOT_ZONE_SIZE];
	char rule[BOT_ZONES_LISTED][BOT_ZONE_RULE_SIZE];
	unsigned country_zones[BOT_ZONES_LISTED]; /* how many zones the zone's country has */
};

/*
 * Searches the list of zones of the machine, which names the biggest cities of each zone in
 * English, then other places (bot/call/places.def), then the short names of the zones' clocks, such
 * as EST, then the countries, then the cities of the list in the languages of the bot. Of zones
 * whose clocks are the same, gives the first one in the country with the most zones: New York for
 * EST. Case, diacritics, and spaces instead of underscores do not matter.
 */
void bot_zone_names_search(const char *typed, struct bot_zone_names *names);

/* Whether a city or a country has the name in any language. Looks through thousands of names. */
bool bot_zone_names_has(const char *typed);

/*
 * Returns the longest name of a place in a text without spaces between words, such as a Japanese
 * one, or NULL. The name lives as long as the program.
 */
const char *bot_zone_names_in(const char *text);

#endif
