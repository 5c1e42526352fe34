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

/* Whether the words are "yes", "here", "count me in" or "join", and nothing else. */
bool bot_typed_yes_is(const struct bot_words *words);

/*
 * If the words of a call without a command answer what the bot has said to the room or the sender,
 * replaces them by those of the command: `night join` if a check-in waits for the sender, and
 * `accept` if a challenge does. A check mark in a room also signs up for the only
 * competition that is open. "ok" and "here" accept no challenge.
 */
void bot_typed_yes_read(struct bot_call *call);

#endif
