/*
 * Finds what a sentence in people's own words asks for.
 *
 * Each language has words for concepts, and fillers, which tell nothing: the CONCEPT and FILLER
 * lines of bot/text/lang/. The concepts of a sentence, in whatever order, speak for some readings
 * and against others, as does what the sender is doing. How much was learned from sentences whose
 * meaning is known (tests/unit/understand/README.md): it gives each reading its probability.
 */
#ifndef BOT_UNDERSTAND_SENTENCE_H
#define BOT_UNDERSTAND_SENTENCE_H

#include "bot/text/words.h"

#define BOT_GUESSES 3  /* so many readings are kept */
#define BOT_GUESS   8  /* the least certainty, in percent, of a reading that is worth offering */
#define BOT_SURE    60 /* the least certainty of a reading that is more than a guess */
#define BOT_LIKELY                                                                                 \
	52 /* the least certainty of one that is more likely than any other by BOT_AHEAD */
#define BOT_AHEAD 30
#define BOT_ASKED 45 /* the least certainty of a costly reading about which the bot asks */
#define BOT_NONE  80 /* the least certainty that a sentence that begins with a command is none */
/* the least certainty of a reading that costs something, and is likely in the situation */
#define BOT_SURE_EXPECTED 85

/* The reading of a sentence. */
struct bot_understood {
	/*
	 * In English: "night join". What the command takes follows a '*' or '#': some of the words
	 * of `rest`.
	 */
	const char *command;
	bool costly;
	bool asks_somebody; /* asks another person for something */
	uint8_t family;     /* the same for readings that are alike; 0: it is like no other */
	unsigned certainty; /* in percent */
	bool expected;      /* likely in the situation */
	bool unasked;       /* no word asks for it, or one denies it (NEEDS in meanings.def) */
	/*
	 * If it is costly: the sentence is one of its sets (meanings.def). Otherwise: it is nearly
	 * certain, no word is unknown, and at most one is left.
	 */
	bool whole;
	uint32_t rest; /* bit i: word[i] is no filler, and does not speak for the reading */
	/*
	 * Bit i: word[i] is unknown in the language. If the reading asks somebody for something,
	 * also a word that is only similar to a known one: it may be a name.
	 */
	uint32_t unknown;
};

/*
 * What the sender of a sentence is doing in private, or what goes on in the room. Of several
 * readings the bot prefers those that fit this.
 */
enum bot_situation {
	BOT_IDLE = 1,       /* nothing of these */
	BOT_CHALLENGED = 2, /* a challenge waits, which they may accept */
	BOT_TO_ACT = 4,     /* plays, and it is their turn */
	BOT_WAITS = 8,      /* plays, and it is the other player's turn */
	BOT_PRACTISES = 16, /* plays against the bot */
	BOT_COMPETES = 32,  /* a club night, a season or a team match goes on */
	BOT_CHECKS_IN = 64, /* a check-in waits for them */
};

/* The most certain readings, the first before the others, each command once. */
struct bot_guesses {
	struct bot_understood best[BOT_GUESSES];
	size_t count;
	unsigned none; /* how certain it is, in percent, that none of the readings is meant */
	bool asks;     /* a word after the first is a question word, such as "what" */
	bool denied;   /* a word denies something, such as "don't" */
	/* the language of the sentence: it knows more of the words than any other; or NULL */
	const struct bot_lang *language;
};

/* Whether the words are a single one, and not a sentence of a script without spaces. */
bool bot_sentence_is_word(const struct bot_words *words);

/* Whether the words have a number or a name, as commands do, and sentences seldom. */
bool bot_sentence_has_options(const struct bot_words *words);

/* Whether the words are too many for a mistyped command, and have none of its options. */
bool bot_sentence_is_plain(const struct bot_words *words);

/*
 * Reads the words of a sentence. The situation has bits of enum bot_situation; it is 0 if it is
 * unknown.
 */
struct bot_guesses bot_sentence_read(const struct bot_words *words, unsigned situation);

/*
 * Whether the words, without a typing error, say just what one of the two commands does. Much
 * cheaper than to read them.
 */
bool bot_sentence_says(const struct bot_words *words, const char *command, const char *other);

/* Whether the language, or any language if it is NULL, has the word, without a typing error. */
bool bot_sentence_has_word(const struct bot_lang *lang, const char *word);

/*
 * Whether the first reading is certain enough to act on it. A reading that costs something has to
 * be whole, or likely now, without a word left, and not denied; no question; and likelier than that
 * nothing of all this is meant.
 */
bool bot_guesses_are_sure(const struct bot_guesses *guesses, bool question);

/* Whether a reading of the command takes a time, a number or terms: "night #". */
bool bot_sentence_takes_time(const char *command);

#endif
