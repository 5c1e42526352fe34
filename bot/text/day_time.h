/* Days and times of day, as people write them: "friday", "8 pm", "20h30", "from 22 to 8". */
#ifndef BOT_TEXT_DAY_TIME_H
#define BOT_TEXT_DAY_TIME_H

#include "bot/text/words.h"

#define BOT_NOON         12 /* o'clock */
#define BOT_NIGHT_ENDS   5  /* an hour before this one is of the night, not of the morning */
#define BOT_EVENING_LAST 9  /* "on friday at 8" is in the evening, up to this hour */

/* Days */

/* The weekdays come first: 0 is Sunday. */
enum { BOT_DAY_ANY = 7, BOT_DAY_TODAY, BOT_DAY_TOMORROW };

struct bot_named_day {
	int day;      /* a weekday, or one of the values above */
	bool next;    /* not today: "next friday" on a Friday */
	bool evening; /* "tonight", "tomorrow night" and "heute Abend" */
};

/*
 * Reads a day, and "on" or "el" before it. *i becomes the next word. Returns false, and leaves both
 * alone, if there is no day.
 */
bool bot_named_day_read(const struct bot_words *words, size_t *i, struct bot_named_day *day);

/* Times of day */

struct bot_day_time {
	int hour;   /* 0 to 24, after "pm"; 24:00 is the midnight after the day */
	int minute; /* 0 to 59 */
	bool half;  /* "am" or "pm" says which half of the day it is in */
	bool exact; /* means no other half of the day: it has minutes, am or pm, or a first zero */
	bool sure;  /* cannot be a number or a length, as "8" and "2h" can: "20:00", "8pm", "20h" */
};

/*
 * Reads "20:00", "20.00", "20h30", "20h", "20 Uhr", "8pm", "8:30 pm", or only "20". *i becomes the
 * next word. Returns false, and leaves both alone, if the word begins no time.
 */
bool bot_day_time_read(const struct bot_words *words, size_t *i, struct bot_day_time *time);

/* Whether the word may be a part of a day or a time: it has a digit, spells a number, or is a day.
 */
bool bot_day_time_is_part(const char *word);

/* Whether the word may follow an hour: "Uhr", "o'clock", "h", "pm", "hours". */
bool bot_day_time_follows_hour(const char *word);

/* Whether the word may stand before a day: "the", "of", "from", "zum". */
bool bot_day_is_small(const char *word);

/* Whether the word may stand before a day or a time: also "to", "until", "by", "and". */
bool bot_day_time_is_small(const char *word);

/* Hours of the day */

/* Both are minutes of the day, from 0 to 1439, and differ. The hours pass midnight if from > to. */
struct bot_day_hours {
	int from;
	int to; /* the first minute after the hours */
};

#define BOT_DAY_HOURS_SIZE 16 /* bytes of the text, with the NUL */

/*
 * Reads the words from word[first] on: "18-23", "22:30-7:00", "22h - 8h", "10pm to 7am". 24 is
 * midnight. Returns false, and leaves *hours alone, for other words.
 */
bool bot_day_hours_read(const struct bot_words *words, size_t first, struct bot_day_hours *hours);

/* Whether the word says nothing beside the times of hours: "from", "to", in German "Uhr". */
bool bot_day_hours_is_filler(const char *word);

/* Writes a minute of the day: "22:30". */
void bot_day_hours_write_minute(int minute, char text[BOT_DAY_HOURS_SIZE]);

/* Writes the hours: "22:30-7:00". */
void bot_day_hours_write(const struct bot_day_hours *hours, char text[BOT_DAY_HOURS_SIZE]);

#endif
