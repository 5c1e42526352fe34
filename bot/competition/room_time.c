#include "bot/competition/room_time.h"

#include "bot/call/time.h"
#include "bot/call/time_zone.h"

enum bot_error bot_room_time_write(struct bot_host *host, const char *room,
	const struct bot_lang *lang, int64_t time, int64_t span, char until[BOT_INSTANT_SIZE])
{
	struct bot_instant instant = bot_time_instant(host, time, span);

	enum bot_error error = bot_zone_localise(host, room, &instant);
	if (!error)
		bot_instant_write(lang, &instant, until);
	return error;
}
