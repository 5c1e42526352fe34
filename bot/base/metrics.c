#include "bot/base/metrics.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define BUCKETS 11

/*
 * One line of a table: a metric without labels, or one label of a metric. In the tables, all lines
 * of one metric follow each other.
 */
struct line {
	const char *name;
	const char *label; /* NULL if the metric has no labels */
	const char *help;  /* NULL if the line above is of the same metric and has the help text */
};

static const struct line counters[BOT_COUNTERS] = {
	[BOT_RECEIVED_COMMAND] = {"engarde_events_received_total", "kind=\"command\"",
		"Events from the homeserver, by their kind."},
	[BOT_RECEIVED_MESSAGE] = {"engarde_events_received_total", "kind=\"message\"", NULL},
	[BOT_RECEIVED_STATE] = {"engarde_events_received_total", "kind=\"state\"", NULL},
	[BOT_SENT_MESSAGE] = {"engarde_events_sent_total", "kind=\"message\"",
		"Events that the homeserver has accepted, by their kind."},
	[BOT_SENT_EDIT] = {"engarde_events_sent_total", "kind=\"edit\"", NULL},
	[BOT_SENT_FILE] = {"engarde_events_sent_total", "kind=\"file\"", NULL},
	[BOT_DROPPED] = {"engarde_outbox_dropped_total", NULL,
		"Rows of the outbox that the bot has deleted because the homeserver refuses them."},
	[BOT_BATCHES] = {"engarde_sync_batches_total", NULL,
		"Answers to /sync that the bot has handled."},
	[BOT_PIECES_DROPPED] = {"engarde_pieces_dropped_total", NULL,
		"Parts of answers that the bot has ignored: too big, or unreadable."},
	[BOT_REQUEST_DONE] = {"engarde_homeserver_requests_total", "outcome=\"done\"",
		"Requests to the homeserver, by their outcome; limited is HTTP status 429."},
	[BOT_REQUEST_LIMITED] = {"engarde_homeserver_requests_total", "outcome=\"limited\"", NULL},
	[BOT_REQUEST_AGAIN] = {"engarde_homeserver_requests_total", "outcome=\"failed\"", NULL},
	[BOT_REQUEST_NO_SESSION] = {"engarde_homeserver_requests_total", "outcome=\"no_session\"",
		NULL},
	[BOT_REQUEST_HELD] = {"engarde_homeserver_requests_total", "outcome=\"held\"", NULL},
	[BOT_REQUEST_REFUSED] = {"engarde_homeserver_requests_total", "outcome=\"refused\"", NULL},
	[BOT_STORE_FAULTS] = {"engarde_store_failures_total", NULL,
		"Transactions of the store that have failed; the bot tries each again."},
	[BOT_WEB_DONE] = {"engarde_web_requests_total", "outcome=\"done\"",
		"Requests to the web page, by their outcome; unknown_link is HTTP status 401."},
	[BOT_WEB_UNKNOWN_LINK] = {"engarde_web_requests_total", "outcome=\"unknown_link\"", NULL},
	[BOT_WEB_REFUSED] = {"engarde_web_requests_total", "outcome=\"refused\"", NULL},
	[BOT_WEB_FAILED] = {"engarde_web_requests_total", "outcome=\"failed\"", NULL},
	[BOT_CPU_SECONDS] = {"process_cpu_seconds_total", NULL,
		"CPU time in user mode and in the kernel."},
};

static const struct line gauges[BOT_GAUGES] = {
	[BOT_BUILD] = {"engarde_build_info", "version=\"" ENGARDE_VERSION "\"",
		"The running version; always 1."},
	[BOT_STARTED] = {"process_start_time_seconds", NULL,
		"When the process started, in Unix time."},
	[BOT_MEMORY] = {"process_resident_memory_bytes", NULL, "Memory that the process uses."},
	[BOT_LEADS] = {"engarde_leader", NULL,
		"Whether this process leads: 0 while it stands by for another one."},
	[BOT_LOGGED_IN] = {"engarde_logged_in", NULL,
		"Whether the homeserver has accepted the account's session."},
	[BOT_ACCOUNT_HELD] = {"engarde_account_held", NULL,
		"Whether the homeserver refuses what the account does, until a person changes "
		"that."},
	[BOT_SYNC_REFUSED] = {"engarde_sync_refused", NULL,
		"Whether the homeserver refuses the place from which the bot reads on."},
	[BOT_HEARD] = {"engarde_last_sync_timestamp_seconds", NULL,
		"When the bot last received and stored events, in Unix time; 0 before the first "
		"time."},
	[BOT_WRITABLE] = {"engarde_store_writable", NULL,
		"Whether the last transaction of the store succeeded."},
	[BOT_DISK_FULL] = {"engarde_store_disk_full", NULL,
		"Whether the last transaction of the store failed because the disk is full."},
	[BOT_STORE_OLDER] = {"engarde_store_older", NULL,
		"Whether the store is older than the account (store_is_older in the log)."},
	[BOT_STORE_SIZE] = {"engarde_store_size_bytes", NULL, "Size of the file of the store."},
	[BOT_STORE_LOG] = {"engarde_store_log_size_bytes", NULL,
		"Size of the write-ahead log beside the file of the store."},
	[BOT_BACKED_UP] = {"engarde_last_backup_timestamp_seconds", NULL,
		"When engarde-bot backup last made a complete backup, in Unix time; 0 if never."},
	[BOT_OUTBOX] = {"engarde_outbox_rows", NULL, "Rows of the outbox that wait."},
	[BOT_OUTBOX_AGE] = {"engarde_outbox_oldest_age_seconds", NULL,
		"How long the oldest row of the outbox has waited."},
	[BOT_CHALLENGES] = {"engarde_matches", "status=\"challenge\"",
		"Challenges that wait, matches that wait for their players, and matches in play."},
	[BOT_ACCEPTED_MATCHES] = {"engarde_matches", "status=\"meeting\"", NULL},
	[BOT_MATCHES] = {"engarde_matches", "status=\"playing\"", NULL},
	[BOT_WEB_CONNECTIONS] = {"engarde_web_connections", NULL,
		"Connections of browsers and of the proxy to the web page."},
	[BOT_WEB_STREAMS] = {"engarde_web_streams", NULL,
		"Open pages that show a table or a board live."},
};

/*
 * Upper bounds of a histogram's buckets, in seconds. MACHINE is for durations that depend only on
 * this machine. WORLD is for durations that include waiting for people, networks or rate limits.
 */
#define MACHINE                                                                                    \
	{                                                                                          \
		0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5                   \
	}
#define WORLD                                                                                      \
	{                                                                                          \
		0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60, 300, 1800                                 \
	}

static const struct {
	struct line line;
	double bounds[BUCKETS]; /* upper bounds, in seconds */
} histograms[BOT_HISTOGRAMS] = {
	[BOT_TIME_COMMAND] =
		{{"engarde_command_duration_seconds", NULL,
			 "Time from the arrival of a command until its effects are stored."},
			MACHINE},
	[BOT_TIME_DELAY] =
		{{"engarde_command_delay_seconds", NULL,
			 "Time from when a user sends a command, by the homeserver's clock, "
			 "until the bot has handled it."},
			WORLD},
	[BOT_TIME_COMMIT] = {{"engarde_store_commit_duration_seconds", NULL,
				     "How long the store takes to commit a transaction."},
		MACHINE},
	[BOT_TIME_OUTBOX] = {{"engarde_outbox_wait_seconds", NULL,
				     "Time from when the bot writes a row of the outbox until the "
				     "homeserver has accepted it."},
		WORLD},
};

static double counted[BOT_COUNTERS];
static double measured[BOT_GAUGES] = {[BOT_BUILD] = 1};
static struct {
	uint64_t buckets[BUCKETS + 1]; /* the last bucket counts the values above all bounds */
	double sum;
} observed[BOT_HISTOGRAMS];

void bot_metrics_count(enum bot_counter counter)
{
	counted[counter]++;
}

void bot_metrics_add(enum bot_counter counter, unsigned number)
{
	counted[counter] += number;
}

void bot_metrics_set_counter(enum bot_counter counter, double value)
{
	counted[counter] = value;
}

void bot_metrics_set_gauge(enum bot_gauge gauge, double value)
{
	measured[gauge] = value;
}

double bot_metrics_gauge(enum bot_gauge gauge)
{
	return measured[gauge];
}

void bot_metrics_observe(enum bot_histogram histogram, double seconds)
{
	size_t bucket = 0;

	if (seconds < 0)
		seconds = 0;
	while (bucket < BUCKETS && seconds > histograms[histogram].bounds[bucket])
		bucket++;
	observed[histogram].buckets[bucket]++;
	observed[histogram].sum += seconds;
}

static void print_head(FILE *out, const struct line *line, const char *type)
{
	if (line->help)
		fprintf(out, "# HELP %s %s\n# TYPE %s %s\n", line->name, line->help, line->name,
			type);
}

/*
 * Writes the lines of a table. Writes each value with fifteen digits, because a double keeps
 * fifteen digits of any decimal number.
 */
static void print_lines(
	FILE *out, const struct line *lines, const double *values, size_t count, const char *type)
{
	for (size_t i = 0; i < count; i++) {
		print_head(out, &lines[i], type);
		fprintf(out, lines[i].label ? "%s{%s} %.15g\n" : "%s%s %.15g\n", lines[i].name,
			lines[i].label ? lines[i].label : "", values[i]);
	}
}

static void print_histogram(FILE *out, size_t histogram)
{
	const struct line *line = &histograms[histogram].line;
	unsigned long long count = 0;

	print_head(out, line, "histogram");
	for (size_t i = 0; i < BUCKETS; i++) {
		count += observed[histogram].buckets[i];
		fprintf(out, "%s_bucket{le=\"%g\"} %llu\n", line->name,
			histograms[histogram].bounds[i], count);
	}
	count += observed[histogram].buckets[BUCKETS];
	fprintf(out, "%s_bucket{le=\"+Inf\"} %llu\n%s_sum %.15g\n%s_count %llu\n", line->name,
		count, line->name, observed[histogram].sum, line->name, count);
}

void bot_metrics_print(FILE *out)
{
	print_lines(out, counters, counted, BOT_COUNTERS, "counter");
	print_lines(out, gauges, measured, BOT_GAUGES, "gauge");
	for (size_t i = 0; i < BOT_HISTOGRAMS; i++)
		print_histogram(out, i);
}

/* The second number in /proc/self/statm is the resident memory in pages; see proc(5). */
int64_t bot_process_memory(void)
{
	FILE *file = fopen("/proc/self/statm", "re");
	char line[128] = "";
	const char *second = NULL;

	if (file && fgets(line, sizeof(line), file))
		second = strchr(line, ' ');
	if (file)
		fclose(file);
	return second ? strtoll(second, NULL, 10) * sysconf(_SC_PAGESIZE) : 0;
}
