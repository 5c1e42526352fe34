#include "bot/host/zone_news.h"

#include "bot/base/attempt.h"
#include "bot/call/reader_zone.h"

enum bot_error bot_host_profile_zone(struct bot_host *host, const char *user, const char *zone)
{
	BOT_ATTEMPT(bot_reader_zone_publish(host, user, zone));
}

enum bot_error bot_host_profile_zone_fails(struct bot_host *host, const char *user)
{
	BOT_ATTEMPT(bot_reader_zone_put_off(host, user));
}
