/* The table of all commands, and how the bot finds, explains and runs a command. */
#ifndef BOT_COMMANDS_H
#define BOT_COMMANDS_H

#include "bot/command/call.h"

/* All commands, in the order in which help lists them. */
extern const struct bot_command bot_commands[];
extern const size_t bot_commands_count;

/*
 * Returns the command for a word: a name or an alias of the command in any language, or the
 * notation of an action. NULL: no such command.
 */
const struct bot_command *bot_command_find(const char *word);

/*
 * Returns the word of a command, in English or in `lang`, that differs from `word` by few typing
 * errors. NULL: there is no such command.
 */
const char *bot_command_nearest(const char *word, const struct bot_lang *lang);

/*
 * Returns the part of a text after the prefix of commands; in a private room the whole text if it
 * has no prefix. NULL: the text is not a command.
 */
const char *bot_command_text(const struct cfg *config, const char *text, bool private);

/*
 * Runs the command that `text`, without prefix, contains. Answers the sender if there is no such
 * command, or if they must not use it here.
 */
BOT_MUST_USE enum bot_error bot_command_run(
	struct bot_host *host, const struct bot_message *message, const char *text);

/*
 * Plays the action that the sender has chosen by its number, with a reaction or a vote. Ignores
 * other reactions and votes.
 */
BOT_MUST_USE enum bot_error bot_command_choose(
	struct bot_host *host, const struct bot_message *message);

#endif
