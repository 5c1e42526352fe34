/*
 * The words that people write, in all languages at once: a command, an action or an option is read
 * in each of them wherever it stands. Case and diacritics need not be typed, and what a keyboard
 * without them types instead is as good: rückwärts, ruckwarts, rueckwaerts.
 */
#ifndef BOT_VOCABULARY_H
#define BOT_VOCABULARY_H

#include "bot/lang.h"

#define BOT_FOLDED_SIZE 32

/* Whether what was typed, `size` bytes, is the word. */
bool bot_word_is(const char *typed, size_t size, const char *word);

/* The English word for a word of any language, `size` bytes; NULL when it is in none. */
const char *bot_english(const char *typed, size_t size);

/* The same for a whole string; the string itself when it is in none. */
const char *bot_in_english(const char *typed);

/* Writes a text in lower case and without diacritics, as much as fits. */
void bot_word_fold(const char *text, char folded[BOT_FOLDED_SIZE]);

#endif
