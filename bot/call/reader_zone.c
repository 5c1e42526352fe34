#include "bot/call/reader_zone.h"

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

/* Sets *asks if the bot asks for the profile of a user of whom it knows nothing. */
static enum bot_error ask(struct bot_host *host, const char *user, bool *asks)
{
	const struct bot_port *port = host->port;
	char due[BOT_SETTING_SIZE] = "";

	*asks = false;
	if (!port->ask_zone)
		return BOT_OK;
	enum bot_error error = bot_store_setting(host->store, BOT_OF_USER, user, KEY_DUE, due);
	if (error && error != BOT_NOT_FOUND)
		return error;
	if (error || is_due(host, due))
		*asks = port->ask_zone(port->self, user) && error == BOT_NOT_FOUND;
	return BOT_OK;
}

enum bot_error bot_reader_zone(struct bot_host *host, const char *user, char zone[BOT_ZONE_SIZE],
	enum bot_zone_source *source)
{
	bool asks;

	*source = BOT_ZONE_CHOSEN;
	enum bot_error error = bot_store_setting(host->store, BOT_OF_USER, user, KEY, zone);
	if (error != BOT_NOT_FOUND)
		return error;
	error = ask(host, user, &asks);
	if (error)
		return error;
	*source = BOT_ZONE_PROFILE;
	error = host->port->ask_zone
			? bot_store_setting(host->store, BOT_OF_USER, user, KEY_PROFILE, zone)
			: BOT_NOT_FOUND;
	if (error != BOT_NOT_FOUND)
		return error;
	*source = asks ? BOT_ZONE_ASKED : BOT_ZONE_UNKNOWN;
	memcpy(zone, UTC, sizeof(UTC));
	return BOT_OK;
}

enum bot_error bot_reader_zone_choose(struct bot_host *host, const char *user, const char *zone)
{
	return bot_store_set_setting(host->store, BOT_OF_USER, user, KEY, zone);
}

static enum bot_error ask_again_after(struct bot_host *host, const char *user, int64_t span)
{
	char due[BOT_SETTING_SIZE];

	snprintf(due, sizeof(due), "%" PRId64, wall_time(host) + span);
	return bot_store_set_setting(host->store, BOT_OF_USER, user, KEY_DUE, due);
}

enum bot_error bot_reader_zone_publish(struct bot_host *host, const char *user, const char *zone)
{
	char found[BOT_ZONE_SIZE];
	bool names = zone && bot_zone_find(zone, found);

	enum bot_error error = bot_store_set_setting(
		host->store, BOT_OF_USER, user, KEY_PROFILE, names ? found : NULL);
	return error ? error : ask_again_after(host, user, PROFILE_KEPT);
}

enum bot_error bot_reader_zone_put_off(struct bot_host *host, const char *user)
{
	return ask_again_after(host, user, RETRY_AFTER);
}

enum bot_error bot_reader_localise(
	struct bot_host *host, const char *user, struct bot_instant *instant)
{
	char zone[BOT_ZONE_SIZE];
	enum bot_zone_source source;

	enum bot_error error = bot_reader_zone(host, user, zone, &source);
	if (!error)
		bot_zone_apply(zone, instant);
	return error;
}

enum bot_error bot_reader_localise_in(
	struct bot_host *host, const char *user, const char *room, struct bot_instant *instant)
{
	char zone[BOT_ZONE_SIZE];
	enum bot_zone_source source = BOT_ZONE_UNKNOWN;
	enum bot_error error = user ? bot_reader_zone(host, user, zone, &source) : BOT_OK;

	if (error || !bot_zone_is_known(source))
		return error ? error : bot_zone_localise(host, room, instant);
	bot_zone_apply(zone, instant);
	return BOT_OK;
}

enum bot_error bot_reader_zone_hint(struct bot_host *host, const char *user, struct bot_page *page)
{
	char zone[BOT_ZONE_SIZE], told[BOT_SETTING_SIZE];
	enum bot_zone_source source;

	enum bot_error error = bot_reader_zone(host, user, zone, &source);
	if (error || source != BOT_ZONE_UNKNOWN)
		return error;
	error = bot_store_setting(host->store, BOT_OF_USER, user, KEY_HINT, told);
	if (error != BOT_NOT_FOUND)
		return error;
	bot_page_line(page);
	bot_page_say(page, BOT_MSG_TIMEZONE_HINT, NULL);
	return bot_store_set_setting(host->store, BOT_OF_USER, user, KEY_HINT, "told");
}
