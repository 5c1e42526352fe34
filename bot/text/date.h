/* Reads dates as people write them, and writes dates for all languages (2026-12-24). */
#ifndef BOT_TEXT_DATE_H
#define BOT_TEXT_DATE_H

#include "bot/text/words.h"

/* A day as people write it. It need not exist, as 2026-02-30 does not. */
struct bot_date {
	int year;  /* 1000 to 9999, or 0 if they write none */
	int month; /* 1 to 12 */
	int day;   /* 1 to 31 */
};

/*
 * Reads "2026-12-24", "24.12.", "24.12.26" and "24.12.2026", "24 dec", "dec 24th 2026", "24 de
 * diciembre", "12月24日", and "24/12" if only one of both can be the month. *i becomes the next
 * word. Returns false, and leaves both alone, if no date begins at the word.
 */
bool bot_date_read(const struct bot_words *words, size_t *i, struct bot_date *date);

/*
 * Reads the day of a month, as in "the 24th", "24日" and "until 24". Sets *plain if the word
 * has no letters or signs. Returns 1 to 31, or 0 if the word is none.
 */
int bot_month_day_read(const char *word, bool *plain);

/*
 * Reads the name of a month in any language, or at least three letters that it begins with, as in
 * "sept". Returns 1 to 12, or 0 if the word is no month, or begins several.
 */
int bot_month_read(const char *word);

/*
 * Whether the word may stand in a date or before it, as in "zum 24. Dezember" and "el 24 de
 * diciembre". "until" may not: it ends a span.
 */
bool bot_date_is_small(const char *word);

#define BOT_DATE_SIZE 16 /* bytes of the text, with the NUL */

/*
 * Writes the date in UTC of a time in ms since 1970-01-01 UTC. For the date in a time zone, add the
 * zone's offset to the time. Writes nothing if the year has more digits than there is room for.
 */
void bot_date_write(int64_t time, char date[BOT_DATE_SIZE]);

#endif
