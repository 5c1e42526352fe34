/* The command `timezone`: the zone in which the bot writes times for a person. */
#ifndef BOT_COMMANDS_TIME_ZONE_H
#define BOT_COMMANDS_TIME_ZONE_H

#include "bot/call/call.h"
#include "bot/call/time_zone.h"

/*
 * Reads a zone, or a city in it, from the words of the call, beginning with word[first]. If they
 * name no zone, or several, answers with similar ones, and sets zone[0] to '\0'. `usage` is the
 * command in this answer, such as "settings timezone".
 */
void bot_time_zone_read(
	const struct bot_call *call, size_t first, const char *usage, char zone[BOT_ZONE_SIZE]);

void bot_run_timezone(struct bot_call *call);

#endif
