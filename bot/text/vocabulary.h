/*
 * The words of all languages, which people may type in any case and without diacritics; and the
 * words of a script that has no spaces between words, such as Japanese: "3本先取" and "前進3" are
 * two words each.
 */
#ifndef BOT_TEXT_VOCABULARY_H
#define BOT_TEXT_VOCABULARY_H

#include "bot/text/lang.h"
#include "bot/text/page.h"

#define BOT_FOLDED_SIZE 32 /* greater than the longest word of a language, folded, with its NUL */

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

/*
 * Returns the English word for a word of any language. Returns `typed` itself if the word is
 * unknown. Compare the result without regard to case, since the person may have typed capital
 * letters.
 */
const char *bot_words_in_english(const char *typed);

/*
 * Returns the one language that has the word `typed`, if `lang` does not have it. Returns NULL if
 * `lang` has it, if no language has it, or if several have it, and for the English name of a
 * command.
 */
const struct bot_lang *bot_words_language(const char *typed, const struct bot_lang *lang);

/*
 * Returns the word of the language for an English word: the first that means it. Returns `english`
 * itself if the language has none.
 */
const char *bot_words_in_language(const char *english, const struct bot_lang *lang);

/* Returns whether a word of any language, in any case, means this English word. */
bool bot_words_mean(const char *typed, const char *english);

/* Whether it means one of the English words, of which the last is NULL. */
bool bot_words_mean_one_of(const char *typed, const char *const *english);

/* Whether the word has this sense in any language, or in one. */
bool bot_words_has_sense(const char *typed, enum bot_sense sense);
bool bot_words_has_sense_in(const struct bot_lang *lang, const char *typed, enum bot_sense sense);

#define BOT_MONTH_SIGN "\u6708" /* of Japanese and Chinese dates, as in "12月24日" */
#define BOT_DAY_SIGN   "\u65E5"

/* Whether the character is a letter of such a script: an ideograph, a kana or the like. */
bool bot_unspaced_is_letter(uint32_t character);

/*
 * Adds a typed word of `size` bytes, which is in its plain form (bot/text/plain.h). If the word has
 * letters of such a script, and consists only of numbers and of words that the bot knows, adds
 * these parts with spaces between them. They are in the order of a command: "3" and the Japanese
 * word for "to" after it change places, and so do a day and "from". Adds any other word, such as a
 * name, as it is.
 */
void bot_unspaced_add(struct bot_text *text, const char *word, size_t size);

/* Likewise, but of a sentence in such a script adds only the parts that the bot knows. */
void bot_unspaced_add_known(struct bot_text *text, const char *word);

#endif
