#include "bot/call/reader_zone.h"

#include "bot/base/attempt.h"
#include "bot/base/duration.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define KEY         "timezone"
#define KEY_PROFILE "timezone profile" /* the zone in the user's profile, if it has one */
#define KEY_DUE     "timezone due"     /* when to ask for the profile again: a wall time in ms */
#define KEY_HINT    "timezone hint"    /* the user has been told how to choose a zone */
#define UTC         "UTC"

#define PROFILE_KEPT (7 * BOT_DAY)
#define RETRY_AFTER  BOT_DAY

bool bot_zone_is_known(enum bot_zone_source source)
{
	return source == BOT_ZONE_PROFILE || source == BOT_ZONE_CHOSEN;
}

static int64_t wall_time(const struct bot_host *host)
{
	return host->port->now(host->port->self);
}

/* Whether to ask for the profile. A time far ahead comes from a clock that was wrong. */
static bool is_due(const struct bot_host *host, const char *due)
{
	int64_t now = wall_time(host), then;

	return !bot_words_number(due, INT64_MAX, &then) || then <= now || then - now > PROFILE_KEPT;
}

/*
 * Asks for the user's profile if that is due. Returns whether the bot asks for the profile of a
 * user of whom it knows nothing.
 */
static bool ask(struct bot_host *host, const char *user)
{
	const struct bot_port *port = host->port;
	char due[BOT_SETTING_SIZE] = "";

	if (!port->ask_zone)
		return false;
	bool found = bot_store_setting(host->store, BOT_OF_USER, user, KEY_DUE, due);
	if (found && !is_due(host, due))
		return false;
	return port->ask_zone(port->self, user) && !found;
}

enum bot_zone_source bot_reader_zone(
	struct bot_host *host, const char *user, char zone[BOT_ZONE_SIZE])
{
	struct bot_store *store = host->store;

	if (bot_store_setting(store, BOT_OF_USER, user, KEY, zone))
		return BOT_ZONE_CHOSEN;
	bool asks = ask(host, user);
	if (host->port->ask_zone && bot_store_setting(store, BOT_OF_USER, user, KEY_PROFILE, zone))
		return BOT_ZONE_PROFILE;
	memcpy(zone, UTC, sizeof(UTC));
	return asks ? BOT_ZONE_ASKED : BOT_ZONE_UNKNOWN;
}

void bot_reader_zone_choose(struct bot_host *host, const char *user, const char *zone)
{
	bot_store_set_setting(host->store, BOT_OF_USER, user, KEY, zone);
}

static void ask_again_after(struct bot_host *host, const char *user, int64_t span)
{
	char due[BOT_SETTING_SIZE];

	snprintf(due, sizeof(due), "%" PRId64, wall_time(host) + span);
	bot_store_set_setting(host->store, BOT_OF_USER, user, KEY_DUE, due);
}

void bot_reader_zone_publish(struct bot_host *host, const char *user, const char *zone)
{
	char found[BOT_ZONE_SIZE];
	bool names = zone && bot_zone_find(zone, found);

	bot_store_set_setting(host->store, BOT_OF_USER, user, KEY_PROFILE, names ? found : NULL);
	ask_again_after(host, user, PROFILE_KEPT);
}

void bot_reader_zone_put_off(struct bot_host *host, const char *user)
{
	ask_again_after(host, user, RETRY_AFTER);
}

void bot_reader_localise(struct bot_host *host, const char *user, struct bot_instant *instant)
{
	char zone[BOT_ZONE_SIZE];

	bot_reader_zone(host, user, zone);
	bot_zone_apply(zone, instant);
}

void bot_reader_localise_in(
	struct bot_host *host, const char *user, const char *room, struct bot_instant *instant)
{
	char zone[BOT_ZONE_SIZE];

	if (user && bot_zone_is_known(bot_reader_zone(host, user, zone)))
		bot_zone_apply(zone, instant);
	else
		bot_zone_localise(host, room, instant);
}

void bot_reader_zone_hint(struct bot_host *host, const char *user, struct bot_page *page)
{
	char zone[BOT_ZONE_SIZE], told[BOT_SETTING_SIZE];

	if (bot_reader_zone(host, user, zone) != BOT_ZONE_UNKNOWN ||
		bot_store_setting(host->store, BOT_OF_USER, user, KEY_HINT, told))
		return;
	bot_page_say_below(page, BOT_MSG_TIMEZONE_HINT, NULL);
	bot_store_set_setting(host->store, BOT_OF_USER, user, KEY_HINT, "told");
}
