/*
 * The log: one line an event on standard error, for people and machines, as logfmt or as JSON.
 *
 *	time=2025-01-31T12:00:00.000Z level=info event=match_dealt match=12 room="!a:b"
 *	{"time":"2025-01-31T12:00:00.000Z","level":"info","event":"match_dealt","match":12,…}
 *
 * Where standard error is the journal, which keeps time and level itself, a line begins with the
 * level as sd-daemon(3) has it and bears no time.
 *
 * Never log a hand, a deck, a token or a message's text.
 */
#ifndef BOT_LOG_H
#define BOT_LOG_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum bot_log_level { BOT_LOG_ERROR, BOT_LOG_WARNING, BOT_LOG_INFO, BOT_LOG_DEBUG };

enum bot_log_format { BOT_LOG_LOGFMT, BOT_LOG_JSON };

struct bot_log_field {
	const char *key;
	const char *text; /* NULL: the value is the number */
	int64_t number;
};

/* The fields of one event: BOT_LOG_FIELDS({"room", .text = room}, {"match", .number = 12}) */
#define BOT_LOG_FIELDS(...) ((const struct bot_log_field[]){__VA_ARGS__, {0}})

/* What is less urgent than `level` is dropped; BOT_LOG_INFO until this is called. */
void bot_log_set_level(enum bot_log_level level);

/* BOT_LOG_LOGFMT until this is called. */
void bot_log_set_format(enum bot_log_format format);

/* `event` is a word of our own; `fields` may be NULL. */
void bot_log_write(enum bot_log_level level, const char *event, const struct bot_log_field *fields);

/* How a line is written; bot_log_write finds out for standard error. */
struct bot_log_style {
	enum bot_log_format format;
	const char *time; /* NULL: none */
	bool journal;     /* begins with the level for the journal */
};

/* The line itself. */
void bot_log_print(FILE *out, const struct bot_log_style *style, enum bot_log_level level,
	const char *event, const struct bot_log_field *fields);

/*
 * Whether the open file `descriptor` is the stream that systemd connected to the journal, by the
 * variable JOURNAL_STREAM (NULL: it is not set): device and inode, as in "8:4711".
 */
bool bot_log_is_journal(int descriptor, const char *stream);

#endif
