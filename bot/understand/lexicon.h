/* The words of a language for the concepts of readings: its CONCEPT and FILLER lines. */
#ifndef BOT_UNDERSTAND_LEXICON_H
#define BOT_UNDERSTAND_LEXICON_H

#include "bot/text/words.h"

/* A word, or an expression of several, for a concept. */
struct bot_entry {
	const char *term; /* words with a '_' between two of them */
	uint16_t concept; /* BOT_NO_CLUE for a filler, which tells nothing */
};

/* Typed words that are one entry, or a word that the language does not have. */
struct bot_mark {
	uint32_t words;                /* the typed words: bit i is word[i] */
	const struct bot_entry *entry; /* the first of its concepts; NULL if it is unknown */
	size_t concepts;               /* 0 also for a number */
	unsigned percent; /* how certain it is that this was typed: less with a typing error */
	bool number;      /* a number, in digits or spelled, that has no concept */
};

struct bot_marks {
	uint32_t known; /* bit i: all or part of word[i] is an entry, or it is a number */
	unsigned doubt; /* some for each word that is only similar to an entry, also to a filler */
	bool greets;    /* a greeting or thanks came before the marks */
	size_t count;
	struct bot_mark mark[BOT_WORDS];
};

/* Whether the language has the word, without a typing error. */
bool bot_lexicon_has(const struct bot_lang *lang, const char *word);

enum bot_matching {
	BOT_MATCH_UNTIL_UNKNOWN, /* words as they are; stops at the first unknown one */
	BOT_MATCH_EXACT,         /* words as they are */
	BOT_MATCH_SIMILAR,       /* also other forms of a word, and words with a typing error */
};

/* Finds the words of a sentence among those of the language, the longest expressions first. */
void bot_lexicon_read(const struct bot_lang *lang, const struct bot_words *words,
	enum bot_matching matching, struct bot_marks *marks);

#endif
