/*
 * Reads what people type: the words of a command, numbers, and words of any language.
 *
 * People may write each command, action and option in each language, wherever the words stand. They
 * need not type case and diacritics, and may type the replacements that keyboards without
 * diacritics have: rückwärts, ruckwarts, rueckwaerts.
 */
#ifndef BOT_WORDS_H
#define BOT_WORDS_H

#include "bot/text/lang.h"

/* Characters */

/*
 * Reads the first character of a NUL-terminated UTF-8 string and returns how many bytes it has. An
 * invalid byte is read as U+FFFD and has length 1. At the string's end the character is 0 and the
 * length is 0.
 */
size_t bot_char_read(const char *string, uint32_t *character);

/*
 * Returns the ASCII letter or digit that a character is without its accents, strokes and case.
 * '\0': there is none.
 */
char bot_char_base(uint32_t character);

/* Words */

#define BOT_WORDS      16  /* the most words of a command */
#define BOT_WORDS_SIZE 512 /* bytes of all words, each with its NUL */

struct bot_words {
	size_t count;
	const char *word[BOT_WORDS]; /* in data */
	int64_t id; /* the match that was written as #id, which is not in word[]; 0: none */
	char data[BOT_WORDS_SIZE];
};

/*
 * Splits a text at white space. Replaces typographic minus signs, multiplication signs and keycaps
 * by ASCII characters. Drops commas, semicolons, full stops and exclamation marks at the end of a
 * word. Returns false if the text is too long for a command. `words` points into itself: do not
 * copy it.
 */
bool bot_words_split(struct bot_words *words, const char *text);

/* Reads a number. Returns false if the word is not digits alone, or the number is above `most`. */
bool bot_words_number(const char *word, int64_t most, int64_t *number);

#define BOT_FOLDED_SIZE 32

/* Whether somebody who typed `size` bytes meant `word`. */
bool bot_words_match(const char *typed, size_t size, const char *word);

/* Returns the English word for a word of any language. NULL: the word is unknown. */
const char *bot_words_find_english(const char *typed, size_t size);

/*
 * Returns the English word for a word of any language. Returns `typed` itself if it is unknown, so
 * compare the result without case.
 */
const char *bot_words_in_english(const char *typed);

/* Writes a text in lower case and without diacritics, as much of it as fits. */
void bot_words_fold(const char *text, char folded[BOT_FOLDED_SIZE]);

#endif
