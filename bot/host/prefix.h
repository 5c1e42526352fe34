/*
 * Whether a message is meant for the bot: it has the prefix of a command or the name of the bot, or
 * it answers the bot without a prefix, as people answer a person: with "accept" below a challenge
 * to them, with "here" in a check-in, with "start now" by whoever has opened the night, or with a
 * reply to the bot's question or to a message to which people react.
 */
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

/* Returns whether a message may be an answer without a prefix, by its text alone. Does not read the
 * store. */
bool bot_may_be_bare_answer(const struct bot_message *message);

/*
 * Returns whether a message without a prefix answers the bot all the same: it is one word that
 * accepts or declines, and a challenge here names the sender; or it replies to the question that
 * the bot has asked the sender, and answers it; or it says in words what a reaction would say
 * (bot_reaction_read_typed); or it is "here" in a check-in, or "start now" by whoever has opened
 * the night that waits here. Reads the store only for these few messages.
 */
bool bot_is_bare_answer(struct bot_host *host, const struct bot_message *message);

#endif
