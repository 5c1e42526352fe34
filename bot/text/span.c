#include "bot/text/span.h"

#include "bot/base/duration.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const struct {
	int64_t length;
	enum bot_msg unit;
} units[] = {{BOT_DAY, BOT_MSG_UNIT_DAY}, {BOT_HOUR, BOT_MSG_UNIT_HOUR},
	{BOT_MINUTE, BOT_MSG_UNIT_MINUTE}, {BOT_SECOND, BOT_MSG_UNIT_SECOND}};

#define UNITS       (sizeof(units) / sizeof(units[0]))
#define UNITS_SHOWN 2

/*
 * Adds a number with its unit. A language that writes "3時間" has no space in the unit, and none
 * between two parts either.
 */
static void add_part(char span[BOT_SPAN_SIZE], const char *unit, int64_t number)
{
	size_t used = strlen(span);
	const char *space = used > 0 && unit[0] == ' ' ? " " : "";

	snprintf(span + used, BOT_SPAN_SIZE - used, "%s%" PRId64 "%s", space, number, unit);
}

void bot_span_write(const struct bot_lang *lang, int64_t ms, char span[BOT_SPAN_SIZE])
{
	int64_t left = (ms + BOT_SECOND - 1) / BOT_SECOND * BOT_SECOND;
	size_t first = 0;

	span[0] = '\0';
	while (first < UNITS - 1 && left < units[first].length)
		first++;
	for (size_t i = first; i < UNITS && i < first + UNITS_SHOWN; i++) {
		if (i > first && left < units[i].length)
			break;
		add_part(span, lang->messages[units[i].unit], left / units[i].length);
		left %= units[i].length;
	}
}
