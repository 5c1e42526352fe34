/* The commands that explain the commands and the bot. */
#ifndef BOT_HOST_HELP_H
#define BOT_HOST_HELP_H

#include "bot/call/call.h"

void bot_run_help(struct bot_call *call);
void bot_run_about(struct bot_call *call);

/*
 * Returns the command to offer for a reading (bot/understand/sentence.h), or NULL if people can't
 * write it without more words.
 */
const char *bot_help_offer(const char *reading);

/* Writes a command in English, as `rules move`, with the words that the language has for it. */
void bot_help_translate(const char *typed, const struct bot_lang *lang, char usage[BOT_WORDS_SIZE]);

/*
 * Answers a message that is no command, with the next step that its writer probably looks for.
 * Never plays or ends anything.
 */
void bot_run_unknown(struct bot_call *call);

#endif
