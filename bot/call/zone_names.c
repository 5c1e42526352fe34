#include "bot/call/zone_names.h"

#include "bot/call/place_names.h"
#include "config/edit_distance.h"

#include <stdio.h>
#include <string.h>

#define LETTERS_LEAST 3 /* of a word that may be the beginning of a city */
#define LETTERS_ERROR 4 /* for so many letters, a word may have one typing error */
#define LETTERS_CLOCK 5 /* the most letters of the short name of a zone's clocks */

#define COUNTRIES (26 * 26)

/* A search: what is typed, what is compared with it, and what is found. */
struct search {
	const char *typed;
	const char *country;
	unsigned zones[COUNTRIES]; /* how many zones each country has */
	struct bot_zone_names *names;
};

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

/* Whether the city may be meant: by its first letters, or by a typing error after the first one. */
static bool is_similar(const char *typed, const char *city)
{
	size_t length = strlen(typed);

	if (length < LETTERS_LEAST || typed[0] != city[0])
		return false;
	return strncmp(city, typed, length) == 0 ||
	       cfg_edit_distance(typed, city) <= length / LETTERS_ERROR;
}

/* Adds a zone. An exact one replaces all that are only similar. */
static void add(struct bot_zone_names *names, const char *zone, bool exact)
{
	if (exact && !names->exact)
		names->count = 0;
	if ((names->exact && !exact) || strlen(zone) >= BOT_ZONE_SIZE)
		return;
	names->exact = exact;
	names->more = names->count == BOT_ZONES_LISTED;
	if (!names->more)
		memcpy(names->zone[names->count++], zone, strlen(zone) + 1);
}

static void compare_city(struct search *search, const char *country, const char *zone)
{
	char whole[BOT_FOLDED_SIZE], city[BOT_FOLDED_SIZE];
	(void)country;

	simplify(zone, whole);
	simplify(find_city(zone), city);
	if (is_exact(search->typed, whole, city))
		add(search->names, zone, true);
	else if (is_similar(search->typed, city))
		add(search->names, zone, false);
}

static size_t number_of(const char *country)
{
	return (size_t)(country[0] - 'A') % 26 * 26 + (size_t)(country[1] - 'A') % 26;
}

static void count_zone(struct search *search, const char *country, const char *zone)
{
	(void)zone;
	search->zones[number_of(country)]++;
}

/* Puts the zone in the place of one with the same clocks, if its country has more zones. */
static bool replaces(
	struct bot_zone_names *names, const char *zone, const char *rule, unsigned zones)
{
	for (size_t i = 0; names->exact && i < names->count; i++) {
		if (strcmp(names->rule[i], rule) != 0)
			continue;
		if (zones > names->country_zones[i]) {
			memcpy(names->zone[i], zone, strlen(zone) + 1);
			names->country_zones[i] = zones;
		}
		return true;
	}
	return false;
}

/* Adds a zone, if there is none with the same clocks yet. */
static void add_clocks(
	const struct search *search, const char *country, const char *zone, const char *rule)
{
	struct bot_zone_names *names = search->names;
	unsigned zones = search->zones[number_of(country)];

	if (strlen(zone) >= BOT_ZONE_SIZE || replaces(names, zone, rule, zones))
		return;
	add(names, zone, true);
	if (names->more)
		return;
	memcpy(names->rule[names->count - 1], rule, strlen(rule) + 1);
	names->country_zones[names->count - 1] = zones;
}

static void compare_country(struct search *search, const char *country, const char *zone)
{
	char rule[BOT_ZONE_RULE_SIZE];

	if (strcmp(search->country, country) == 0 && bot_zone_read_rule(zone, rule))
		add_clocks(search, country, zone, rule);
}

static void compare_clocks(struct search *search, const char *country, const char *zone)
{
	char rule[BOT_ZONE_RULE_SIZE];

	if (bot_zone_read_rule(zone, rule) && bot_zone_rule_is_named(rule, search->typed))
		add_clocks(search, country, zone, rule);
}

/* Compares each zone of the list. */
static void run(struct search *search,
	void (*compare)(struct search *search, const char *country, const char *zone))
{
	struct bot_zone_row row;

	for (FILE *zones = NULL; bot_zone_next_row(&zones, &row);)
		compare(search, row.country, row.zone);
}

void bot_zone_names_search(const char *typed, struct bot_zone_names *names)
{
	char simple[BOT_FOLDED_SIZE];
	struct search search = {.typed = simple, .names = names};

	*names = (struct bot_zone_names){0};
	simplify(typed, simple);
	if (!*simple)
		return;
	run(&search, compare_city);
	const char *place = names->exact ? NULL : bot_place_find(typed);
	if (place && strchr(place, '/'))
		add(names, place, true);
	if (!names->exact && strlen(simple) <= LETTERS_CLOCK) {
		run(&search, count_zone);
		run(&search, compare_clocks);
	}
	if (!names->exact && place) {
		search.country = place;
		run(&search, compare_country);
	}
}
