/*
 * The log of the process. Each event is one line on standard error, in logfmt or in JSON, for
 * people and for machines:
 *
 * 	time=2025-01-31T12:00:00.000Z level=info event=match_dealt match=12 room="!a:b"
 * 	{"time":"2025-01-31T12:00:00.000Z","level":"info","event":"match_dealt","match":12,…}
 *
 * The systemd journal stores the time and the level of each line itself. So if standard error goes
 * to the journal, a line has no time, and begins with the level in the form of sd-daemon(3).
 *
 * Never log a hand, a deck, a token, or the text of a message.
 */
#ifndef BOT_BASE_LOG_H
#define BOT_BASE_LOG_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum bot_log_level { BOT_LOG_ERROR, BOT_LOG_WARNING, BOT_LOG_INFO, BOT_LOG_DEBUG };

enum bot_log_format { BOT_LOG_LOGFMT, BOT_LOG_JSON };

struct bot_log_field {
	const char *key;
	const char *text; /* the value, or NULL if the value is `number` */
	int64_t number;
};

/*
 * Makes the list of the fields of one event, for example BOT_LOG_FIELDS({"room", .text = room},
 * {"match", .number = 12})
 */
#define BOT_LOG_FIELDS(...) ((const struct bot_log_field[]){__VA_ARGS__, {0}})

/* Drops events that are less urgent than `level` from now on. The default is BOT_LOG_INFO. */
void bot_log_set_level(enum bot_log_level level);

/* Sets the format of the following lines. The default is BOT_LOG_LOGFMT. */
void bot_log_set_format(enum bot_log_format format);

/*
 * From now on, the log calls `rewrite` for the text of each field before it writes a line.
 * `rewrite` returns the text to write instead, which the log frees, or NULL if the text may stay.
 * Lines of the level BOT_LOG_DEBUG are not rewritten. If `rewrite` is NULL, no line is rewritten
 * any more.
 */
void bot_log_set_rewrite(char *(*rewrite)(const char *text));

/*
 * Writes one line to standard error, with one system call. What can't be written is lost. `event`
 * is a fixed word of the program, never a stranger's text. `fields` is NULL or ends with an empty
 * field.
 */
void bot_log_write(enum bot_log_level level, const char *event, const struct bot_log_field *fields);

/* How to write a line. bot_log_write chooses the style for standard error. */
struct bot_log_style {
	enum bot_log_format format;
	const char *time; /* the time in the line, or NULL if the line has no time */
	bool journal;     /* the line begins with the level, as the journal expects it */
};

/* Writes one line to `out`, even if bot_log_set_level drops lines of this level. */
void bot_log_print(FILE *out, const struct bot_log_style *style, enum bot_log_level level,
	const char *event, const struct bot_log_field *fields);

/*
 * Returns whether the open file `descriptor` is connected to the systemd journal. `stream` is the
 * value of the environment variable JOURNAL_STREAM, or NULL if the variable is not set. The value
 * contains the device and the inode of the connection to the journal, for example "8:4711".
 */
bool bot_log_is_journal(int descriptor, const char *stream);

#endif
