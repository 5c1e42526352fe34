/* The command `timezone`: the zone in which the bot writes times for a person. */
#ifndef BOT_COMMANDS_TIME_ZONE_H
#define BOT_COMMANDS_TIME_ZONE_H

#include "bot/call/call.h"
#include "bot/call/time_zone.h"

/*
 * Finds the zone that the words from `first` on name: a city, or a zone. If they name none, or
 * several, answers with what is similar, and sets zone[0] to '\0'.
 */
BOT_MUST_USE enum bot_error bot_time_zone_read(
	const struct bot_call *call, size_t first, const char *usage, char zone[BOT_ZONE_SIZE]);

enum bot_error bot_run_timezone(struct bot_call *call);

#endif
