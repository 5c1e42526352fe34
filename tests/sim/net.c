/*
 * Replaces adapters/matrix/client/http.c and bot/base/clock.c. Requests reach the simulated
 * homeserver after some time, or never. Time passes in mx_http_wait.
 */
#include "adapters/matrix/client/endpoint.h"
#include "bot/base/clock.h"
#include "bot/base/memory.h"
#include "tests/sim/budget.h"
#include "tests/sim/disk.h"
#include "tests/sim/net.h"
#include "tests/sim/request_faults.h"
#include "tests/sim/server.h"
#include "tests/sim/supply.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EPOCH INT64_C(1700000000000)

/*
 * A wait is short if it takes less than IDLE_LEAST milliseconds. More than IDLE_MOST short waits in
 * a row are a fault.
 */
#define IDLE_LEAST 5
#define IDLE_MOST  500

struct mx_http {
	char token[24];
	unsigned session;
};

int64_t bot_clock_steady(void)
{
	return sim->now + sim->ghost;
}

int64_t bot_clock_wall(void)
{
	return EPOCH + sim->now + sim->jump;
}

int64_t bot_clock_steady_ns(void)
{
	return bot_clock_steady() * 1000000;
}

enum mx_error mx_http_create(
	const char *base, bool insecure, const char *ca_file, struct mx_http **http)
{
	(void)base;
	(void)insecure;
	(void)ca_file;
	*http = bot_calloc(1, sizeof(**http));
	return MX_OK;
}

static void destroy(struct sim_exchange *exchange)
{
	json_decref(exchange->body);
	json_decref(exchange->json);
	free(exchange->path);
	free(exchange);
}

/*
 * Keeps the requests that are on their way: they may still reach the homeserver after the process
 * has ended.
 */
void mx_http_destroy(struct mx_http *http)
{
	struct sim_exchange **link = &sim->exchanges;

	while (*link) {
		struct sim_exchange *exchange = *link;

		exchange->http = NULL;
		if (exchange->apply_at >= 0 && !exchange->polls &&
			sim_random_chance(&sim->random, 500)) {
			link = &exchange->next;
			continue;
		}
		*link = exchange->next;
		destroy(exchange);
	}
	free(http);
}

void mx_http_set_token(struct mx_http *http, const char *token)
{
	snprintf(http->token, sizeof(http->token), "%s", token ? token : "");
	http->session++;
}

void mx_http_act_as(struct mx_http *http, const char *user, const char *device)
{
	(void)http, (void)user, (void)device;
}

unsigned mx_http_session(const struct mx_http *http)
{
	return http->session;
}

void sim_answer(struct sim_exchange *exchange, long status, json_t *json)
{
	json_decref(exchange->json);
	exchange->status = status;
	exchange->json = json;
}

void sim_refuse(struct sim_exchange *exchange, long status, const char *code)
{
	sim_answer(exchange, status, json_pack("{s:s}", "errcode", code));
}

void sim_limit(struct sim_exchange *exchange, int64_t wait)
{
	/* Synapse names the wait twice. */
	uint32_t form = sim_budget < SIM_LIMITERS ? 3 : sim_random_below(&sim->random, 4);

	sim_refuse(exchange, 429, "M_LIMIT_EXCEEDED");
	if (form == 0)
		sim_saw(SIM_LIMITED_BARE);
	if (form & 1) {
		json_object_set_new(exchange->json, "retry_after_ms", json_integer(wait));
		sim_saw(SIM_LIMITED_BODY);
	}
	if (form & 2) {
		exchange->retry_after = (wait + 999) / 1000;
		sim_saw(SIM_LIMITED_FIELD);
	}
}

void mx_http_start(struct mx_http *http, const struct mx_http_request *request,
	void (*done)(void *self, const struct mx_answer *answer), void *self)
{
	struct sim_exchange *exchange = bot_calloc(1, sizeof(*exchange));

	assert(request->path || request->url);
	assert(request->body || request->file || request->method == MX_HTTP_GET);
	exchange->http = http;
	exchange->method = request->method;
	exchange->path = request->path ? request->path : bot_strdup(request->url);
	exchange->body = request->body;
	exchange->done = done;
	exchange->self = self;
	exchange->session = http->session;
	memcpy(exchange->token, http->token, sizeof(exchange->token));
	exchange->knows = sim->knows;
	exchange->life = sim->lives;
	exchange->ends = sim->now + (request->timeout ? request->timeout : MX_HTTP_TIMEOUT);
	exchange->apply_at = exchange->answer_at = -1;
	exchange->garbled = SIM_FAULTS_COUNT;
	sim_supply_hold(true);
	if (!sim->dead && !sim_disk_frozen())
		sim_draw_request_faults(exchange);
	sim_supply_hold(false);
	exchange->next = sim->exchanges;
	sim->exchanges = exchange;
}

static bool waits_for_news(const struct sim_exchange *exchange)
{
	return exchange->polls && exchange->answer_at < 0;
}

/*
 * Returns the time of the next step: the request arrives, its answer arrives, or a wait ends. If
 * there is no next step, returns INT64_MAX.
 */
static int64_t next_of(const struct sim_exchange *exchange)
{
	int64_t next = INT64_MAX;

	if (exchange->apply_at >= 0)
		next = exchange->apply_at;
	if (exchange->answer_at >= 0 && exchange->answer_at < next && exchange->http)
		next = exchange->answer_at;
	if (exchange->http && exchange->ends < next)
		next = exchange->ends;
	if (waits_for_news(exchange) && exchange->until < next)
		next = exchange->until;
	return next;
}

static void tell(const struct sim_exchange *exchange, const struct mx_answer *answer)
{
	static const char *const methods[] = {"GET", "PUT", "POST"};
	const char *code = json_string_value(json_object_get(answer->json, "errcode"));
	const char *path = strstr(exchange->path, "/v3/");
	const char *to = path ? path + 4 : exchange->path;
	const char *filter = strstr(to, "&filter=");
	const char *since = strstr(to, "&since=");

	sim_tell("bot: %s %.*s%s: %ld %s%s", methods[exchange->method],
		(int)(filter ? filter - to : (long)strlen(to)), to, since ? since : "",
		answer->status,
		answer->trouble ? answer->trouble
		: code          ? code
				: "",
		answer->json || answer->trouble ? "" : "(no JSON)");
}

static void unlink_exchange(const struct sim_exchange *exchange)
{
	struct sim_exchange **link = &sim->exchanges;

	while (*link != exchange)
		link = &(*link)->next;
	*link = exchange->next;
}

/*
 * Gives the bot the answer to a request. The bot may then send requests, so the list of requests
 * may change in this call.
 */
static void deliver(struct sim_exchange *exchange)
{
	struct mx_answer answer = {.session = exchange->session};
	bool goes_on = exchange->apply_at >= 0; /* the request will reach the homeserver, although
						   the bot has stopped waiting */

	if (!goes_on)
		unlink_exchange(exchange);
	exchange->http = NULL;
	if (exchange->answer_at < 0)
		exchange->trouble = "timed out";
	if (!exchange->trouble)
		answer.json = sim_damaged_json(exchange);
	answer.trouble = exchange->trouble;
	answer.unread = !answer.json && (exchange->answer_at < 0 || exchange->status == 200);
	if (!exchange->trouble) {
		answer.status = exchange->status;
		answer.retry_after = exchange->retry_after;
	}
	mx_endpoint_check(mx_endpoint_find(exchange->method, exchange->path), &answer);
	tell(exchange, &answer);
	sim_note((uint64_t)sim->now);
	sim_note_text(exchange->path);
	sim_note((uint64_t)answer.status);
	sim_supply_hold(false);
	exchange->done(exchange->self, &answer);
	sim_supply_hold(true);
	json_decref(answer.json);
	if (!goes_on)
		destroy(exchange);
}

void mx_http_cut_short(struct mx_http *http, const void *self)
{
	struct sim_exchange *exchange = sim->exchanges;

	while (exchange && (exchange->http != http || exchange->self != self))
		exchange = exchange->next;
	if (!exchange)
		return;
	exchange->answer_at = -1;
	deliver(exchange);
}

static void apply(struct sim_exchange *exchange)
{
	/*
	 * If `status` is not 0, the homeserver executes the request, but then answers with this
	 * status.
	 */
	long status = exchange->status;
	json_t *failed = json_incref(exchange->json);

	exchange->apply_at = -1;
	sim_call(exchange);
	if (status) {
		exchange->polls = false;
		sim_answer(exchange, status, failed);
		return;
	}
	json_decref(failed);
	if (!exchange->polls && exchange->answer_at < 0)
		exchange->answer_at = sim->now + exchange->way_back;
}

/* Answers the /sync requests that wait, if the homeserver has news for them. */
static void answer_syncs(void)
{
	for (struct sim_exchange *exchange = sim->exchanges; exchange; exchange = exchange->next) {
		if (!exchange->http || !waits_for_news(exchange) ||
			(sim->now < exchange->until && !sim_has_news(exchange->since)))
			continue;
		exchange->polls = false;
		sim_answer(
			exchange, 200, sim_sync(exchange->since, exchange->full, exchange->most));
		exchange->answer_at = sim->now + exchange->way_back;
	}
}

/* Delivers one request or one answer that is due. Returns whether the bot got an answer. */
static bool move(void)
{
	struct sim_exchange *due = NULL;

	for (struct sim_exchange *exchange = sim->exchanges; exchange; exchange = exchange->next)
		if (next_of(exchange) <= sim->now)
			due = exchange;
	if (!due)
		return false;
	if (due->apply_at >= 0 && due->apply_at <= sim->now) {
		apply(due);
		if (!due->http) {
			unlink_exchange(due);
			destroy(due);
		}
		return false;
	}
	deliver(due);
	return true;
}

static int64_t next_event(void)
{
	int64_t next = sim_next_task();

	for (const struct sim_exchange *exchange = sim->exchanges; exchange;
		exchange = exchange->next)
		if (next_of(exchange) < next)
			next = next_of(exchange);
	return next;
}

/* Kills the process, or asks it to stop, if the seed says so. */
static void endanger(void)
{
	if (sim->now >= sim->traits.calm)
		return;
	if (sim_random_chance(&sim->random, sim->traits.crash))
		sim_crash();
	else if (sim_random_chance(&sim->random, sim->traits.stop)) {
		sim_saw(SIM_TERMINATED);
		sim->stopping = true;
	}
}

void sim_net_finish(void)
{
	while (sim->exchanges) {
		struct sim_exchange *exchange = sim->exchanges;

		sim->exchanges = exchange->next;
		destroy(exchange);
	}
}

/*
 * Lets time pass until `end`, or until the bot gets an answer. Returns whether the bot got an
 * answer.
 */
static bool pass(int64_t end)
{
	bool answered = false;

	while (!answered) {
		int64_t next = next_event();

		if (next > end)
			break;
		if (next > sim->now)
			sim->now = next;
		sim_do_tasks();
		answer_syncs();
		answered = move();
	}
	if (!answered && end > sim->now)
		sim->now = end;
	return answered;
}

void sim_pass(int64_t time)
{
	pass(sim->now + time);
}

/* Does nothing, because no descriptor (loop source) wakes the bot up in the simulation. */
void mx_http_add_loop_source(struct mx_http *http, struct bot_loop_source source)
{
	(void)http;
	(void)source;
}

void mx_http_lend_host(const struct mx_http *http, const struct bot_host_access *access)
{
	(void)http;
	(void)access;
}

void mx_http_tell_loop_sources(const struct mx_http *http, enum bot_phase phase)
{
	(void)http;
	(void)phase;
}

/* Checks that the bot does not loop without waiting. */
static void watch_idling(int64_t timeout)
{
	sim->idle = timeout < IDLE_LEAST ? sim->idle + 1 : 0;
	if (sim->idle > IDLE_MOST)
		sim_break(SIM_NO_LOSS, "the bot loops without waiting at %lld s",
			(long long)sim->now / 1000);
}

static bool wait(int64_t timeout, int stop)
{
	if (sim_disk_frozen())
		sim->dead = true;
	if (sim->dead) { /* the code of a killed process runs until its loop ends, but its actions
			    have no effect */
		sim->ghost += timeout > 0 ? timeout : 0;
		return true;
	}
	endanger();
	watch_idling(timeout);
	if (!sim->dead && (!sim->stopping || stop < 0) &&
		!pass(sim->now + (timeout > 0 ? timeout : 0)) && stop >= 0 && sim_is_over())
		sim->stopping = true;
	return sim->stopping || sim->dead;
}

bool mx_http_wait(struct mx_http *http, int64_t timeout, int stop)
{
	bool stopped;

	(void)http;
	sim_supply_hold(true);
	stopped = wait(timeout, stop);
	sim_supply_hold(false);
	return stopped;
}
