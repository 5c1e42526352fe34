/* Questions that people ask in a sentence; bot/text/lang.h has what they ask. */
#ifndef BOT_TEXT_PHRASE_H
#define BOT_TEXT_PHRASE_H

#include "bot/text/words.h"

#define BOT_PHRASE_WORDS 8 /* the most words; a longer sentence is about something else, too */

/* Finds out what the words ask, in any language. A statement that they deny is none. */
enum bot_phrase bot_phrase_find(const struct bot_words *words);

/* Whether such words ask nothing, but say something of their writer, as "I'm back" does. */
bool bot_phrase_is_statement(enum bot_phrase phrase);

#endif
