/* Characters that keyboards insert, such as curly quotation marks, and what they stand for. */
#ifndef BOT_TEXT_TYPOGRAPHY_H
#define BOT_TEXT_TYPOGRAPHY_H

#include <stdbool.h>
#include <stdint.h>

#define BOT_TYPOGRAPHY_SIZE 3

/* Writes the ASCII text that replaces a character, which may be "". Returns false if none does. */
bool bot_typography_replace(uint32_t character, char meant[BOT_TYPOGRAPHY_SIZE]);

#endif
