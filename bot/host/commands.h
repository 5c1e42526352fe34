/* The table of all commands, and how the bot finds and runs a command. */
#ifndef BOT_COMMANDS_H
#define BOT_COMMANDS_H

#include "bot/call/call.h"

/* All commands, in the order in which help lists them. */
extern const struct bot_command bot_commands[];
extern const size_t bot_commands_count;

/*
 * Returns the command that a word stands for, or NULL if there is none. The word may be a name or
 * an alias of the command in any language. It may also be cards, or the notation of an action.
 */
const struct bot_command *bot_command_find(const char *word);

/*
 * Returns the command word, in English or in `lang`, that differs from `word` by the fewest typing
 * errors. Returns NULL if every command word differs too much.
 */
const char *bot_command_nearest(const char *word, const struct bot_lang *lang);

/*
 * Returns the part of a text after the command prefix, or after the bot's id or one of its names:
 * "engarde: help". In a private room, returns the whole text if it begins with none of them.
 * Returns NULL if the text is not a command.
 */
const char *bot_command_text(
	const struct cfg *config, const struct bot_port *port, const char *text, bool private);

/*
 * Runs the command in `text`, which has no prefix. If there is no such command, or if the sender
 * must not use it here, tells the sender. Sets *refused to true if the bot did nothing but say what
 * is wrong.
 */
BOT_MUST_USE enum bot_error bot_command_run(
	struct bot_host *host, const struct bot_message *message, const char *text, bool *refused);

/*
 * Returns whether a message is a reaction that can be an answer to a message in a room, such as a
 * challenge. Does not read the store.
 */
bool bot_command_is_answer(const struct bot_message *message);

/*
 * Handles a reaction or a vote. Some reactions stand for a command, such as `accept` or `rematch`;
 * see bot/commands/reactions.h. In private, plays the action that the sender has chosen with a
 * reaction (a letter or a keycap) or a vote. Ignores other reactions and votes.
 */
BOT_MUST_USE enum bot_error bot_command_answer(
	struct bot_host *host, const struct bot_message *message);

#endif
