#include "bot/competition/room_time.h"

#include "bot/call/reader_zone.h"
#include "bot/call/time.h"

void bot_room_time_write(struct bot_host *host, const char *reader, const char *room,
	const struct bot_lang *lang, int64_t time, int64_t span, char until[BOT_INSTANT_SIZE])
{
	struct bot_instant instant = bot_time_instant(host, time, span);

	bot_reader_localise_in(host, reader, room, &instant);
	bot_instant_write(lang, &instant, until);
}
