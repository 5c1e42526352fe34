/* Hours of the day as people type them, such as "22-8" and "22:30 to 7am". */
#ifndef BOT_CALL_DAY_HOURS_H
#define BOT_CALL_DAY_HOURS_H

#include "bot/text/words.h"

/* Both are minutes of the day, from 0 to 1439, and differ. The hours pass midnight if from > to. */
struct bot_day_hours {
	int from;
	int to; /* the first minute after the hours */
};

#define BOT_DAY_HOURS_SIZE 16 /* bytes of the text, with the NUL */

/*
 * Reads the words from word[first] on: "18-23", "22:30-7:00", "22h - 8h", "10pm to 7am". 24 is
 * midnight. Returns false for other words.
 */
bool bot_day_hours_read(const struct bot_words *words, size_t first, struct bot_day_hours *hours);

/* Reads hours that bot_day_hours_write has written. Returns false for other texts. */
bool bot_day_hours_parse(const char *text, struct bot_day_hours *hours);

/* Writes the hours as bot_day_hours_parse reads them: "22:30-7:00". */
void bot_day_hours_write(const struct bot_day_hours *hours, char text[BOT_DAY_HOURS_SIZE]);

/* Writes a minute of the day: "22:30". */
void bot_day_hours_write_minute(int minute, char text[BOT_DAY_HOURS_SIZE]);

#endif
