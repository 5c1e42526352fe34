#include "bot/call/zone_rule.h"

#include <ctype.h>
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
