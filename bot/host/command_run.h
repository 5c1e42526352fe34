/* Runs the command in a message, or the command that a reaction or a vote stands for. */
#ifndef BOT_HOST_COMMAND_RUN_H
#define BOT_HOST_COMMAND_RUN_H

#include "bot/call/call.h"

/*
 * Runs the command in `text`, which has no prefix. If there is no such command, or if the sender
 * must not use it here, tells the sender. Returns whether the bot has refused the command: it did
 * nothing but say what is wrong.
 */
bool bot_command_run(struct bot_host *host, const struct bot_message *message, const char *text);

/*
 * Returns whether a message is a reaction that can be an answer to a message in a room, such as a
 * challenge. Does not read the store.
 */
bool bot_command_is_answer(const struct bot_message *message);

/*
 * Handles a reaction or a vote. Some reactions stand for a command, such as `accept` or `rematch`;
 * see bot/host/reactions.h. In private, plays the action that the sender has chosen with a
 * reaction (a letter or a keycap) or a vote. Ignores other reactions and votes.
 */
void bot_command_answer(struct bot_host *host, const struct bot_message *message);

/* Runs the command in `text`, which the message stands for, whatever the rate limits. */
void bot_command_obey(struct bot_host *host, const struct bot_message *message, const char *text);

#endif
