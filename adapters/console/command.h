/* The console's own commands, which begin with a slash. */
#ifndef CONSOLE_COMMAND_H
#define CONSOLE_COMMAND_H

#include "adapters/console/chat.h"

struct con_command_result {
	bool quit;
	bool wrong; /* the command does not exist or its argument is wrong; the console said so */
};

/* Runs a CON_INPUT_COMMAND. */
BOT_MUST_USE enum bot_error con_command_run(
	struct con_chat *chat, const struct con_input *input, struct con_command_result *result);

#endif
