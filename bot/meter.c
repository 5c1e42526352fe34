#include "bot/meter.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#define BUCKETS 11

/* One line of the output, or of a histogram several. Those of one name stand together. */
struct line {
	const char *name;
	const char *label; /* NULL: none */
	const char *help;  /* where the name is new */
};

static const struct line counters[BOT_COUNTERS] = {
	[BOT_RECEIVED_COMMAND] = {"engarde_events_received_total", "kind=\"command\"",
		"Events from the homeserver, by what they are to the bot."},
	[BOT_RECEIVED_MESSAGE] = {"engarde_events_received_total", "kind=\"message\"", NULL},
	[BOT_RECEIVED_STATE] = {"engarde_events_received_total", "kind=\"state\"", NULL},
	[BOT_SENT_MESSAGE] = {"engarde_events_sent_total", "kind=\"message\"",
		"Events that the homeserver has taken."},
	[BOT_SENT_EDIT] = {"engarde_events_sent_total", "kind=\"edit\"", NULL},
	[BOT_SENT_FILE] = {"engarde_events_sent_total", "kind=\"file\"", NULL},
	[BOT_DROPPED] = {"engarde_outbox_dropped_total", NULL,
		"Rows of the outbox that were given up, since the homeserver refuses them."},
	[BOT_BATCHES] = {"engarde_sync_batches_total", NULL, "Answers to /sync that were handled."},
	[BOT_REQUEST_DONE] = {"engarde_homeserver_requests_total", "outcome=\"done\"",
		"Requests to the homeserver, by how they ended; limited is HTTP's 429."},
	[BOT_REQUEST_LIMITED] = {"engarde_homeserver_requests_total", "outcome=\"limited\"", NULL},
	[BOT_REQUEST_AGAIN] = {"engarde_homeserver_requests_total", "outcome=\"failed\"", NULL},
	[BOT_REQUEST_NO_SESSION] = {"engarde_homeserver_requests_total", "outcome=\"no_session\"",
		NULL},
	[BOT_REQUEST_HELD] = {"engarde_homeserver_requests_total", "outcome=\"held\"", NULL},
	[BOT_REQUEST_REFUSED] = {"engarde_homeserver_requests_total", "outcome=\"refused\"", NULL},
	[BOT_STORE_FAULTS] = {"engarde_store_failures_total", NULL,
		"Transactions of the store that failed; each is tried again."},
	[BOT_CPU_SECONDS] = {"process_cpu_seconds_total", NULL, "CPU time, user's and system's."},
};

static const struct line gauges[BOT_GAUGES] = {
	[BOT_BUILD] = {"engarde_build_info", "version=\"" ENGARDE_VERSION "\"",
		"Which version runs; always 1."},
	[BOT_STARTED] = {"process_start_time_seconds", NULL, "When it was started, in Unix time."},
	[BOT_MEMORY] = {"process_resident_memory_bytes", NULL, "Memory in use."},
	[BOT_LOGGED_IN] = {"engarde_logged_in", NULL,
		"Whether the homeserver has accepted the account's session."},
	[BOT_HEARD] = {"engarde_last_sync_timestamp_seconds", NULL,
		"When events were last received and stored, in Unix time; 0 before the first."},
	[BOT_WRITABLE] = {"engarde_store_writable", NULL,
		"Whether the last transaction was stored."},
	[BOT_STORE_SIZE] = {"engarde_store_size_bytes", NULL, "Size of the store's file."},
	[BOT_OUTBOX] = {"engarde_outbox_rows", NULL, "What waits to be sent."},
	[BOT_OUTBOX_AGE] = {"engarde_outbox_oldest_age_seconds", NULL,
		"How long the oldest of that has waited."},
	[BOT_CHALLENGES] = {"engarde_matches", "status=\"challenge\"",
		"Challenges that wait, matches that wait for their players, and matches played."},
	[BOT_MEETINGS] = {"engarde_matches", "status=\"meeting\"", NULL},
	[BOT_MATCHES] = {"engarde_matches", "status=\"playing\"", NULL},
};

/* What the machine does in milliseconds, and what waits for people, networks and rate limits. */
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
	double most[BUCKETS]; /* seconds */
} histograms[BOT_HISTOGRAMS] = {
	[BOT_TIME_COMMAND] = {{"engarde_command_duration_seconds", NULL,
				      "From a command's arrival until its effects are stored."},
		MACHINE},
	[BOT_TIME_DELAY] = {{"engarde_command_delay_seconds", NULL,
				    "From a command's sending, by the homeserver's clock, until it "
				    "is handled."},
		WORLD},
	[BOT_TIME_COMMIT] = {{"engarde_store_commit_duration_seconds", NULL,
				     "How long the store takes to make a transaction last."},
		MACHINE},
	[BOT_TIME_OUTBOX] = {{"engarde_outbox_wait_seconds", NULL,
				     "From the making of what is to be sent until the homeserver "
				     "has taken it."},
		WORLD},
};

static double counted[BOT_COUNTERS];
static double measured[BOT_GAUGES] = {[BOT_BUILD] = 1};
static struct {
	uint64_t buckets[BUCKETS + 1]; /* the last: above all others */
	double sum;
} observed[BOT_HISTOGRAMS];

void bot_meter_count(enum bot_counter counter)
{
	counted[counter]++;
}

void bot_meter_counted(enum bot_counter counter, double value)
{
	counted[counter] = value;
}

void bot_meter_set(enum bot_gauge gauge, double value)
{
	measured[gauge] = value;
}

double bot_meter_get(enum bot_gauge gauge)
{
	return measured[gauge];
}

void bot_meter_observe(enum bot_histogram histogram, double seconds)
{
	size_t bucket = 0;

	if (seconds < 0)
		seconds = 0;
	while (bucket < BUCKETS && seconds > histograms[histogram].most[bucket])
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

/* Fifteen digits are what a double keeps of any number in decimal. */
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
			histograms[histogram].most[i], count);
	}
	count += observed[histogram].buckets[BUCKETS];
	fprintf(out, "%s_bucket{le=\"+Inf\"} %llu\n%s_sum %.15g\n%s_count %llu\n", line->name,
		count, line->name, observed[histogram].sum, line->name, count);
}

void bot_meter_print(FILE *out)
{
	print_lines(out, counters, counted, BOT_COUNTERS, "counter");
	print_lines(out, gauges, measured, BOT_GAUGES, "gauge");
	for (size_t i = 0; i < BOT_HISTOGRAMS; i++)
		print_histogram(out, i);
}
