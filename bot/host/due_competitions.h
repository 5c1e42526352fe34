/* Runs the competitions that are due: club nights and seasons. */
#ifndef BOT_HOST_DUE_COMPETITIONS_H
#define BOT_HOST_DUE_COMPETITIONS_H

#include "bot/call/call.h"

/* Runs all competitions that are due. Returns the host's time of the next one, or INT64_MAX. */
int64_t bot_competitions_run_due(struct bot_host *host);

#endif
