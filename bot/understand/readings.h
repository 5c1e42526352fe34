/*
 * What sentences can mean, in all languages. A reading is a command. weights.def tells how much
 * each clue speaks for it or against it, and each pair of clues: "a+b". A clue is a concept of the
 * languages, or one of enum bot_clue. Readings that cost something have the sets of concepts that
 * surely mean them, in meanings.def.
 */
#ifndef BOT_UNDERSTAND_READINGS_H
#define BOT_UNDERSTAND_READINGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define BOT_READINGS_MOST 160
#define BOT_CLUES_MOST    512 /* all concepts of the languages and the others */
#define BOT_CLUE_SIZE     24  /* greater than the longest name, with its NUL */
#define BOT_MEANING_MOST  24  /* concepts of one meaning */
#define BOT_NO_CLUE       BOT_CLUES_MOST

/* The clues that are no concepts. Their numbers come before those of the concepts. */
enum bot_clue {
	BOT_CLUE_ANY, /* of each sentence */
	BOT_CLUE_ASKS,
	BOT_CLUE_UNKNOWN,  /* has an unknown word, or a user's id */
	BOT_CLUE_UNKNOWNS, /* has several */
	BOT_CLUE_NUMBER,
	BOT_CLUE_SITUATION, /* the first of enum bot_situation; the next are the next bits */
	BOT_CLUE_CONCEPT = BOT_CLUE_SITUATION + 7 /* the first concept */
};

/* The concepts of which a reading needs one, and those that it must not have. */
struct bot_need {
	bool one_of[BOT_CLUES_MOST], none_of[BOT_CLUES_MOST]; /* by clue */
	bool any;                                             /* one_of is empty: it needs none */
};

struct bot_intent {
	const char *command; /* without the '!' */
	bool costly;         /* has the '!' */
	bool asks_somebody;  /* asks another person for something */
	char takes;          /* '*' or '#' at its end, or '\0' */
	uint8_t family;      /* the same for readings that are alike; 0: it is like no other */
	uint8_t likely;      /* if it costs something: the situations in which it is likely */
	const struct bot_need *need; /* NULL if it needs no certain concept */
};

/* A set of concepts that surely means a reading. */
struct bot_meaning {
	uint16_t reading;
	uint8_t needed; /* so many must be there; the others may be */
	uint8_t count;
	bool denies; /* has "not" or the like */
	uint16_t concept[BOT_MEANING_MOST];
};

struct bot_readings {
	const struct bot_intent *reading;
	size_t count, learned; /* all, and those of weights.def, which come first */
	const struct bot_meaning *meaning;
	size_t meanings;
	size_t clues;
	bool asks[BOT_CLUES_MOST];   /* by clue: "how" and the like */
	bool denies[BOT_CLUES_MOST]; /* by clue: "not" and the like */
	bool polite[BOT_CLUES_MOST]; /* by clue: "hello" and the like */
	uint16_t user;               /* the concept of a user's id, which begins with '@' */
	uint16_t hearsay;            /* the concept of what others do, and what may be */
};

/* How much a clue, or a pair of clues, speaks for a reading, in tenths of a natural logarithm. */
struct bot_weight {
	uint32_t pair; /* see bot_pair_of */
	uint16_t reading;
	int16_t weight;
};

/* The weights of a clue or a pair, one for each reading that it says something about. */
struct bot_weights {
	const struct bot_weight *weight;
	size_t count;
};

/* Returns the number of a pair of clues. A clue alone is a pair with BOT_NO_CLUE. */
static inline uint32_t bot_pair_of(uint16_t a, uint16_t b)
{
	return a < b ? (uint32_t)a << 16 | b : (uint32_t)b << 16 | a;
}

/*
 * Returns the weights of a pair, which may be none. They are constants of the program. Call
 * bot_readings first.
 */
struct bot_weights bot_weights_of(uint32_t pair);

/* Returns all readings. The first call makes them; they are constants of the program. */
const struct bot_readings *bot_readings(void);

/* Returns the number of the clue whose name is the first `length` bytes, or BOT_NO_CLUE. */
uint16_t bot_clue_find(const char *name, size_t length);

/* Returns the name of a clue. */
const char *bot_clue_name(uint16_t clue);

#endif
