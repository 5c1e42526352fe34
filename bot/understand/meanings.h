/*
 * What sentences can mean: the lines of meanings.def, which are the same for all languages. A line
 * names a reading, which is a command, and the concepts of a sentence that means it.
 */
#ifndef BOT_UNDERSTAND_MEANINGS_H
#define BOT_UNDERSTAND_MEANINGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define BOT_CONCEPTS_MOST 512 /* of all meanings together */
#define BOT_CONCEPT_SIZE  24  /* greater than the longest name of a concept, with its NUL */
#define BOT_MEANING_MOST  24  /* concepts of one meaning */
#define BOT_NO_CONCEPT    BOT_CONCEPTS_MOST

struct bot_meaning {
	const char *command; /* the reading, as in meanings.def, without the '!' */
	bool costly;         /* has the '!' */
	char takes;          /* '*' or '#' at its end, or '\0' */
	bool denies;
	uint8_t needed; /* so many are expected: one that is missing makes it less certain */
	uint8_t count;
	uint16_t concept[BOT_MEANING_MOST];
};

struct bot_meanings {
	const struct bot_meaning *meaning;
	size_t count;
	size_t concepts; /* how many there are; their numbers begin with 0 */
	/* by concept: how much it tells, from 0 to 1000; what is in many readings tells little */
	uint16_t weight[BOT_CONCEPTS_MOST];
	bool denies[BOT_CONCEPTS_MOST]; /* by concept: "not" and the like */
	bool asks[BOT_CONCEPTS_MOST];   /* by concept: "how" and the like, and hearsay */
	uint16_t hearsay; /* the concept of what others do, and what may be; it has no weight */
};

/* Returns all meanings. The first call makes them; they are constants of the program. */
const struct bot_meanings *bot_meanings(void);

/*
 * Returns the number of the concept whose name is the first `length` bytes, or BOT_NO_CONCEPT if no
 * meaning has it.
 */
uint16_t bot_concept_find(const char *name, size_t length);

/* Returns the name of a concept. */
const char *bot_concept_name(uint16_t concept);

#endif
