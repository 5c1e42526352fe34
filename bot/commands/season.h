/* The commands of a season, and of the honours of a room. */
#ifndef BOT_COMMANDS_SEASON_H
#define BOT_COMMANDS_SEASON_H

#include "bot/call/call.h"

BOT_MUST_USE enum bot_error bot_run_season(struct bot_call *call);
BOT_MUST_USE enum bot_error bot_run_honours(struct bot_call *call);

#endif
