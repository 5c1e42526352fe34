/* Finds the command that somebody means by their words. */
#ifndef BOT_HOST_COMMAND_WORDS_H
#define BOT_HOST_COMMAND_WORDS_H

#include "bot/call/call.h"
#include "bot/text/words.h"

/*
 * Returns the command of the words, or NULL, and removes the words that mean nothing. In "play 3",
 * "go back 2" and "settings coach on", this is the first word, if a command follows. "play" alone,
 * or before a user, means "start". A greeting is only a greeting, whatever few words follow it.
 */
const struct bot_command *bot_command_of_words(struct bot_words *words);

#endif
