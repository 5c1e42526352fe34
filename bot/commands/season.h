/* The commands of a season. */
#ifndef BOT_COMMANDS_SEASON_H
#define BOT_COMMANDS_SEASON_H

#include "bot/call/call.h"

void bot_run_season(struct bot_call *call);

/*
 * Shows the season of the room. In private, shows the one in which the sender takes part or, if
 * there is none, that of a room that they share with the bot.
 */
void bot_season_answer(const struct bot_call *call);

#endif
