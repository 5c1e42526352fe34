/*
 * The time zone of a person, in which they read times in private: what they have chosen, else what
 * their profile on the platform says, else UTC. Nothing is guessed. bot/call/time_zone.h has the
 * zones themselves, and those of rooms.
 */
#ifndef BOT_CALL_READER_ZONE_H
#define BOT_CALL_READER_ZONE_H

#include "bot/call/call.h"
#include "bot/call/time_zone.h"

enum bot_zone_source {
	BOT_ZONE_UNKNOWN, /* the zone is UTC because the bot knows none */
	BOT_ZONE_ASKED,   /* likewise, but the bot is asking for the profile for the first time */
	BOT_ZONE_PROFILE,
	BOT_ZONE_CHOSEN,
};

/* Whether the bot knows the zone of the user, and does not write UTC for want of a zone. */
bool bot_zone_is_known(enum bot_zone_source source);

/*
 * Finds the zone of a user to whom the bot shows a time now, and where the zone comes from. If the
 * user has chosen none, asks the platform for the user's profile, at most once a week.
 */
enum bot_zone_source bot_reader_zone(
	struct bot_host *host, const char *user, char zone[BOT_ZONE_SIZE]);

/*
 * Stores the zone that a user has chosen, by the name that bot_zone_find wrote. NULL: forgets it,
 * so that the zone in the profile counts again.
 */
void bot_reader_zone_choose(struct bot_host *host, const char *user, const char *zone);

/*
 * Stores the zone in the user's profile, a text of a stranger. NULL, or a text that names no zone
 * of the machine: the profile has no zone.
 */
void bot_reader_zone_publish(struct bot_host *host, const char *user, const char *zone);

/* Stores that the profile could not be read, so that the bot asks for it again after a day. */
void bot_reader_zone_put_off(struct bot_host *host, const char *user);

/* Sets the zone of the instant to the user's. */
void bot_reader_localise(struct bot_host *host, const char *user, struct bot_instant *instant);

/*
 * Sets the zone of the instant to the user's if the bot knows it, else to the room's. A `user` of
 * NULL is the room.
 */
void bot_reader_localise_in(
	struct bot_host *host, const char *user, const char *room, struct bot_instant *instant);

/*
 * Adds a line that says how to choose a zone, unless the bot knows one or is asking for it, or the
 * user has had this line before. For pages that have a time in them, and that only this user gets.
 */
void bot_reader_zone_hint(struct bot_host *host, const char *user, struct bot_page *page);

#endif
