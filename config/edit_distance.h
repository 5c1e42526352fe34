/* How different two words are, to guess which word a person meant. */
#ifndef CONFIG_EDIT_DISTANCE_H
#define CONFIG_EDIT_DISTANCE_H

#include <stddef.h>

/*
 * Returns how many letters must be inserted, dropped, changed or exchanged with their neighbour to
 * turn one word into the other (the optimal string alignment distance). The case of ASCII letters
 * does not count. A letter is a character of UTF-8. If a word is longer than 32 characters,
 * returns 32.
 */
size_t cfg_edit_distance(const char *a, const char *b);

/* Returns how many characters of UTF-8 the text has. */
size_t cfg_count_characters(const char *text);

#endif
