/*
 * Reads when a club night begins, as people write it: "30m", "in 2 hours" and "half an hour", or a
 * time of day in the room's time zone, such as "20:00", "8pm", "8 pm", "at 20:00", "20 Uhr",
 * "tomorrow 20h30", "on friday at 8" and "2026-12-24 20:00". "now" is as soon as possible. "20h" is
 * a time of day from 13 on, unless "in" stands before it; "2h" is two hours from now.
 *
 * People meet in the evening. So "8" means 20:00 with a day, and if 8:00 has passed; "3" means
 * 15:00, and "11" with "tonight" 23:00. "8am" is never moved; nor are "8:00" and "08", unless
 * "tonight" stands before them.
 */
#ifndef BOT_COMMANDS_NIGHT_TIME_H
#define BOT_COMMANDS_NIGHT_TIME_H

#include "bot/call/call.h"

struct bot_night_time {
	int day;    /* as that of struct bot_named_day */
	int minute; /* of the day, from 0 to 1439 */
	bool next;  /* not today: "next friday" on a Friday */
	bool vague; /* an hour of the morning, which can mean the evening, too */
};

/*
 * Reads a day, if there is one, and a time of day. The day may stand before or after the time. *i
 * becomes the next word. Returns false, and leaves both alone, if the words are no such time.
 */
bool bot_night_time_read(const struct bot_words *words, size_t *i, struct bot_night_time *time);

/*
 * Reads when the night begins, and sets *lead to the milliseconds until then. *lead is 0 if this
 * time is over, too far away, or on no day. *i becomes the next word. Returns false if the words
 * are no time.
 */
bool bot_night_lead_read(const struct bot_call *call, size_t *i, int64_t *lead);

/* Whether the word `i` begins a day or a date. Call this if bot_night_lead_read has found no time.
 */
bool bot_night_lacks_time(const struct bot_words *words, size_t i);

#endif
