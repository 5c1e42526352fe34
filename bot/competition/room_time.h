/* A time of a competition by the clocks of its room, or of a reader. */
#ifndef BOT_COMPETITION_ROOM_TIME_H
#define BOT_COMPETITION_ROOM_TIME_H

#include "bot/call/call.h"
#include "bot/text/instant.h"

/*
 * Writes when the host's time is `time`, by the clocks of the user `reader` if the bot knows their
 * zone, else by those of the room. NULL: whoever is in the room reads it. `span` is the length of
 * the period that ends then, in milliseconds: the longer it is, the less exact is the text.
 */
void bot_room_time_write(struct bot_host *host, const char *reader, const char *room,
	const struct bot_lang *lang, int64_t time, int64_t span, char until[BOT_INSTANT_SIZE]);

#endif
