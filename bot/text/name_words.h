/* Names that people could mistake for words of the bot. */
#ifndef BOT_TEXT_NAME_WORDS_H
#define BOT_TEXT_NAME_WORDS_H

#include <stdbool.h>

/*
 * Whether people could mistake a cleaned name, or a part of it, for words or numbers of the bot's
 * messages, for the bot, or for the reader. For example "Bob wins", "Moderator", "You" or "Bob 12".
 */
bool bot_name_is_doubtful(const char *name);

#endif
