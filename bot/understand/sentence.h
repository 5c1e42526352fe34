/*
 * Finds what a sentence in people's own words asks for.
 *
 * Each language has words for concepts, and fillers, which tell nothing: the CONCEPT and FILLER
 * lines of bot/text/lang/. meanings.def lists sets of concepts, the same for all languages, with
 * the command that each means. A sentence means the command of the most similar set, in whatever
 * order its words are. A concept that few commands share counts for more. A sentence that denies
 * something means none that does not, unless the denial is optional there.
 */
#ifndef BOT_UNDERSTAND_SENTENCE_H
#define BOT_UNDERSTAND_SENTENCE_H

#include "bot/text/words.h"

#define BOT_GUESSES     3  /* so many readings are kept */
#define BOT_GUESS       35 /* the least certainty, in percent, of a reading that is worth offering */
#define BOT_SURE        62  /* the least certainty of a reading that is more than a guess */
#define BOT_SURE_MARGIN 10  /* the least distance of its certainty from that of the next reading */
#define BOT_SURE_COSTLY 100 /* the least certainty of a reading that costs something: all of it */

/* The reading of a sentence. */
struct bot_understood {
	/*
	 * In English: "night join"; NULL if no meaning is similar. What the command takes follows a
	 * '*' or '#': the words of `rest`.
	 */
	const char *command;
	bool costly;
	unsigned certainty; /* in percent */
	unsigned common;    /* how much the sentence and the meaning share tells */
	uint32_t rest;      /* bit i: word[i] is no filler, and not in the meaning */
	uint32_t unknown;   /* bit i: word[i] is unknown in the language */
};

/* The most similar readings, the most certain first, each command once. */
struct bot_guesses {
	struct bot_understood best[BOT_GUESSES];
	size_t count;
};

/* Reads the words of a sentence. */
struct bot_guesses bot_sentence_read(const struct bot_words *words);

/*
 * Whether the words, without a typing error, say just what one of the two commands does. Much
 * cheaper than to read them.
 */
bool bot_sentence_says(const struct bot_words *words, const char *command, const char *other);

/* Whether a language has the word, without a typing error. */
bool bot_sentence_has_word(const char *word);

/*
 * Whether the first reading is certain enough to act on it. A question never asks for what costs
 * something.
 */
bool bot_guesses_are_sure(const struct bot_guesses *guesses, bool question);

#endif
