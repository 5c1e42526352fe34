#include "bot/program/monitor.h"

#include "bot/log.h"
#include "bot/meter.h"
#include "bot/outbox.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* A homeserver answers within half a minute even when nothing happens. */
#define SILENCE_MOST 120

static double wall(void)
{
	struct timespec now = {0};

	clock_gettime(CLOCK_REALTIME, &now);
	return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* The second number of proc(5)'s statm, in pages. */
static double resident(void)
{
	FILE *file = fopen("/proc/self/statm", "re");
	char line[128] = "";
	const char *second = NULL;

	if (file && fgets(line, sizeof line, file))
		second = strchr(line, ' ');
	if (file)
		fclose(file);
	return second ? (double)strtoul(second, NULL, 10) * (double)sysconf(_SC_PAGESIZE) : 0;
}

static void measure_process(void)
{
	struct rusage usage;

	bot_meter_set(BOT_MEMORY, resident());
	if (getrusage(RUSAGE_SELF, &usage) == 0)
		bot_meter_counted(BOT_CPU_SECONDS,
			(double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
				(double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6);
}

static enum bot_error measure_outbox(struct bot_store *store)
{
	size_t rows = 0;
	int64_t made = 0;
	enum bot_error error = bot_outbox_size(store, &rows);

	if (error)
		return error;
	error = bot_outbox_oldest(store, &made);
	if (error && error != BOT_NOT_FOUND)
		return error;
	bot_meter_set(BOT_OUTBOX, (double)rows);
	bot_meter_set(BOT_OUTBOX_AGE, error ? 0 : wall() - (double)made / 1000);
	return BOT_OK;
}

static enum bot_error measure_matches(struct bot_store *store)
{
	static const enum bot_gauge gauges[] = {
		[BOT_CHALLENGE] = BOT_CHALLENGES,
		[BOT_MEETING] = BOT_MEETINGS,
		[BOT_PLAYING] = BOT_MATCHES,
	};
	enum bot_error error = BOT_OK;

	for (size_t i = 0; i < sizeof gauges / sizeof *gauges && !error; i++) {
		size_t count = 0;

		error = bot_store_match_count(store, (enum bot_match_status)i, &count);
		if (!error)
			bot_meter_set(gauges[i], (double)count);
	}
	return error;
}

static bool measure(struct monitor *monitor)
{
	struct stat status;

	measure_process();
	if (stat(monitor->config->store, &status) == 0)
		bot_meter_set(BOT_STORE_SIZE, (double)status.st_size);
	return !measure_outbox(monitor->store) && !measure_matches(monitor->store);
}

static void tell_metrics(struct monitor *monitor, struct http_reply *reply)
{
	FILE *out;

	reply->status = 500;
	if (!measure(monitor))
		return;
	out = open_memstream(&reply->body, &reply->size);
	if (!out)
		return;
	bot_meter_print(out);
	if (fclose(out))
		return; /* what there is of the body is freed with the reply */
	reply->status = 200;
	reply->type = "text/plain; version=0.0.4; charset=utf-8";
}

static void tell_health(struct monitor *monitor, struct http_reply *reply)
{
	(void)monitor;
	reply->status = 200; /* the loop goes round: this is it */
}

static void tell_readiness(struct monitor *monitor, struct http_reply *reply)
{
	double heard = bot_meter_get(BOT_HEARD), silence = wall() - heard;
	bool in = bot_meter_get(BOT_LOGGED_IN) > 0, kept = bot_meter_get(BOT_WRITABLE) > 0;
	bool hears = heard > 0 && silence < SILENCE_MOST;
	FILE *out = open_memstream(&reply->body, &reply->size);

	(void)monitor;
	reply->status = in && kept && hears ? 200 : 503;
	reply->type = "text/plain; charset=utf-8";
	if (!out)
		return;
	fprintf(out, "session: %s\nstore: %s\n", in ? "fine" : "not logged in",
		kept ? "fine" : "can't be written");
	if (heard > 0)
		fprintf(out, "sync: %s, last %.0f s ago\n", hears ? "fine" : "late", silence);
	else
		fputs("sync: not yet\n", out);
	fclose(out);
}

static const struct {
	const char *path;
	void (*tell)(struct monitor *monitor, struct http_reply *reply);
} pages[] = {
	{"/healthz", tell_health},
	{"/readyz", tell_readiness},
	{"/metrics", tell_metrics},
};

static void answer(void *self, const struct http_request *request, struct http_reply *reply)
{
	for (size_t i = 0; i < sizeof pages / sizeof *pages; i++) {
		if (strcmp(request->path, pages[i].path) != 0)
			continue;
		if (strcmp(request->method, "GET") != 0 && strcmp(request->method, "HEAD") != 0) {
			reply->status = 405;
			return;
		}
		pages[i].tell(self, reply);
	}
}

bool monitor_init(struct monitor *monitor, const struct cfg *config, struct bot_store *store)
{
	const char *where = config->monitoring.listen;

	*monitor = (struct monitor){.store = store, .config = config};
	bot_meter_set(BOT_STARTED, wall());
	if (!where)
		return true;
	if (http_server_create(
		    &(struct http_options){.address = where, .answer = answer, .self = monitor},
		    &monitor->server) != HTTP_OK) {
		bot_log_write(BOT_LOG_ERROR, "monitoring_failed",
			BOT_LOG_FIELDS({"listen", .text = where},
				{"why", .text = errno ? strerror(errno) : "out of memory"}));
		return false;
	}
	bot_log_write(BOT_LOG_INFO, "monitoring",
		BOT_LOG_FIELDS({"listen", .text = where},
			{"port", .number = http_server_port(monitor->server)}));
	return true;
}

void monitor_finish(struct monitor *monitor)
{
	http_server_destroy(monitor->server);
}
