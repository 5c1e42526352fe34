#include "bot/text/span.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define SECOND INT64_C(1000) /* milliseconds */
#define MINUTE (60 * SECOND)
#define HOUR   (60 * MINUTE)
#define DAY    (24 * HOUR)

static const struct {
	int64_t length;
	enum bot_msg unit;
} units[] = {{DAY, BOT_MSG_UNIT_DAY}, {HOUR, BOT_MSG_UNIT_HOUR}, {MINUTE, BOT_MSG_UNIT_MINUTE},
	{SECOND, BOT_MSG_UNIT_SECOND}};

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
	int64_t left = (ms + SECOND - 1) / SECOND * SECOND;
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
