/* The words of all languages, which people may type in any case and without diacritics. */
#ifndef BOT_TEXT_VOCABULARY_H
#define BOT_TEXT_VOCABULARY_H

#include "bot/text/lang.h"

#define BOT_FOLDED_SIZE 32 /* greater than the longest word of a language, folded, with its NUL */

/*
 * Whether both begin with ASCII, but not with the same letter: nearly always, and seen at once. The
 * words need no end.
 */
bool bot_words_begin_differently(const char *typed, const char *word);

/* Whether `typed` is the same word as `word`. Ignores case and diacritics. */
bool bot_words_match(const char *typed, const char *word);

/*
 * Returns the English word for the first `size` bytes of `typed`, which are a word of any language.
 * Returns NULL if the word is unknown.
 */
const char *bot_words_find_english(const char *typed, size_t size);

/*
 * Writes a text to `folded` in lower case and without diacritics, with hiragana for katakana. Cuts
 * a text that is too long.
 */
void bot_words_fold(const char *text, char folded[BOT_FOLDED_SIZE]);

#endif
