#include "bot/call/reader_zone.h"

#include <string.h>

#define KEY      "timezone"
#define KEY_HINT "timezone hint" /* the user has been told how to choose a zone */
#define UTC      "UTC"

enum bot_error bot_reader_zone(struct bot_host *host, const char *user, char zone[BOT_ZONE_SIZE],
	enum bot_zone_source *source)
{
	*source = BOT_ZONE_CHOSEN;
	enum bot_error error = bot_store_setting(host->store, BOT_OF_USER, user, KEY, zone);
	if (error != BOT_NOT_FOUND)
		return error;
	*source = BOT_ZONE_UNKNOWN;
	memcpy(zone, UTC, sizeof(UTC));
	return BOT_OK;
}

enum bot_error bot_reader_zone_choose(struct bot_host *host, const char *user, const char *zone)
{
	return bot_store_set_setting(host->store, BOT_OF_USER, user, KEY, zone);
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
