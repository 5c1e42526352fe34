/* Reads spans of days and weeks, as people write them: "4 weeks", "a month", "10d". */
#ifndef BOT_CALL_DAYS_H
#define BOT_CALL_DAYS_H

#include "bot/call/call.h"

/*
 * Reads the span that the word *i begins, which then becomes the next word. Sets *days to its days,
 * or to 0 if they are more than `most`. Returns false if the words are no such span.
 */
bool bot_days_read(const struct bot_call *call, size_t *i, int most, int *days);

#endif
