#include "bot/call/zone_names.h"

#include "bot/base/memory.h"
#include "bot/call/zone_rule.h"
#include "bot/text/page.h"
#include "bot/text/plain.h"
#include "bot/text/words.h"
#include "config/edit_distance.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unicode/ucal.h>
#include <unicode/udat.h>
#include <unicode/uldnames.h>
#include <unicode/uloc.h>
#include <unicode/ustring.h>

#define NAME_SIZE 128 /* code units for a name. ICU writes no NUL behind what fills its room */

/*
 * The names of all places, each behind the first letter of its folded form, which tells most of
 * them apart. After each name come a NUL, the zone or the code of the place, and another NUL. The
 * first search makes this list.
 */
static char *places;
static size_t places_size;

/*
 * Writes a name with "and" for "&", and without full stops, hyphens and spaces: those who write
 * without spaces may have some between the words of a name.
 */
static void simplify_place(const char *name, char simple[NAME_SIZE])
{
	char plain[NAME_SIZE];

	bot_plain_write(name, plain, sizeof(plain));
	struct bot_text text = bot_text_in(simple, NAME_SIZE);
	for (const char *sign = plain; *sign; sign++)
		if (*sign == '&')
			bot_text_add(&text, "and");
		else if (!strchr(" -_.)", *sign))
			bot_text_add_bytes(&text, sign, 1);
}

/* Lists a name. If it has a second one in brackets, as in "Myanmar (Burma)", lists both. */
static void list(FILE *out, const char *name, const char *place)
{
	char simple[NAME_SIZE], folded[BOT_FOLDED_SIZE];

	simplify_place(name, simple);
	size_t length = strcspn(simple, "(");
	if (simple[length])
		list(out, simple + length + 1, place);
	bot_words_fold(simple, folded);
	fprintf(out, "%c%.*s%c%s%c", folded[0], (int)length, simple, '\0', place, '\0');
}

/* Lists a name that ICU has written. */
static void list_wide(FILE *out, const UChar *wide, const char *place, UErrorCode error)
{
	char name[NAME_SIZE] = "";

	u_strToUTF8(name, sizeof(name) - 1, NULL, wide, -1, &error);
	if (U_SUCCESS(error))
		list(out, name, place);
}

static void list_others(FILE *out)
{
	static const struct {
		const char *place, *names;
	} others[] = {
#define PLACE(place, names) {place, names},
#include "bot/call/places.def"
#undef PLACE
	};
	char name[NAME_SIZE];

	for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++)
		for (const char *at = others[i].names; *at; at += *at == '|') {
			size_t length = strcspn(at, "|");

			snprintf(name, sizeof(name), "%.*s", (int)length, at);
			list(out, name, others[i].place);
			at += length;
		}
}

static void list_codes(FILE *out)
{
	for (const char *const *code = uloc_getISOCountries(); *code; code++) {
		char locale[8];

		snprintf(locale, sizeof(locale), "_%s", *code);
		list(out, *code, *code);
		list(out, uloc_getISO3Country(locale), *code);
	}
}

/* Lists the countries by their full names in a language, or by the short ones, such as "UK". */
static void list_countries(FILE *out, const char *lang, UDisplayContext length)
{
	UErrorCode opened = U_ZERO_ERROR;
	ULocaleDisplayNames *names = uldn_openForContext(lang, &length, 1, &opened);
	UChar wide[NAME_SIZE] = {0};

	for (const char *const *code = uloc_getISOCountries(); names && *code; code++) {
		UErrorCode error = U_ZERO_ERROR;

		uldn_regionDisplayName(names, *code, wide, NAME_SIZE - 1, &error);
		list_wide(out, wide, *code, error);
	}
	uldn_close(names);
}

/* Lists the cities of the time zones of the machine by their names in a language. */
static void list_cities(FILE *out, const char *lang)
{
	UErrorCode opened = U_ZERO_ERROR;
	UDateFormat *format =
		udat_open(UDAT_PATTERN, UDAT_PATTERN, lang, u"UTC", -1, u"VVV", -1, &opened);
	UCalendar *calendar = ucal_open(u"UTC", -1, lang, UCAL_GREGORIAN, &opened);
	struct bot_zone_row row;
	UChar wide[NAME_SIZE] = {0};

	for (FILE *zones = NULL; U_SUCCESS(opened) && bot_zone_next_row(&zones, &row);) {
		UErrorCode error = U_ZERO_ERROR;

		u_uastrncpy(wide, row.zone, NAME_SIZE - 1);
		ucal_setTimeZone(calendar, wide, -1, &error);
		udat_formatCalendar(format, calendar, wide, NAME_SIZE - 1, NULL, &error);
		list_wide(out, wide, row.zone, error);
	}
	ucal_close(calendar);
	udat_close(format);
}

/* The first place with a name counts: a country before a city, such as Mexico. */
static void list_all(void)
{
	FILE *out = bot_memory_or_exit(open_memstream(&places, &places_size));

	list_others(out);
	list_codes(out);
	for (size_t i = 0; i < bot_langs_count; i++) {
		list_countries(out, bot_langs[i].code, UDISPCTX_LENGTH_FULL);
		list_countries(out, bot_langs[i].code, UDISPCTX_LENGTH_SHORT);
	}
	for (size_t i = 0; i < bot_langs_count; i++)
		list_cities(out, bot_langs[i].code);
	fclose(out);
	bot_memory_or_exit(places);
}

/*
 * Finds a place by its name in any language, or a country by its code. Case, diacritics, hyphens
 * and full stops do not matter. ICU has the names of the countries and of the cities that the list
 * of time zones names; bot/call/places.def has others. Returns the zone of a city, such as
 * Europe/Vienna, or the code of a country (ISO 3166-1), such as AT, or NULL if no place has the
 * name.
 */
static const char *find_place(const char *typed)
{
	char simple[NAME_SIZE], folded[BOT_FOLDED_SIZE];

	if (!places)
		list_all();
	simplify_place(typed, simple);
	bot_words_fold(simple, folded);
	for (size_t at = 0; at < places_size;) {
		const char *name = places + at + 1, *place = name + strlen(name) + 1;

		if (*name && places[at] == folded[0] && bot_words_match(simple, name))
			return place;
		at += strlen(name) + strlen(place) + 3;
	}
	return NULL;
}

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
	const char *place = names->exact ? NULL : find_place(typed);
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

bool bot_zone_names_has(const char *typed)
{
	return find_place(typed);
}

const char *bot_zone_names_in(const char *text)
{
	const char *longest = NULL;

	if (!places)
		list_all();
	for (size_t at = 0; at < places_size;) {
		const char *name = places + at + 1, *place = name + strlen(name) + 1;

		if ((*name & 0x80) && strstr(text, name) &&
			(!longest || strlen(name) > strlen(longest)))
			longest = name;
		at += strlen(name) + strlen(place) + 3;
	}
	return longest;
}
