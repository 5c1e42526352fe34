/*
 * The signs of the bot's texts that are hard to tell from others, or to see, in the source; and
 * what the signs stand for that keyboards insert, such as curly quotation marks.
 */
#ifndef BOT_TEXT_TYPOGRAPHY_H
#define BOT_TEXT_TYPOGRAPHY_H

#include <stdbool.h>
#include <stdint.h>

#define BOT_NO_BREAK "\xC2\xA0"     /* U+00A0 NO-BREAK SPACE */
#define BOT_MINUS    "\xE2\x88\x92" /* U+2212 MINUS SIGN */

/* U+00B7 MIDDLE DOT: between the entries of a list. Screen readers pass over it. */
#define BOT_BETWEEN       " \xC2\xB7 "
#define BOT_BETWEEN_LINES BOT_NO_BREAK "\xC2\xB7 " /* on a phone, no line begins with the dot */

#define BOT_TYPOGRAPHY_SIZE 3

/* Writes the ASCII text that replaces a character, which may be "". Returns false if none does. */
bool bot_typography_replace(uint32_t character, char meant[BOT_TYPOGRAPHY_SIZE]);

#endif
