/* Which analysis of the queue comes first, and who may still ask for one. */
#ifndef BOT_PLAY_ANALYSIS_ORDER_H
#define BOT_PLAY_ANALYSIS_ORDER_H

#include "bot/call/call.h"

/* The analyses that wait in the store, in the order in which people asked for them. */
struct bot_analyses {
	struct bot_waiting_analysis list[BOT_ANALYSES_WAITING_MOST];
	size_t count;
};

/*
 * Returns the match whose analysis comes first. A match with fewer rounds comes first, and people
 * of the bot's own server come before strangers; but only so many analyses come before one that was
 * asked for earlier. There is at least one.
 */
int64_t bot_analysis_order_first(const struct bot_port *port, const struct bot_analyses *waiting);

/* Returns whether the queue has room for one more analysis, and for one of the sender's origin. */
bool bot_analysis_order_has_room(const struct bot_call *call);

#endif
