/*
 * Words of a script that has no spaces between words, such as Japanese: "3本先取" and "前進3" are
 * two words each.
 */
#ifndef BOT_UNSPACED_H
#define BOT_UNSPACED_H

#include "bot/text/page.h"

/* Whether the character is a letter of such a script: an ideograph, a kana or the like. */
bool bot_unspaced_is_letter(uint32_t character);

/*
 * Adds a typed word of `size` bytes. If the word has letters of such a script, and consists of
 * words that the bot knows and of numbers, adds them with spaces between them, in the order of a
 * command: what means "to" follows its number in Japanese, and stands before it here. Any other
 * word, such as a name, is added as it is. The word is in its plain form (bot/text/plain.h).
 */
void bot_unspaced_add(struct bot_text *text, const char *word, size_t size);

#endif
