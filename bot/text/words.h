/*
 * Reads what people type: the words of a command, numbers, and words of any language.
 *
 * People may write each command, action and option in any language, even if the bot answers in
 * another one. Case and diacritics do not matter, and people may type the usual replacements for
 * letters with diacritics: rückwärts, ruckwarts, rueckwaerts.
 */
#ifndef BOT_TEXT_WORDS_H
#define BOT_TEXT_WORDS_H

#include "bot/text/lang.h"
#include "bot/text/vocabulary.h"
#include "engine/engarde.h"

#include <stdbool.h>
#include <stddef.h>

/* Words */

#define BOT_WORDS      32  /* the most words of a command */
#define BOT_WORDS_SIZE 512 /* the most bytes of all words together, each word with a NUL */
#define BOT_READ_SIZE  48

struct bot_words {
	size_t count;
	const char *word[BOT_WORDS]; /* the words, which are in `data` */
	int64_t id;    /* the first match id that was typed as #id, or 0; no id is in word[] */
	bool ids;      /* another match id was typed after it */
	bool question; /* a question mark ended one of the words, as in "hand?" */
	uint32_t ends; /* bit i: a mark, such as a comma, ended word[i] and with it a clause */
	char data[BOT_WORDS_SIZE];
	char read[BOT_READ_SIZE]; /* the words of the command that a sentence means */
};

/*
 * Splits the plain form of a text (bot/text/plain.h) at white space, and between words of a script
 * without spaces (bot/text/vocabulary.h). Ignores the signature of a mail: a line after the first
 * one that is only "--", and all lines after it. Drops commas, semicolons, full stops, exclamation
 * marks and question marks at the end of a word, but keeps a question mark that stands alone. Drops
 * quotation marks, and the asterisks and backticks of formatted text, around a word. Drops brackets
 * around a user id and around a letter that stands alone, and around an only word that is an action
 * in notation. Returns false if the text has too many bytes or words for a command. Do not copy
 * `words`, because it has pointers to its own members.
 */
bool bot_words_split(struct bot_words *words, const char *text);

/*
 * Splits only the first word of a text, up to white space: several words, in a script without
 * spaces. Returns false if it is too long for a known word.
 */
bool bot_words_split_first(struct bot_words *words, const char *text);

/*
 * Splits some words again. Of those in a script without spaces leaves only the parts that the bot
 * knows. Returns false if they are too many for a command.
 */
bool bot_words_split_known(struct bot_words *words, const char *const *word, size_t count);

/* Whether the words are those of a reading, and not of a command that somebody typed. */
bool bot_words_are_read(const struct bot_words *words);

/* Writes words of a struct bot_words with a space between two of them. */
void bot_words_join(const char *const *word, size_t count, char joined[BOT_WORDS_SIZE]);

/*
 * Reads a number. Returns false if the word has other characters than digits, or if the number is
 * greater than `most`.
 */
bool bot_words_number(const char *word, int64_t most, int64_t *number);

/*
 * Returns the index of the choice whose letter the word is; see eg_choice_index. Returns
 * EG_LETTERS if the word is no letter of a choice.
 */
size_t bot_words_letter(const char *word);

/*
 * Whether the words are a line that somebody copied from the list of choices: a letter, the action
 * in words, and its notation in brackets.
 */
bool bot_words_are_choice(const struct bot_words *words);

/*
 * Whether the word stands before a place: "in" in any language, or the Spanish "en", which is "and"
 * in Dutch.
 */
bool bot_words_is_in(const char *word);

/* Whether the word means "yes" in any language. */
bool bot_words_is_yes(const char *word);

/*
 * Whether the text of `length` bytes has only emoji that show a mood, such as a fencer or a smile,
 * and so say nothing about the action beside them. Emoji that may mean a direction, a number, a
 * doubt or "no" are not among them.
 */
bool bot_words_is_mood(const char *text, size_t length);

/* Whether the word counts touches, as in "to 3 touches" or "3 points". */
bool bot_words_is_touches(const char *word);

/* Removes the first words, `count` of them; there are as many or more. */
void bot_words_drop(struct bot_words *words, size_t count);

/*
 * Removes "please" before and after the other words, in any language. Removes no word if none would
 * remain.
 */
void bot_words_drop_please(struct bot_words *words);

#endif
