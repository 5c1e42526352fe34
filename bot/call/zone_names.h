/* Finds time zones by what people type: a city, or the name of a zone. */
#ifndef BOT_CALL_ZONE_NAMES_H
#define BOT_CALL_ZONE_NAMES_H

#include "bot/call/time_zone.h"

#define BOT_ZONES_LISTED 4

struct bot_zone_names {
	bool exact;   /* the zones have this name, or a city of this name; else they are similar */
	size_t count; /* at most BOT_ZONES_LISTED */
	char zone[BOT_ZONES_LISTED][BOT_ZONE_SIZE];
};

/*
 * Searches the list of zones of the machine, which names the biggest cities of each zone. Case,
 * diacritics, and spaces instead of underscores do not matter. Without a list, finds nothing.
 */
void bot_zone_names_search(const char *typed, struct bot_zone_names *names);

#endif
