/*
 * Quiet hours: the hours of the day, in a user's time zone, in which the bot lets no device of the
 * user ring. Messages come then as notices, for which Matrix's push rules notify nobody, and rooms
 * mention the user in no message. bot/match/timers.h says when the bot rings for a turn that
 * has begun in quiet hours, and bot/show/notification.h for a challenge. The hours of `notify` are
 * read in the same way.
 */
#ifndef BOT_CALL_QUIET_HOURS_H
#define BOT_CALL_QUIET_HOURS_H

#include "bot/call/call.h"
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

/* Whether the word may stand beside a time: "from", "to", "o'clock", in German "Uhr". */
bool bot_day_hours_is_filler(const char *word);

/* Reads hours that bot_day_hours_write has written. Returns false for other texts. */
bool bot_day_hours_parse(const char *text, struct bot_day_hours *hours);

/* Writes the hours as bot_day_hours_parse reads them: "22:30-7:00". */
void bot_day_hours_write(const struct bot_day_hours *hours, char text[BOT_DAY_HOURS_SIZE]);

/* Writes a minute of the day: "22:30". */
void bot_day_hours_write_minute(int minute, char text[BOT_DAY_HOURS_SIZE]);

/* Gets the hours that a user has chosen. Returns false if the user has chosen none. */
bool bot_quiet_hours_get(struct bot_host *host, const char *user, struct bot_day_hours *hours);

/* Stores the hours, or forgets them if `hours` is NULL. */
void bot_quiet_hours_set(
	struct bot_host *host, const char *user, const struct bot_day_hours *hours);

/*
 * Returns the wall time (in milliseconds) at which the user's quiet hours end, or 0 if the user has
 * no quiet hours now.
 */
int64_t bot_quiet_hours_end(struct bot_host *host, const char *user);

/*
 * If `now` is within the hours in this zone, returns when they end; otherwise returns 0. All
 * times are wall times in milliseconds. In an hour that the clocks show twice, the hours begin and
 * end the second time; a time that summer time skips becomes the moment when summer time begins.
 */
int64_t bot_quiet_hours_end_in_zone(
	const struct bot_day_hours *hours, const char *zone, int64_t now);

/*
 * Makes a letter that rings (BOT_RING) quiet for those who have quiet hours now. A private letter
 * becomes a notice. A letter to a room mentions only the others, and becomes a notice if nobody is
 * left; letter->mentions then lives as long as the attempt. BOT_RING_NOW becomes BOT_RING.
 */
void bot_quiet_hours_hush(struct bot_host *host, struct bot_letter *letter);

#endif
