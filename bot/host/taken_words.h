/* The words of a command that a sentence means. */
#ifndef BOT_HOST_TAKEN_WORDS_H
#define BOT_HOST_TAKEN_WORDS_H

#include "bot/commands/command.h"
#include "bot/understand/sentence.h"

/*
 * Replaces the words of a sentence by the command of its reading, and returns this command. A '#'
 * keeps the times, numbers and terms; a '*' the names and options, or the place of a time zone; a
 * challenge to anybody and a practice match keep their terms. For a command without a name, such as
 * ".join", leaves the words as they are.
 */
const struct bot_command *bot_take_words(
	const struct bot_understood *understood, struct bot_words *words);

#endif
