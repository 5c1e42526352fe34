/*
 * Globs: patterns in which * stands for any text, also an empty one, and ? for one byte.
 *
 * Strangers write globs, and many of them are compared with one text. So the text is prepared once,
 * and then the time of a comparison grows with the length of the glob alone, whatever the glob is.
 */
#ifndef BOT_BASE_GLOB_H
#define BOT_BASE_GLOB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define BOT_GLOB_TEXT_MOST 255 /* the most bytes of a text */
#define BOT_GLOB_WORDS     ((BOT_GLOB_TEXT_MOST + 1) / 64)

enum bot_glob_case { BOT_GLOB_EXACT, BOT_GLOB_ANY_CASE };

/* A text, prepared for comparisons. */
struct bot_glob_text {
	size_t length;
	uint64_t places[256][BOT_GLOB_WORDS]; /* for each byte, a bit for each place where it is */
};

/* Prepares a text of at most BOT_GLOB_TEXT_MOST bytes. A longer one is cut. */
void bot_glob_prepare(struct bot_glob_text *prepared, const char *text, enum bot_glob_case which);

/* Returns whether a glob matches the whole text. */
bool bot_glob_matches(const char *glob, const struct bot_glob_text *text);

#endif
