#include "bot/call/zone_names.h"

#include "bot/call/country.h"
#include "bot/text/words.h"
#include "config/edit_distance.h"

#include <stdio.h>
#include <string.h>

/* Each line that is no comment has a country, coordinates, and the name of a zone. */
#define LIST          "zone.tab"
#define LETTERS_LEAST 3 /* of a word that may be the beginning of a city */
#define LETTERS_CLOCK 5 /* the most letters of the short name of a zone's clocks */

#define COUNTRIES (26 * 26)

/* A search: what is typed, what is compared with it, and what is found. */
struct search {
	const char *typed;
	char country[BOT_COUNTRY_SIZE];
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

/*
 * Writes the zone that is named after its clocks in winter, such as CET, if this rule is its rule.
 * Else writes "". The database has such zones for a few clocks with summer time.
 */
static void find_by_clocks(const char *rule, char zone[LETTERS_CLOCK + 1])
{
	char other[BOT_ZONE_RULE_SIZE];
	size_t length = strcspn(rule, "0123456789+-");

	zone[0] = '\0';
	if (length == 0 || length > LETTERS_CLOCK || !bot_zone_rule_has_summer(rule))
		return;
	memcpy(zone, rule, length);
	zone[length] = '\0';
	if (!bot_zone_read_rule(zone, other) || strcmp(other, rule) != 0)
		zone[0] = '\0';
}

static void compare_clocks(struct search *search, const char *country, const char *zone)
{
	char rule[BOT_ZONE_RULE_SIZE], clocks[LETTERS_CLOCK + 1];

	if (!bot_zone_read_rule(zone, rule) || !bot_zone_rule_is_named(rule, search->typed))
		return;
	find_by_clocks(rule, clocks);
	add_clocks(search, country, clocks[0] ? clocks : zone, rule);
}

/* Compares each zone of the list. */
static void run(struct search *search,
	void (*compare)(struct search *search, const char *country, const char *zone))
{
	FILE *list = bot_zone_open(LIST);
	char line[512], country[BOT_COUNTRY_SIZE], zone[128];

	while (list && fgets(line, sizeof(line), list))
		if (line[0] != '#' && sscanf(line, "%2s %*s %127s", country, zone) == 2)
			compare(search, country, zone);
	if (list)
		fclose(list);
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
	if (!names->exact && strlen(simple) <= LETTERS_CLOCK) {
		run(&search, count_zone);
		run(&search, compare_clocks);
	}
	if (!names->exact && bot_country_find(typed, search.country))
		run(&search, compare_country);
}
