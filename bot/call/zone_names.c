#include "bot/call/zone_names.h"

#include "bot/text/words.h"
#include "config/edit_distance.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Each line that is no comment has a country, coordinates, and the name of a zone. */
#define LIST          "zone.tab"
#define FOLDER        "/usr/share/zoneinfo" /* unless TZDIR names another one, as for GLib */
#define LETTERS_LEAST 3                     /* of a word that may be the beginning of a city */

/* Writes the letters of a name in lower case, with spaces for "_" and "-". */
static void simplify(const char *name, char simple[BOT_FOLDED_SIZE])
{
	bot_words_fold(name, simple);
	for (char *sign = simple; *sign; sign++)
		if (*sign == '_' || *sign == '-')
			*sign = ' ';
}

static const char *find_city(const char *zone)
{
	const char *slash = strrchr(zone, '/');

	return slash ? slash + 1 : zone;
}

static bool is_exact(const char *typed, const char *zone, const char *city)
{
	return strcmp(typed, city) == 0 || strcmp(typed, zone) == 0;
}

/* Whether the city may be meant: by its first letters, or by a typing error. */
static bool is_similar(const char *typed, const char *city)
{
	size_t length = strlen(typed);

	if (length < LETTERS_LEAST)
		return false;
	return strncmp(city, typed, length) == 0 ||
	       cfg_edit_distance(typed, city) <= length / LETTERS_LEAST;
}

/* Adds a zone. An exact one replaces all that are only similar. */
static void add(struct bot_zone_names *names, const char *zone, bool exact)
{
	if (exact && !names->exact)
		names->count = 0;
	if ((names->exact && !exact) || names->count == BOT_ZONES_LISTED ||
		strlen(zone) >= BOT_ZONE_SIZE)
		return;
	names->exact = exact;
	memcpy(names->zone[names->count++], zone, strlen(zone) + 1);
}

static void compare(const char *typed, const char *zone, struct bot_zone_names *names)
{
	char whole[BOT_FOLDED_SIZE], city[BOT_FOLDED_SIZE];

	simplify(zone, whole);
	simplify(find_city(zone), city);
	if (is_exact(typed, whole, city))
		add(names, zone, true);
	else if (is_similar(typed, city))
		add(names, zone, false);
}

static FILE *open_list(void)
{
	const char *folder = getenv("TZDIR");
	char path[4096];

	snprintf(path, sizeof(path), "%s/" LIST, folder && *folder ? folder : FOLDER);
	return fopen(path, "re");
}

void bot_zone_names_search(const char *typed, struct bot_zone_names *names)
{
	char simple[BOT_FOLDED_SIZE], line[512], zone[128];
	FILE *list = open_list();

	*names = (struct bot_zone_names){0};
	simplify(typed, simple);
	while (list && *simple && fgets(line, sizeof(line), list))
		if (line[0] != '#' && sscanf(line, "%*s %*s %127s", zone) == 1)
			compare(simple, zone, names);
	if (list)
		fclose(list);
}
