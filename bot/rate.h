/* Ratings after a match. */
#ifndef BOT_RATE_H
#define BOT_RATE_H

#include "bot/call.h"

/*
 * Rates both players of a match that has just ended, in its room and over all rooms, if it counts:
 * if somebody has won it by the last touch, by the other's resignation, or on time.
 */
BOT_MUST_USE enum bot_error bot_rate(struct bot_host *host, const struct bot_match *match);

#endif
