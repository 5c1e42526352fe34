/* Runs the competitions that are due: club nights and seasons. */
#ifndef BOT_HOST_DUE_COMPETITIONS_H
#define BOT_HOST_DUE_COMPETITIONS_H

#include "bot/call/call.h"

/* Runs all competitions that are due. Lowers *due to the time of the next one. */
void bot_competitions_run_due(struct bot_host *host, int64_t *due);

#endif
