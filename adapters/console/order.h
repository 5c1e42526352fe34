/* The console's own commands, which begin with a /. */
#ifndef CONSOLE_ORDER_H
#define CONSOLE_ORDER_H

#include "adapters/console/chat.h"

struct con_outcome {
	bool quit;
	bool wrong; /* the line could not be understood, and that was said */
};

BOT_MUST_USE enum bot_error con_obey(
	struct con_chat *chat, const struct con_input *input, struct con_outcome *outcome);

#endif
