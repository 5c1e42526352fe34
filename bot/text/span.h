/* Lengths of time for people. */
#ifndef BOT_TEXT_SPAN_H
#define BOT_TEXT_SPAN_H

#include "bot/text/lang.h"

#include <stdint.h>

#define BOT_SPAN_SIZE 48 /* bytes of a length of time, with the NUL */

/*
 * Writes a length of time in milliseconds: `1 d 12 h`, `1 min 30 s`. Rounds the length up to the
 * second, and writes at most the two largest units.
 */
void bot_span_write(const struct bot_lang *lang, int64_t ms, char span[BOT_SPAN_SIZE]);

#endif
