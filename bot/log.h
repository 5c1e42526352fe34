/*
 * The log: one line of logfmt an event on standard error, for people and machines.
 *
 *	time=2025-01-31T12:00:00.000Z level=info event=match_dealt match=12 room="!a:b"
 *
 * Never log a hand, a deck, a token or a message's text.
 */
#ifndef BOT_LOG_H
#define BOT_LOG_H

#include <stdint.h>
#include <stdio.h>

enum bot_log_level { BOT_LOG_ERROR, BOT_LOG_WARNING, BOT_LOG_INFO, BOT_LOG_DEBUG };

struct bot_log_field {
	const char *key;
	const char *text; /* NULL: the value is the number */
	int64_t number;
};

/* The fields of one event: BOT_LOG_FIELDS({"room", .text = room}, {"match", .number = 12}) */
#define BOT_LOG_FIELDS(...) ((const struct bot_log_field[]){__VA_ARGS__, {0}})

/* What is less urgent than `level` is dropped; BOT_LOG_INFO until this is called. */
void bot_log_set_level(enum bot_log_level level);

/* `event` is a word of our own; `fields` may be NULL. */
void bot_log_write(enum bot_log_level level, const char *event, const struct bot_log_field *fields);

/* The line itself, without time; bot_log_write is this on standard error. */
void bot_log_print(
	FILE *out, enum bot_log_level level, const char *event, const struct bot_log_field *fields);

#endif
