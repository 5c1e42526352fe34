/*
 * Words of a script that has no spaces between words, such as Japanese: "3本先取" and "前進3" are
 * two words each.
 */
#ifndef BOT_TEXT_UNSPACED_H
#define BOT_TEXT_UNSPACED_H

#include "bot/text/page.h"

/* Whether the character is a letter of such a script: an ideograph, a kana or the like. */
bool bot_unspaced_is_letter(uint32_t character);

/*
 * Adds a typed word of `size` bytes, which is in its plain form (bot/text/plain.h). If the word has
 * letters of such a script, and consists only of numbers and of words that the bot knows, adds
 * these parts with spaces between them. They are in the order of a command: "3" and the Japanese
 * word for "to" after it change places. Adds any other word, such as a name, as it is.
 */
void bot_unspaced_add(struct bot_text *text, const char *word, size_t size);

#endif
