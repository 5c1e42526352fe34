/* Finds the command that somebody means by their words. */
#ifndef BOT_HOST_COMMAND_WORDS_H
#define BOT_HOST_COMMAND_WORDS_H

#include "bot/call/call.h"
#include "bot/text/words.h"

/*
 * Returns the command of the words, and makes them the words of this command. Returns NULL if it is
 * not clear what they mean. There is at least one word.
 *
 * Whole words are what they say: a choice, an action, a command with what it can take. Everything
 * else is a sentence, and means what the most similar meaning says, if this is certain enough
 * (bot/understand/sentence.h).
 */
const struct bot_command *bot_command_of_words(struct bot_words *words);

#endif
