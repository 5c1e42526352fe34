/* Whether a message is meant for the bot: the prefix of a command, or the name of the bot. */
#ifndef BOT_HOST_PREFIX_H
#define BOT_HOST_PREFIX_H

#include "bot/call/call.h"

/*
 * Returns the part of a text after the command prefix, or after the bot's id or one of its names:
 * "engarde: help". In a private room, returns the whole text if it begins with none of them,
 * without the sign of another bot before a command: "/help". Returns NULL if the text is not a
 * command.
 */
const char *bot_prefix_skip(
	const struct cfg *config, const struct bot_port *port, const char *text, bool private);

#endif
