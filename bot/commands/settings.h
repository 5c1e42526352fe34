/* The commands that show and change the settings of a room or of a user. */
#ifndef BOT_COMMANDS_SETTINGS_H
#define BOT_COMMANDS_SETTINGS_H

#include "bot/call/call.h"

void bot_run_settings(struct bot_call *call);

#endif
