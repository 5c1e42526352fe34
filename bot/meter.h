/*
 * What the process counts and measures, for those who watch it from outside. As the log it belongs
 * to the process and not to one host. Names and units follow Prometheus' conventions; the table in
 * meter.c has them all, with what each means.
 *
 * No label ever bears what a stranger chose: no room, no user.
 */
#ifndef BOT_METER_H
#define BOT_METER_H

#include <stdint.h>
#include <stdio.h>

/* What only grows. */
enum bot_counter {
	BOT_RECEIVED_COMMAND, /* events from the homeserver, by what they are to the bot */
	BOT_RECEIVED_MESSAGE,
	BOT_RECEIVED_STATE,
	BOT_SENT_MESSAGE, /* events that the homeserver has taken */
	BOT_SENT_EDIT,
	BOT_SENT_FILE,
	BOT_DROPPED,      /* rows of the outbox that were given up */
	BOT_BATCHES,      /* answers to /sync that were handled */
	BOT_REQUEST_DONE, /* in the order of adapters/matrix/answer.h */
	BOT_REQUEST_LIMITED,
	BOT_REQUEST_AGAIN,
	BOT_REQUEST_NO_SESSION,
	BOT_REQUEST_HELD,
	BOT_REQUEST_REFUSED,
	BOT_STORE_FAULTS, /* transactions that failed */
	BOT_CPU_SECONDS,
	BOT_COUNTERS
};

/* What goes up and down. */
enum bot_gauge {
	BOT_BUILD,
	BOT_STARTED,    /* Unix time */
	BOT_MEMORY,     /* bytes */
	BOT_LOGGED_IN,  /* 1 or 0 */
	BOT_HEARD,      /* Unix time of the last batch that was handled; 0: none yet */
	BOT_WRITABLE,   /* whether the last transaction was stored: 1 or 0 */
	BOT_STORE_SIZE, /* bytes */
	BOT_OUTBOX,     /* rows */
	BOT_OUTBOX_AGE, /* seconds that the oldest row has waited; 0: there is none */
	BOT_CHALLENGES,
	BOT_MEETINGS,
	BOT_MATCHES,
	BOT_GAUGES
};

/* How long things took, in seconds. */
enum bot_histogram {
	BOT_TIME_COMMAND, /* from a command's arrival until its effects are stored */
	BOT_TIME_DELAY,  /* from a command's sending, by the homeserver's clock, until it is handled
			  */
	BOT_TIME_COMMIT, /* of a transaction */
	BOT_TIME_OUTBOX, /* from a row's making until the homeserver has taken it */
	BOT_HISTOGRAMS
};

void bot_meter_count(enum bot_counter counter);
/* For what is counted elsewhere. */
void bot_meter_counted(enum bot_counter counter, double value);
void bot_meter_set(enum bot_gauge gauge, double value);
double bot_meter_get(enum bot_gauge gauge);
/* Negative ones, which clocks that differ bring about, count as 0. */
void bot_meter_observe(enum bot_histogram histogram, double seconds);

/* All of it in Prometheus' text format, version 0.0.4. */
void bot_meter_print(FILE *out);

#endif
