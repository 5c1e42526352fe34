/*
 * Tells which kana and kanji look alike, for names in Japanese script.
 *
 * Names are compared by the letters that people would tell apart at a glance. So this part knows
 * the kana, and the kanji that are common in names, and no others: a rare kanji may look like a
 * common one.
 */
#ifndef BOT_TEXT_JAPANESE_LOOK_H
#define BOT_TEXT_JAPANESE_LOOK_H

#include <stdbool.h>
#include <stddef.h>

#define BOT_JAPANESE_SIZE 5 /* bytes for any character, and a NUL */

/* Whether the text has kana or kanji. */
bool bot_japanese_has(const char *text);

/*
 * Writes the letter that stands for all letters that look like the first one of `text`, or "" for a
 * space and a middle dot, which a skeleton leaves out. Sets *length to the bytes that it has read.
 * Returns false if names with this letter can't be compared.
 */
bool bot_japanese_reduce(const char *text, char letter[BOT_JAPANESE_SIZE], size_t *length);

#endif
