/* Dates as people of all languages read them: 2026-12-24. */
#ifndef BOT_TEXT_DATE_H
#define BOT_TEXT_DATE_H

#include <stdbool.h>
#include <stdint.h>

#define BOT_DATE_SIZE 16

/*
 * Writes the date in UTC of a time in ms since 1970-01-01 UTC. For the date in a time zone, add the
 * zone's offset to the time. Writes nothing if the year has more digits than there is room for.
 */
void bot_date_write(int64_t time, char date[BOT_DATE_SIZE]);

/*
 * Reads a date. Sets *begin to when the day begins in UTC, in ms since 1970-01-01 UTC. Returns
 * false if the word is no date.
 */
bool bot_date_read(const char *word, int64_t *begin);

#endif
