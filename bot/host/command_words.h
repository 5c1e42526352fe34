/* Finds the command that somebody means by their words. */
#ifndef BOT_HOST_COMMAND_WORDS_H
#define BOT_HOST_COMMAND_WORDS_H

#include "bot/call/call.h"
#include "bot/understand/sentence.h"

/*
 * Reads a message that is a choice, an action, or a command with what it can take. Sets *command,
 * and leaves the words of this command in `words`. Returns false if the message is a sentence in
 * people's own words; true with a NULL command if it is an answer such as "yes", or probably a
 * mistyped command. There is at least one word.
 */
bool bot_command_read(struct bot_words *words, const struct bot_command **command);

/*
 * Returns the command for a sentence that asks whether an action is legal, as "can I go back 2?",
 * or NULL for other words. The words are then those of the action, with a question mark.
 */
const struct bot_command *bot_command_of_legality(struct bot_words *words);

/*
 * Returns the command of a sentence, and makes the words those of this command: what the most
 * similar meaning says, if this is certain enough (bot/understand/sentence.h). Otherwise returns
 * NULL, or the command that the first word names. Sets *guesses to what the sentence may mean.
 */
const struct bot_command *bot_command_of_sentence(
	struct bot_words *words, unsigned situation, struct bot_guesses *guesses);

#endif
