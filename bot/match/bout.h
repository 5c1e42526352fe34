/* A match that is a bout of a competition (bot/store/competitions.h). */
#ifndef BOT_MATCH_BOUT_H
#define BOT_MATCH_BOUT_H

#include "bot/call/call.h"

/* Returns the message about a bout of this competition: `night` or `season`. */
enum bot_msg bot_bout_msg(
	struct bot_host *host, int64_t competition, enum bot_msg night, enum bot_msg season);

#endif
