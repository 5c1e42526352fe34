/*
 * The time zone of a person, in which they read times in private: what they have chosen, else UTC.
 * Nothing is guessed. bot/call/time_zone.h has the zones themselves, and those of rooms.
 */
#ifndef BOT_CALL_READER_ZONE_H
#define BOT_CALL_READER_ZONE_H

#include "bot/call/call.h"
#include "bot/call/time_zone.h"

enum bot_zone_source {
	BOT_ZONE_UNKNOWN, /* the zone is UTC because the bot knows none */
	BOT_ZONE_CHOSEN,
};

/* Finds the zone of a user, and where it comes from. */
BOT_MUST_USE enum bot_error bot_reader_zone(struct bot_host *host, const char *user,
	char zone[BOT_ZONE_SIZE], enum bot_zone_source *source);

/* Stores the zone that a user has chosen, by the name that bot_zone_find wrote. */
BOT_MUST_USE enum bot_error bot_reader_zone_choose(
	struct bot_host *host, const char *user, const char *zone);

/* Sets the zone of the instant to the user's. */
BOT_MUST_USE enum bot_error bot_reader_localise(
	struct bot_host *host, const char *user, struct bot_instant *instant);

/*
 * Adds a line that says how to choose a zone, unless the user has chosen one, or has had this line
 * before. For pages that have a time in them, and that only this user gets.
 */
BOT_MUST_USE enum bot_error bot_reader_zone_hint(
	struct bot_host *host, const char *user, struct bot_page *page);

#endif
