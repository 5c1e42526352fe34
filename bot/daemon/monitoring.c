#include "bot/daemon/monitoring.h"

#include "adapters/matrix/matrix.h"
#include "bot/base/attempt.h"
#include "bot/base/clock.h"
#include "bot/base/durable_file.h"
#include "bot/base/log.h"
#include "bot/base/memory.h"
#include "bot/base/metrics.h"
#include "bot/daemon/backup.h"
#include "bot/daemon/readiness.h"
#include "bot/store/files.h"
#include "bot/store/outbox_rows.h"

#include <curl/curl.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#define TIMEOUT 10L /* seconds to wait for an answer; a healthy bot answers sooner */

/* Returns the time in seconds since 1970. */
static double read_clock(void)
{
	return (double)bot_clock_wall() / 1000;
}

static void measure_process(void)
{
	struct rusage usage;

	bot_metrics_set_gauge(BOT_MEMORY, (double)bot_process_memory());
	if (getrusage(RUSAGE_SELF, &usage) == 0)
		bot_metrics_set_counter(BOT_CPU_SECONDS,
			(double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
				(double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6);
}

static void measure_outbox(struct bot_store *store)
{
	int64_t made = 0;

	size_t rows = bot_outbox_size(store);
	bool waits = bot_outbox_oldest(store, &made);
	bot_metrics_set_gauge(BOT_OUTBOX, (double)rows);
	bot_metrics_set_gauge(BOT_OUTBOX_AGE, waits ? read_clock() - (double)made / 1000 : 0);
}

static void measure_matches(struct bot_store *store)
{
	static const enum bot_gauge gauges[] = {
		[BOT_CHALLENGE] = BOT_CHALLENGES,
		[BOT_ACCEPTED] = BOT_ACCEPTED_MATCHES,
		[BOT_PLAYING] = BOT_MATCHES,
	};

	for (size_t i = 0; i < sizeof(gauges) / sizeof(*gauges); i++)
		bot_metrics_set_gauge(
			gauges[i], (double)bot_store_match_count(store, (enum bot_match_status)i));
}

/* Measures the files beside the store. A file that is missing counts as 0. */
static void measure_files(const struct cfg *config)
{
	char path[CFG_PATH_SIZE];
	struct stat file;
	bool has_log = !cfg_store_is_on_server(config) &&
		       stat(cfg_own_file(config, "-wal", path), &file) == 0;

	bot_metrics_set_gauge(BOT_STORE_LOG, has_log ? (double)file.st_size : 0);
	bool has_mark = stat(cfg_own_file(config, BACKUP_MARK, path), &file) == 0;
	bot_metrics_set_gauge(BOT_BACKED_UP, has_mark ? (double)file.st_mtim.tv_sec : 0);
}

static void measure_rows(struct bot_store *store)
{
	int64_t size = 0;

	bot_must(bot_store_size(store, &size));
	bot_metrics_set_gauge(BOT_STORE_SIZE, (double)size);
	measure_outbox(store);
	measure_matches(store);
}

static enum bot_error measure_store(struct bot_store *store)
{
	BOT_ATTEMPT(measure_rows(store));
}

static void measure(struct monitoring *monitoring)
{
	measure_process();
	bot_metrics_set_gauge(BOT_LEADS, monitoring->store != NULL);
	if (!monitoring->store)
		return;
	measure_files(monitoring->config);
	if (bot_store_waits(monitoring->store) == 0)
		(void)!measure_store(
			monitoring->store); /* until it answers, they stay as they are */
}

static void write_metrics(struct monitoring *monitoring, struct http_reply *reply)
{
	FILE *out;

	measure(monitoring);
	out = bot_memory_or_exit(open_memstream(&reply->body, &reply->size));
	bot_metrics_print(out);
	fclose(out); /* the HTTP server frees the body */
	reply->status = 200;
	reply->type = "text/plain; version=0.0.4; charset=utf-8";
}

static void write_liveness(struct monitoring *monitoring, struct http_reply *reply)
{
	(void)monitoring;
	reply->status = 200; /* the bot's loop calls this function, so the loop works */
}

/* Fills the reply of a program that stands by. */
static void write_standby(const struct monitoring *monitoring, struct http_reply *reply)
{
	FILE *out = bot_memory_or_exit(open_memstream(&reply->body, &reply->size));
	const char *leader = bot_standby_leader(monitoring->standby);

	fprintf(out, *leader ? "standby: %s leads\n" : "standby: can't ask the store who leads%s\n",
		leader);
	fclose(out);
	reply->type = "text/plain; charset=utf-8";
}

/* Fills the reply with the text that `judge` writes. The status is 200 if `judge` returns true. */
static void write_judgement(const struct monitoring *monitoring, struct http_reply *reply,
	bool (*judge)(const struct readiness *readiness, FILE *out))
{
	const char *store = monitoring->config->store;
	bool is_file = bot_store_is_file(monitoring->store);
	char *folder = is_file ? bot_durable_file_folder(store) : bot_strdup(store);
	/*
	 * The file system is asked, because a bot that nobody writes to does not write either. A
	 * server is asked by the adapter (bot_store_confirm).
	 */
	const struct readiness readiness = {
		.now = read_clock(),
		.started = bot_metrics_gauge(BOT_STARTED),
		.heard = bot_metrics_gauge(BOT_HEARD),
		.sync_refused = bot_metrics_gauge(BOT_SYNC_REFUSED) > 0,
		.held = bot_metrics_gauge(BOT_ACCOUNT_HELD) > 0,
		.logged_in = bot_metrics_gauge(BOT_LOGGED_IN) > 0,
		.store_is_gone = bot_store_is_gone(monitoring->store),
		.writable = bot_metrics_gauge(BOT_WRITABLE) > 0,
		.waits = bot_store_waits(monitoring->store),
		.refusal = bot_metrics_gauge(BOT_DISK_FULL) > 0 ? ENOSPC
			   : is_file                            ? bot_durable_file_refusal(store)
								: 0,
		.folder = folder,
		.leader = bot_store_leader(monitoring->store),
	};
	FILE *out = bot_memory_or_exit(open_memstream(&reply->body, &reply->size));

	reply->status = judge(&readiness, out) ? 200 : 503;
	reply->type = "text/plain; charset=utf-8";
	fclose(out);
	free(folder);
}

static void write_readiness(struct monitoring *monitoring, struct http_reply *reply)
{
	reply->status = 503;
	if (monitoring->standby)
		write_standby(monitoring, reply);
	else
		write_judgement(monitoring, reply, readiness_is_ready);
}

static void write_health(struct monitoring *monitoring, struct http_reply *reply)
{
	reply->status = 200;
	if (monitoring->standby)
		write_standby(monitoring, reply);
	else
		write_judgement(monitoring, reply, readiness_is_healthy);
}

static const struct {
	const char *path;
	void (*write)(struct monitoring *monitoring, struct http_reply *reply);
} pages[] = {
	{"/healthz", write_liveness},
	{"/readyz", write_readiness},
	{"/health", write_health},
	{"/metrics", write_metrics},
};

static void answer(void *self, const struct http_request *request, struct http_reply *reply)
{
	struct monitoring *monitoring = self;

	for (size_t i = 0; i < sizeof(pages) / sizeof(*pages); i++) {
		if (strcmp(request->path, pages[i].path) != 0)
			continue;
		if (strcmp(request->method, "GET") != 0 && strcmp(request->method, "HEAD") != 0) {
			reply->status = 405;
			return;
		}
		monitoring->answers = true;
		pages[i].write(monitoring, reply);
		monitoring->answers = false;
	}
}

void monitoring_answer_meanwhile(struct monitoring *monitoring)
{
	if (!monitoring->server || monitoring->answers)
		return;
	struct bot_loop_source source = http_server_loop_source(monitoring->server);
	source.dispatch(source.self);
}

bool monitoring_init(
	struct monitoring *monitoring, const struct cfg *config, struct bot_store *store)
{
	const char *where = config->monitoring.listen;

	*monitoring = (struct monitoring){.store = store, .config = config};
	bot_metrics_set_gauge(BOT_STARTED, read_clock());
	if (!where)
		return true;
	errno = 0;
	if (http_server_create(
		    &(struct http_server_options){
			    .address = where, .answer = answer, .self = monitoring},
		    &monitoring->server) != HTTP_OK) {
		bot_log_write(BOT_LOG_ERROR, "monitoring_failed",
			BOT_LOG_FIELDS({"listen", .text = where},
				{"why", .text = errno ? strerror(errno)
						      : "the address can't be used"}));
		return false;
	}
	bot_log_write(BOT_LOG_INFO, "monitoring",
		BOT_LOG_FIELDS({"listen", .text = where},
			{"port", .number = http_server_port(monitoring->server)}));
	if (config->monitoring.insecure_listen == CFG_PERMITTED)
		bot_log_write(BOT_LOG_WARNING, "insecure_listen",
			BOT_LOG_FIELDS({"listen", .text = where},
				{"why", .text = "everybody who can connect can read the bot's "
						"health and metrics, so the network must be "
						"private"}));
	return true;
}

void monitoring_finish(struct monitoring *monitoring)
{
	http_server_destroy(monitoring->server);
}

/* The beginning of the body of an answer. */
struct answer_text {
	char bytes[512];
	size_t size;
};

/* A write function for libcurl that keeps the beginning of the body. */
static size_t keep(char *bytes, size_t size, size_t count, void *self)
{
	struct answer_text *text = self;
	size_t left = sizeof(text->bytes) - 1 - text->size, kept = size * count;

	kept = kept < left ? kept : left;
	memcpy(text->bytes + text->size, bytes, kept);
	text->size += kept;
	return size * count;
}

/* Sends a GET request. Sets *status to the HTTP status, and fills `text`, which is all zero. */
static CURLcode get(const char *url, long *status, struct answer_text *text)
{
	CURL *easy = curl_easy_init();
	CURLcode code;

	curl_easy_setopt(easy, CURLOPT_URL, url);
	curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http");
	curl_easy_setopt(easy, CURLOPT_PROXY, "");
	curl_easy_setopt(easy, CURLOPT_TIMEOUT, TIMEOUT);
	curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, keep);
	curl_easy_setopt(easy, CURLOPT_WRITEDATA, text);
	code = curl_easy_perform(easy);
	curl_easy_getinfo(easy, CURLINFO_RESPONSE_CODE, status);
	curl_easy_cleanup(easy);
	return code;
}

/*
 * Writes the URL of the page /health. If the bot listens on all addresses of the machine, uses the
 * loopback address.
 */
static void name_page(const char *listen, char *url, size_t size)
{
	const char *port = strrchr(listen, ':');
	const char *host = strncmp(listen, "0.0.0.0:", 8) == 0 ? "127.0.0.1"
			   : strncmp(listen, "[::]:", 5) == 0  ? "[::1]"
							       : NULL;

	if (host)
		snprintf(url, size, "http://%s%s/health", host, port);
	else
		snprintf(url, size, "http://%s/health", listen);
}

static enum exit_status ask_at(const char *listen)
{
	char url[128];
	struct answer_text text = {.size = 0};
	long status = 0;
	CURLcode code;

	name_page(listen, url, sizeof(url));
	if (!mx_init()) {
		fputs("engarde-bot: can't start: libcurl or libsodium does not work\n", stderr);
		return STATUS_FAILED;
	}
	code = get(url, &status, &text);
	curl_global_cleanup();
	if (code)
		fprintf(stderr,
			"%s: the bot does not run, or hangs, because nobody answers there (%s)\n",
			url, curl_easy_strerror(code));
	else if (status != 200 && status != 503)
		fprintf(stderr, "%s: another program answers there, with status %ld\n", url,
			status);
	else
		fputs(text.bytes, status == 200 ? stdout : stderr);
	return !code && status == 200 ? STATUS_FINE : STATUS_FAILED;
}

enum exit_status monitoring_ask_health(const struct cfg *config, const char *path)
{
	if (config->monitoring.listen)
		return ask_at(config->monitoring.listen);
	fprintf(stderr,
		"%s: the key monitoring.listen is missing, so nobody can ask the bot for its "
		"health; add the key and restart the bot\n",
		path);
	return STATUS_CONFIG;
}
