#include "bot/call/country.h"

#include "bot/call/zone_rule.h"
#include "bot/text/words.h"

#include <glib.h>
#include <jansson.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define NAMES        "/usr/share/iso-codes/json/iso_3166-1.json"
#define TRANSLATIONS "/usr/share/locale/%s/LC_MESSAGES/iso_3166-1.mo"

/* Writes the letters of a name, folded and without spaces. */
static void simplify(const char *name, size_t length, char simple[BOT_FOLDED_SIZE])
{
	char part[256], *end = simple;

	snprintf(part, sizeof(part), "%.*s", (int)length, name);
	bot_words_fold(part, simple);
	for (const char *sign = simple; *sign; sign++)
		if (*sign != ' ' && *sign != '-')
			*end++ = *sign;
	*end = '\0';
}

static bool is_name(const char *typed, const char *name, size_t length)
{
	char simple[BOT_FOLDED_SIZE];

	simplify(name, length, simple);
	return strcmp(typed, simple) == 0;
}

/* Whether the name is typed whole. */
static bool is_whole(const char *typed, const char *name)
{
	return is_name(typed, name, strlen(name));
}

/* Whether the name is typed without its brackets, as in "Britain (UK)". */
static bool is_before_bracket(const char *typed, const char *name)
{
	const char *bracket = strchr(name, '(');

	return bracket && is_name(typed, name, (size_t)(bracket - name));
}

/* Whether only the letters in brackets are typed, as in "Britain (UK)". */
static bool are_initials(const char *typed, const char *name)
{
	const char *bracket = strchr(name, '(');

	return bracket && strlen(bracket) == 4 && is_name(typed, bracket + 1, 2);
}

static bool fits(const char *typed, const char *name)
{
	return is_whole(typed, name) || is_before_bracket(typed, name);
}

static bool copy_code(const char *found, char code[BOT_COUNTRY_SIZE])
{
	if (!found || strlen(found) != BOT_COUNTRY_SIZE - 1)
		return false;
	memcpy(code, found, BOT_COUNTRY_SIZE);
	return true;
}

/*
 * Finds the country in the database of time zones. A name without its brackets counts if only one
 * country has it, unlike "Korea". Of countries with the same initials, the first one is the
 * biggest.
 */
static bool find_in_database(const char *typed, char code[BOT_COUNTRY_SIZE])
{
	FILE *list = bot_zone_open("iso3166.tab");
	char line[512], part[BOT_COUNTRY_SIZE] = "";
	bool found = false;
	size_t parts = 0;

	while (!found && list && fgets(line, sizeof(line), list)) {
		char *name = line[0] == '#' ? NULL : strchr(line, '\t');

		if (!name)
			continue;
		*name++ = '\0';
		name[strcspn(name, "\n")] = '\0';
		if (is_whole(typed, line) || is_whole(typed, name) || are_initials(typed, name))
			found = copy_code(line, code);
		else if (is_before_bracket(typed, name) && parts++ == 0)
			(void)copy_code(line, part);
	}
	if (list)
		fclose(list);
	return found || (parts == 1 && copy_code(part, code));
}

/* Finds the country of which one of these values is the text that `is_meant` accepts. */
static bool find_value(const json_t *countries, const char *typed,
	bool (*is_meant)(const char *typed, const char *value), char code[BOT_COUNTRY_SIZE])
{
	static const char *const keys[] = {"name", "common_name", "official_name", "alpha_3"};
	const json_t *country;
	size_t i;

	json_array_foreach (countries, i, country)
		for (size_t key = 0; key < sizeof(keys) / sizeof(keys[0]); key++) {
			const char *value = json_string_value(json_object_get(country, keys[key]));

			if (value && is_meant(typed, value))
				return copy_code(
					json_string_value(json_object_get(country, "alpha_2")),
					code);
		}
	return false;
}

static bool is_same(const char *typed, const char *value)
{
	return strcmp(typed, value) == 0;
}

/* A file of translations, as GNU gettext writes them. */
struct catalogue {
	gchar *data;
	gsize size;
};

static uint32_t read_number(const struct catalogue *catalogue, size_t at)
{
	uint32_t number = 0;

	if (at + sizeof(number) <= catalogue->size)
		memcpy(&number, catalogue->data + at, sizeof(number));
	return number;
}

/* Returns the text whose length and place stand at `at`, or NULL. */
static const char *read_text(const struct catalogue *catalogue, size_t at)
{
	size_t length = read_number(catalogue, at), place = read_number(catalogue, at + 4);

	if (place == 0 || place + length >= catalogue->size || catalogue->data[place + length])
		return NULL;
	return catalogue->data + place;
}

/* Returns the English name whose translation is typed, or NULL. */
static const char *find_translation(const struct catalogue *catalogue, const char *typed)
{
	const uint32_t magic = 0x950412de;
	size_t count = read_number(catalogue, 8), english = read_number(catalogue, 12),
	       other = read_number(catalogue, 16);

	if (read_number(catalogue, 0) != magic)
		return NULL;
	for (size_t i = 1; i < count && other + 8 * i < catalogue->size; i++) {
		const char *name = read_text(catalogue, other + 8 * i);

		if (name && fits(typed, name))
			return read_text(catalogue, english + 8 * i);
	}
	return NULL;
}

static bool find_translated(
	const json_t *countries, const char *typed, const char *lang, char code[BOT_COUNTRY_SIZE])
{
	struct catalogue catalogue = {0};
	char path[128];
	bool found = false;

	snprintf(path, sizeof(path), TRANSLATIONS, lang);
	if (!g_file_get_contents(path, &catalogue.data, &catalogue.size, NULL))
		return false;
	const char *name = find_translation(&catalogue, typed);
	if (name)
		found = find_value(countries, name, is_same, code);
	g_free(catalogue.data);
	return found;
}

bool bot_country_find(const char *typed, char code[BOT_COUNTRY_SIZE])
{
	char simple[BOT_FOLDED_SIZE];

	simplify(typed, strlen(typed), simple);
	if (!*simple)
		return false;
	if (find_in_database(simple, code))
		return true;
	json_t *names = json_load_file(NAMES, 0, NULL);
	const json_t *countries = json_object_get(names, "3166-1");
	bool found = find_value(countries, simple, fits, code);
	for (size_t i = 0; i < bot_langs_count && !found; i++)
		found = find_translated(countries, simple, bot_langs[i].code, code);
	json_decref(names);
	return found;
}
