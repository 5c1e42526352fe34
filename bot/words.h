/* A command's text as words: bounded, and with what keyboards make of signs and digits undone. */
#ifndef BOT_WORDS_H
#define BOT_WORDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define BOT_WORDS      16  /* words of a command at most */
#define BOT_WORDS_SIZE 512 /* bytes of them all, each with its NUL */

struct bot_words {
	size_t count;
	const char *word[BOT_WORDS]; /* in data */
	int64_t id;                  /* the match named as #id, which is no word; 0: none */
	char data[BOT_WORDS_SIZE];
};

/*
 * Splits the text at white space. A typographic minus, a multiplication sign and a keycap become
 * their ASCII forms; a comma, full stop or exclamation mark at a word's end is dropped. False
 * when it is too long to be a command. The structure must not be copied.
 */
bool bot_words_split(struct bot_words *words, const char *text);

/* Reads digits alone; false for another text and for numbers above `most`. */
bool bot_words_number(const char *word, int64_t most, int64_t *number);

/* How many letters must be put in, dropped, changed or exchanged to make one of the other. */
size_t bot_words_distance(const char *a, const char *b);

#endif
