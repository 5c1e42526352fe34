/*
 * The metrics of the process, for monitoring. A process has one set of metrics, as it has one log,
 * even if it runs several hosts. Names and units follow the conventions of Prometheus. The tables
 * in metrics.c contain the name and the help text of each metric.
 *
 * No label may contain a value that a stranger can choose, such as a room or a user.
 */
#ifndef BOT_BASE_METRICS_H
#define BOT_BASE_METRICS_H

#include <stdint.h>
#include <stdio.h>

/* Counters only grow. */
enum bot_counter {
	BOT_RECEIVED_COMMAND, /* events from the homeserver, by their kind */
	BOT_RECEIVED_MESSAGE,
	BOT_RECEIVED_STATE,
	BOT_SENT_MESSAGE, /* events that the homeserver has accepted, by their kind */
	BOT_SENT_EDIT,
	BOT_SENT_FILE,
	BOT_DROPPED,        /* outbox rows that the homeserver refused, and that the bot deleted */
	BOT_BATCHES,        /* answers to /sync that the bot has handled */
	BOT_PIECES_DROPPED, /* events and other parts of the homeserver's answers that the bot
			       dropped because they were too big or unreadable */
	BOT_REQUEST_DONE,   /* requests to the homeserver by their result, in the order of enum
			       mx_answer_verdict (adapters/matrix/client/answer.h) */
	BOT_REQUEST_LIMITED,
	BOT_REQUEST_AGAIN,
	BOT_REQUEST_NO_SESSION,
	BOT_REQUEST_HELD,
	BOT_REQUEST_REFUSED,
	BOT_STORE_FAULTS, /* transactions of the store that have failed */
	BOT_WEB_DONE,     /* requests to the web page, by their outcome */
	BOT_WEB_UNKNOWN_LINK,
	BOT_WEB_REFUSED,
	BOT_WEB_FAILED,
	BOT_CPU_SECONDS, /* CPU time of the process in seconds */
	BOT_COUNTERS
};

/* Gauges go up and down. */
enum bot_gauge {
	BOT_BUILD,        /* always 1; the label of this metric is the version */
	BOT_STARTED,      /* Unix time when the process started */
	BOT_MEMORY,       /* bytes of memory that the process uses */
	BOT_LEADS,        /* whether the process uses the store, and does not stand by: 1 or 0 */
	BOT_LOGGED_IN,    /* whether the homeserver has accepted the account's session: 1 or 0 */
	BOT_ACCOUNT_HELD, /* whether the homeserver refuses what the account does: 1 or 0 */
	BOT_SYNC_REFUSED, /* whether the homeserver refuses the token of the next sync: 1 or 0 */
	BOT_HEARD,        /* Unix time of the last handled batch, or 0 before the first batch */
	BOT_WRITABLE,     /* whether the last transaction of the store succeeded: 1 or 0 */
	BOT_DISK_FULL,    /* whether that transaction failed because the disk is full: 1 or 0 */
	BOT_STORE_OLDER,  /* whether an older copy of the store is in place: 1 or 0 */
	BOT_STORE_SIZE,   /* bytes of the database file */
	BOT_STORE_LOG,    /* bytes of the file's write-ahead log */
	BOT_BACKED_UP,    /* Unix time of the last complete backup, or 0 */
	BOT_OUTBOX,       /* how many rows of the outbox wait */
	BOT_OUTBOX_AGE, /* age of the outbox's oldest row in seconds, or 0 if the outbox is empty */
	BOT_CHALLENGES, /* how many matches have not ended, by their status */
	BOT_ACCEPTED_MATCHES,
	BOT_MATCHES,
	BOT_WEB_CONNECTIONS, /* how many connections the web page has */
	BOT_WEB_STREAMS,     /* how many of them show a table or a board live */
	BOT_GAUGES
};

/* Histograms of durations, in seconds. */
enum bot_histogram {
	BOT_TIME_COMMAND, /* from a command's arrival until its effects are stored */
	BOT_TIME_DELAY,   /* from the sending of a command until the bot has handled the command */
	BOT_TIME_COMMIT,  /* how long the commit of a transaction takes */
	BOT_TIME_OUTBOX, /* from the creation of an outbox row until the homeserver has accepted the
			    row */
	BOT_HISTOGRAMS
};

/* Adds 1 to a counter. */
void bot_metrics_count(enum bot_counter counter);
void bot_metrics_add(enum bot_counter counter, unsigned number);
/* Sets a counter whose value comes from elsewhere, such as the CPU time from the kernel. */
void bot_metrics_set_counter(enum bot_counter counter, double value);
void bot_metrics_set_gauge(enum bot_gauge gauge, double value);
double bot_metrics_gauge(enum bot_gauge gauge);
/*
 * Adds a duration to a histogram. A negative duration counts as 0. The duration can be negative if
 * it comes from two clocks that differ.
 */
void bot_metrics_observe(enum bot_histogram histogram, double seconds);

/* Writes all metrics in Prometheus' text format, version 0.0.4. */
void bot_metrics_print(FILE *out);

/* Returns the bytes of memory that the process uses (the resident memory), or 0 if not known. */
int64_t bot_process_memory(void);

#endif
