/*
 * With these functions the adapter answers the question of `ask_zone` in struct bot_port. Both work
 * in the caller's transaction.
 */
#ifndef BOT_HOST_ZONE_NEWS_H
#define BOT_HOST_ZONE_NEWS_H

#include "bot/base/error.h"

struct bot_host;

/*
 * Reports the time zone in the profile of a user, by its name in the tz database: a text of a
 * stranger. It counts until the user chooses another one. NULL if the profile has none.
 */
BOT_MUST_USE enum bot_error bot_host_profile_zone(
	struct bot_host *host, const char *user, const char *zone);

/* Reports that the profile of the user can't be read now. The bot asks for it again in a day. */
BOT_MUST_USE enum bot_error bot_host_profile_zone_fails(struct bot_host *host, const char *user);

#endif
