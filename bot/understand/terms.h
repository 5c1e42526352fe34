/* Words as they are compared: in lower case and without diacritics. */
#ifndef BOT_UNDERSTAND_TERMS_H
#define BOT_UNDERSTAND_TERMS_H

#include <stdbool.h>
#include <stddef.h>

#define BOT_TERM_SIZE 64 /* greater than the longest expression of a language, with its NUL */

/* Adds a word to a term, after a '_' if the term has a word. Cuts what is too long. */
void bot_term_add(char term[BOT_TERM_SIZE], const char *word);

/*
 * Returns how similar two different terms are: how many letters they have in common at their
 * beginning, if they are forms of one word; more than that, if they differ by one typing error.
 * Otherwise returns 0. Only for ASCII letters.
 */
size_t bot_terms_similar(const char *a, const char *b);

#endif
