/* Globs: patterns in which * stands for any text, also an empty one, and ? for one byte. */
#ifndef BOT_GLOB_H
#define BOT_GLOB_H

#include <stdbool.h>

enum bot_glob_case { BOT_GLOB_EXACT, BOT_GLOB_ANY_CASE };

/*
 * Returns whether a glob matches the whole text. Strangers write globs: the time grows at most with
 * the product of both lengths, whatever the glob is.
 */
bool bot_glob_matches(const char *glob, const char *text, enum bot_glob_case which);

#endif
