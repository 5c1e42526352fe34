/* How people write the time for a turn: `5m`, `3 days`, `1d+3d`, `1h/4h`. */
#ifndef BOT_MATCH_CLOCK_WORDS_H
#define BOT_MATCH_CLOCK_WORDS_H

#include <stdbool.h>
#include <stdint.h>

/*
 * Reads the time for a turn, such as `90s`, `5min`, `2h` or `3d`, or the word `none`. Sets *clock
 * to the time in milliseconds, from BOT_CLOCK_MIN to BOT_CLOCK_MAX, or to 0 for `none`. Returns
 * false if the word is not such a time.
 */
bool bot_clock_read(const char *word, int64_t *clock);

/*
 * Reads a time with a reserve, such as `1d+3d`. Sets *clock to the time for a turn, and *bank to
 * the reserve for the match. Returns false if the word is not such a time, if the time for a turn
 * is less than a day, or if both together are more than BOT_CLOCK_MAX.
 */
bool bot_clock_read_bank(const char *word, int64_t *clock, int64_t *bank);

/*
 * Reads two times for a turn, such as `1h/4h`: `mine` is that of the player who writes them, and
 * `other` that of the opponent. Returns false if the word is not two such times.
 */
bool bot_clock_read_two(const char *word, int64_t *mine, int64_t *other);

/* Reads a time of two words, such as `5 min`. The unit may be a word of any language. */
bool bot_clock_read_span(const char *number, const char *unit, int64_t *clock);

#endif
