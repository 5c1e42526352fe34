#include "bot/call/zone_rule.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define FOLDER "/usr/share/zoneinfo" /* unless TZDIR names another one, as for GLib */

/* Opens a file of the database. Returns NULL if there is none. */
static FILE *open_file(const char *name)
{
	const char *folder = getenv("TZDIR");
	char path[4096];

	snprintf(path, sizeof(path), "%s/%s", folder && *folder ? folder : FOLDER, name);
	return fopen(path, "re");
}

/* Each line of the list that is no comment has a country, coordinates, and the name of a zone. */
bool bot_zone_next_row(FILE **list, struct bot_zone_row *row)
{
	char line[512];

	if (!*list)
		*list = open_file("zone.tab");
	while (*list && fgets(line, sizeof(line), *list))
		if (line[0] != '#' && sscanf(line, "%2s %*s %127s", row->country, row->zone) == 2)
			return true;
	if (*list)
		fclose(*list);
	return false;
}

/* The rule is the last line of the zone's file (RFC 8536, section 3.3). */
bool bot_zone_read_rule(const char *zone, char rule[BOT_ZONE_RULE_SIZE])
{
	char end[BOT_ZONE_RULE_SIZE + 2] = "";
	FILE *file = open_file(zone);
	size_t size = 0;

	if (file && fseek(file, 1 - (long)sizeof(end), SEEK_END) == 0)
		size = fread(end, 1, sizeof(end) - 1, file);
	if (file)
		fclose(file);
	if (size < 2 || end[size - 1] != '\n')
		return false;
	size_t begin = size - 1;
	while (begin > 0 && end[begin - 1] != '\n')
		begin--;
	size_t length = size - 1 - begin;
	if (begin == 0 || length == 0 || length >= BOT_ZONE_RULE_SIZE)
		return false;
	memcpy(rule, end + begin, length);
	rule[length] = '\0';
	return true;
}

bool bot_zone_rule_has_summer(const char *rule)
{
	return strchr(rule, ',') != NULL;
}

bool bot_zone_rule_is_named(const char *rule, const char *name)
{
	size_t length = strlen(name);

	/* "EST5EDT,M3.2.0,M11.1.0" has two names; one that is no word is in angle brackets */
	for (const char *at = rule; *at && *at != ',';) {
		size_t letters = 0;

		while (isalpha((unsigned char)at[letters]))
			letters++;
		if (letters > 0 && letters == length && strncasecmp(at, name, length) == 0)
			return true;
		at += letters > 0 ? letters : 1;
	}
	return false;
}

#define UTC             "UTC"
#define GMT             "GMT"
#define MINUTES_OF_HOUR 60
#define HOURS_AHEAD     14
#define HOURS_BEHIND    12
#define DIGITS_MOST     4

/* Reads "2", "02", "2:30", "02:30" or "0230". Returns the minutes, or -1. */
static int read_minutes(const char *text)
{
	char digits[DIGITS_MOST + 1] = "";
	size_t count = 0;

	for (; *text; text++) {
		bool separates = *text == ':' && (count == 1 || count == 2) && strlen(text) == 3;

		if (!separates && (!isdigit((unsigned char)*text) || count == DIGITS_MOST))
			return -1;
		if (!separates)
			digits[count++] = *text;
	}
	int number = (int)strtol(digits, NULL, 10), rest = count > 2 ? number % 100 : 0;
	if (count == 0 || rest >= MINUTES_OF_HOUR)
		return -1;
	return (count > 2 ? number / 100 : number) * MINUTES_OF_HOUR + rest;
}

static const char *skip_space(const char *text)
{
	return text + strspn(text, " ");
}

void bot_zone_name_offset(int minutes, char *zone, size_t size)
{
	char sign = minutes < 0 ? '-' : '+';
	int hours = abs(minutes) / MINUTES_OF_HOUR % 100, rest = abs(minutes) % MINUTES_OF_HOUR;

	if (rest == 0)
		snprintf(zone, size, UTC "%c%d", sign, hours);
	else
		snprintf(zone, size, UTC "%c%d:%02d", sign, hours, rest);
}

bool bot_zone_read_offset(const char *typed, char *zone, size_t size)
{
	bool named = strncasecmp(typed, UTC, strlen(UTC)) == 0 ||
		     strncasecmp(typed, GMT, strlen(GMT)) == 0;
	const char *at = skip_space(named ? typed + strlen(UTC) : typed);
	char sign = *at;

	if (sign != '+' && sign != '-' && (sign || !named))
		return false;
	int minutes = sign ? read_minutes(skip_space(at + 1)) : 0;
	if (minutes < 0 || minutes > (sign == '-' ? HOURS_BEHIND : HOURS_AHEAD) * MINUTES_OF_HOUR)
		return false;
	if (minutes == 0)
		snprintf(zone, size, UTC);
	else
		bot_zone_name_offset(sign == '-' ? -minutes : minutes, zone, size);
	return true;
}

bool bot_zone_is_offset(const char *zone)
{
	return strncmp(zone, UTC, strlen(UTC)) == 0 && zone[strlen(UTC)] != '\0';
}

void bot_zone_write_offset(const char *zone, char *identifier, size_t size)
{
	const char *at = zone + strlen(UTC);
	int minutes = *at ? read_minutes(at + 1) : -1;

	if (minutes < 0)
		minutes = 0;
	snprintf(identifier, size, "%c%02d:%02d", *at == '-' ? '-' : '+',
		minutes / MINUTES_OF_HOUR % 100, minutes % MINUTES_OF_HOUR);
}
