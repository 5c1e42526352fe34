/* The command that draws the rating of a player over time. */
#ifndef BOT_COMMANDS_RATING_PICTURE_H
#define BOT_COMMANDS_RATING_PICTURE_H

#include "bot/call/call.h"

void bot_run_rating(struct bot_call *call);

#endif
