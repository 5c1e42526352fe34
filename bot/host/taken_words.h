/* The words of a command that a sentence means. */
#ifndef BOT_HOST_TAKEN_WORDS_H
#define BOT_HOST_TAKEN_WORDS_H

#include "bot/commands/command.h"
#include "bot/understand/sentence.h"

/*
 * Makes the words those of a reading, with those that it takes in the place of a '*' or '#'. A
 * challenge to anybody takes its terms. Returns the command. For one without a name, leaves the
 * words as they are.
 */
const struct bot_command *bot_taken_words(
	const struct bot_understood *understood, struct bot_words *words);

#endif
