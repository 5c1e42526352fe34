#include "bot/call/zone_offset.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

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
	int hours = minutes / MINUTES_OF_HOUR;
	minutes %= MINUTES_OF_HOUR;
	if (hours == 0 && minutes == 0)
		snprintf(zone, size, UTC);
	else if (minutes == 0)
		snprintf(zone, size, UTC "%c%d", sign, hours);
	else
		snprintf(zone, size, UTC "%c%d:%02d", sign, hours, minutes);
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
