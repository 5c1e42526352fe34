/* Words that agree with a number. The rules of the languages are in bot/text/lang/. */
#ifndef BOT_TEXT_PLURAL_H
#define BOT_TEXT_PLURAL_H

#include "bot/text/lang.h"

/* The categories by their names in messages, indexed by enum bot_plural. */
extern const char *const bot_plural_names[BOT_PLURAL_OTHER + 1];

/*
 * Finds the form of a word for a number. `forms` is the rest of a placeholder, such as "one
 * day|other days}" with its brace. The form has the name of the number's category in the language,
 * or else "other". Returns the form without its name, and sets *length to its length in bytes.
 */
const char *bot_plural_find(
	const struct bot_lang *lang, int64_t number, const char *forms, size_t *length);

#endif
