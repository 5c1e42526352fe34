#include "bot/call/place_names.h"

#include "bot/base/memory.h"
#include "bot/call/zone_rule.h"
#include "bot/text/page.h"
#include "bot/text/plain.h"
#include "bot/text/words.h"

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
 * The names of all places. After each name come a NUL, the zone or the code of the place, and
 * another NUL. The first search makes this list.
 */
static char *places;
static size_t places_size;

/*
 * Writes a name with "and" for "&", and without full stops, hyphens and spaces: those who write
 * without spaces may have some between the words of a name.
 */
static void simplify(const char *name, char simple[NAME_SIZE])
{
	char plain[NAME_SIZE];
	struct bot_text text;

	bot_plain_write(name, plain, sizeof(plain));
	bot_text_init(&text, simple, NAME_SIZE);
	for (const char *sign = plain; *sign; sign++)
		if (*sign == '&')
			bot_text_add(&text, "and");
		else if (!strchr(" -_.)", *sign))
			bot_text_add_bytes(&text, sign, 1);
}

/* Lists a name. If it has a second one in brackets, as in "Myanmar (Burma)", lists both. */
static void list(FILE *out, const char *name, const char *place)
{
	char simple[NAME_SIZE];

	simplify(name, simple);
	size_t length = strcspn(simple, "(");
	if (simple[length])
		list(out, simple + length + 1, place);
	fprintf(out, "%.*s%c%s%c", (int)length, simple, '\0', place, '\0');
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

const char *bot_place_find(const char *typed)
{
	char simple[NAME_SIZE];

	if (!places)
		list_all();
	simplify(typed, simple);
	for (size_t at = 0; at < places_size;) {
		const char *name = places + at, *place = name + strlen(name) + 1;

		if (*name && bot_words_match(simple, name))
			return place;
		at += strlen(name) + strlen(place) + 2;
	}
	return NULL;
}
