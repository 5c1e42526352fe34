#include "bot/daemon/standby.h"

#include "bot/base/clock.h"
#include "bot/base/error.h"
#include "bot/base/log.h"
#include "bot/daemon/monitoring.h"
#include "bot/daemon/store_access.h"
#include "bot/store/opening.h"

#include <poll.h>
#include <stdio.h>
#include <string.h>

#define PAUSE   1000 /* milliseconds between two looks at the store */
#define SOURCES 5
#define CLOSED  2 /* the web page's address and the homeserver's */

struct standby {
	struct systemd *systemd;
	struct monitoring monitoring;
	struct http_server *closed[CLOSED]; /* at the addresses that only the leader serves */
	struct bot_loop_source sources[SOURCES];
	unsigned count;
	struct bot_standby *store;
	char leader[BOT_LEADER_SIZE]; /* the last one that the log has named */
	bool is_unreachable;          /* the log says so */
};

static void refuse(void *self, const struct http_request *request, struct http_reply *reply)
{
	static const char text[] = "This engarde-bot stands by, and another one leads.\n";

	(void)self;
	(void)request;
	reply->status = 503;
	reply->type = "text/plain; charset=utf-8";
	reply->fixed = text;
	reply->size = sizeof(text) - 1;
}

static void add_source(struct standby *standby, struct bot_loop_source source)
{
	standby->sources[standby->count++] = source;
}

/* Refuses requests at an address, which may be NULL. Without this, clients can't connect at all. */
static void refuse_at(struct standby *standby, const char *address, struct http_server **server)
{
	const struct http_server_options options = {.address = address, .answer = refuse};

	if (address && http_server_create(&options, server) == HTTP_OK)
		add_source(standby, http_server_loop_source(*server));
}

static void dispatch(void *self)
{
	struct standby *standby = self;

	for (unsigned i = 0; i < standby->count; i++)
		standby->sources[i].dispatch(standby->sources[i].self);
}

static bool begin(struct standby *standby, const struct cfg *config)
{
	if (!monitoring_init(&standby->monitoring, config, NULL))
		return false;
	standby->monitoring.standby = standby->store;
	if (standby->monitoring.server)
		add_source(standby, http_server_loop_source(standby->monitoring.server));
	refuse_at(standby, config->web.listen, &standby->closed[0]);
	if (config->service.registration_file)
		refuse_at(standby, config->service.listen, &standby->closed[1]);
	bot_standby_on_wait(standby->store, dispatch, standby);
	return true;
}

/* The store may still wait, and serve the others meanwhile. */
static void finish(struct standby *standby)
{
	bot_standby_destroy(standby->store);
	monitoring_finish(&standby->monitoring);
	for (size_t i = 0; i < CLOSED; i++)
		http_server_destroy(standby->closed[i]);
}

/* Says once who leads, and once that the server can't be reached. */
static void say(struct standby *standby, enum bot_error error)
{
	const char *leader = bot_standby_leader(standby->store);

	if (error == BOT_STORE_FAILED && !standby->is_unreachable)
		bot_log_write(BOT_LOG_WARNING, "standby_without_store",
			BOT_LOG_FIELDS({"why", .text = bot_standby_detail(standby->store)}));
	if (error == BOT_STORE_IN_USE &&
		(standby->is_unreachable || strcmp(leader, standby->leader) != 0)) {
		bot_log_write(BOT_LOG_INFO, "standby", BOT_LOG_FIELDS({"leader", .text = leader}));
		systemd_stands_by(standby->systemd, leader);
		snprintf(standby->leader, sizeof(standby->leader), "%s", leader);
	}
	standby->is_unreachable = error == BOT_STORE_FAILED;
}

/*
 * Serves the sources, until `due` at most. Returns false if `stop` becomes readable.
 */
static bool serve(struct standby *standby, int stop, int64_t due)
{
	struct pollfd polled[1 + SOURCES] = {{.fd = stop, .events = POLLIN}};
	int64_t wait = due - bot_clock_steady();

	for (unsigned i = 0; i < standby->count; i++) {
		const struct bot_loop_source *source = &standby->sources[i];
		int64_t most = source->timeout ? source->timeout(source->self) : -1;

		polled[1 + i] = (struct pollfd){.fd = source->descriptor, .events = POLLIN};
		if (most >= 0 && most < wait)
			wait = most;
	}
	(void)poll(polled, 1 + standby->count, wait > 0 ? (int)wait : 0);
	dispatch(standby);
	return !(polled[0].revents & POLLIN);
}

/* Returns BOT_STORE_IN_USE if `stop` has become readable. */
static enum bot_error wait_for_store(struct standby *standby, int stop, struct bot_store **store)
{
	for (;;) {
		int64_t due = bot_clock_steady() + PAUSE;
		enum bot_error error = bot_standby_try(standby->store, store);

		if (error != BOT_STORE_IN_USE && error != BOT_STORE_FAILED)
			return error;
		say(standby, error);
		do
			if (!serve(standby, stop, due))
				return BOT_STORE_IN_USE;
		while (bot_clock_steady() < due);
	}
}

enum exit_status standby_wait(const struct cfg *config, int stop, struct systemd *systemd,
	struct bot_loop_source reload, struct bot_store **store)
{
	struct standby standby = {.systemd = systemd,
		.store = bot_standby_create(config->store, config->matrix.user)};
	enum exit_status status = STATUS_FAILED;

	*store = NULL;
	add_source(&standby, systemd_loop_source(systemd));
	add_source(&standby, reload);
	if (begin(&standby, config)) {
		enum bot_error error = wait_for_store(&standby, stop, store);

		status = error == BOT_STORE_IN_USE ? STATUS_FINE : store_access_status(error);
		if (status)
			store_access_explain(config->store, error, 0);
		else if (!error)
			bot_log_write(BOT_LOG_INFO, "takes_over",
				BOT_LOG_FIELDS({"leader", .text = bot_store_leader(*store)}));
	}
	finish(&standby);
	return status;
}
