/* The table of all commands, and the words that stand for each command. */
#ifndef BOT_HOST_COMMANDS_H
#define BOT_HOST_COMMANDS_H

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

#endif
