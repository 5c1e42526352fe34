/*
 * libmicrohttpd was chosen because it has HTTP/1.1 with keep-alive and epoll, is small, and is in
 * every distribution.
 */
#include "tests/loopback/server.h"

#include "tests/loopback/calls.h"
#include "tests/loopback/control.h"
#include "tests/loopback/people.h"
#include "tests/loopback/sync.h"

#include <arpa/inet.h>
#include <assert.h>
#include <limits.h>
#include <microhttpd.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define BODY_MOST ((size_t)16 << 20)

struct lo_server {
	struct MHD_Daemon *daemon;
	struct lo_world *world;
	struct exchange *parked;
	bool stopped;
};

/* A request on its way. */
struct exchange {
	struct exchange *next; /* the next request in the list of parked requests */
	struct MHD_Connection *connection;
	struct lo_call call;
	struct lo_text body;
	bool parked, ready, cut;
	int64_t due; /* when the answer is sent */
};

int64_t lo_now(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (int64_t)now.tv_sec * LO_SECOND + now.tv_nsec / 1000;
}

static const char *query(struct MHD_Connection *connection, const char *name)
{
	return MHD_lookup_connection_value(connection, MHD_GET_ARGUMENT_KIND, name);
}

static void read_query(struct exchange *exchange)
{
	static const char bearer[] = "Bearer ";
	struct MHD_Connection *connection = exchange->connection;
	struct lo_call *call = &exchange->call;
	const char *token = MHD_lookup_connection_value(
		connection, MHD_HEADER_KIND, MHD_HTTP_HEADER_AUTHORIZATION);

	call->token = token && strncmp(token, bearer, strlen(bearer)) == 0 ? token + strlen(bearer)
									   : NULL;
	call->since = query(connection, "since");
	call->from = query(connection, "from");
	call->to = query(connection, "to");
	call->filter = query(connection, "filter");
	call->timeout = query(connection, "timeout");
	call->limit = query(connection, "limit");
	call->body = exchange->body.data ? exchange->body.data : "";
	call->body_size = exchange->body.size;
}

/*
 * Chooses at random whether the request gets a fault instead of its answer. Log-ins get no faults,
 * because the bot waits long before it repeats a failed log-in.
 */
static bool draw_fault(struct lo_world *world, struct exchange *exchange)
{
	const struct lo_options *options = &world->options;
	struct lo_call *call = &exchange->call;

	if (strstr(call->path, "/login"))
		return false;
	if (sim_random_chance(&world->random, options->limited)) {
		lo_call_limit(world, call, options->retry_after);
		return true;
	}
	if (sim_random_chance(&world->random, options->failed)) {
		world->failed++;
		lo_call_refuse(call, 502, "M_UNKNOWN");
		return true;
	}
	if (sim_random_chance(&world->random, options->cut)) {
		world->cut++;
		exchange->cut = true;
		return sim_random_chance(&world->random, 500);
	}
	return false;
}

static void park(struct lo_server *server, struct exchange *exchange)
{
	exchange->parked = true;
	exchange->next = server->parked;
	server->parked = exchange;
	MHD_suspend_connection(exchange->connection);
}

static void answer(struct lo_server *server, struct exchange *exchange)
{
	struct lo_world *world = server->world;
	struct lo_call *call = &exchange->call;

	exchange->ready = true;
	world->now = lo_now();
	read_query(exchange);
	if (lo_control(world, call, query(exchange->connection, "lines"), &server->stopped))
		return;
	world->requests++;
	if (!draw_fault(world, exchange))
		lo_call_answer(world, call);
	exchange->due = world->now + world->options.delay * LO_MILLISECOND;
	if (call->waits || exchange->due > world->now)
		park(server, exchange);
}

static enum MHD_Result reply(struct exchange *exchange)
{
	struct lo_text *text = &exchange->call.answer;
	struct MHD_Response *response;
	enum MHD_Result result;

	if (exchange->cut)
		return MHD_NO;
	response = MHD_create_response_from_buffer(text->size, text->data, MHD_RESPMEM_MUST_FREE);
	*text = (struct lo_text){0};
	MHD_add_response_header(response, MHD_HTTP_HEADER_CONTENT_TYPE, "application/json");
	result = MHD_queue_response(exchange->connection, exchange->call.status, response);
	MHD_destroy_response(response);
	return result;
}

static enum MHD_Result handle(void *self, struct MHD_Connection *connection, const char *url,
	const char *method, const char *version, const char *data, size_t *size, void **memory)
{
	struct lo_server *server = self;
	struct exchange *exchange = *memory;

	(void)version;
	if (!exchange) {
		exchange = calloc(1, sizeof(*exchange));
		assert(exchange);
		exchange->connection = connection;
		exchange->call.method = method;
		exchange->call.path = url;
		*memory = exchange;
		return MHD_YES;
	}
	if (*size > 0) {
		if (exchange->body.size + *size > BODY_MOST)
			return MHD_NO;
		lo_text_add(&exchange->body, data, *size);
		*size = 0;
		return MHD_YES;
	}
	if (!exchange->ready)
		answer(server, exchange);
	return exchange->parked ? MHD_YES : reply(exchange);
}

static void forget(void *self, struct MHD_Connection *connection, void **memory,
	enum MHD_RequestTerminationCode code)
{
	struct exchange *exchange = *memory;

	(void)self;
	(void)connection;
	(void)code;
	if (!exchange)
		return;
	lo_text_finish(&exchange->body);
	lo_text_finish(&exchange->call.answer);
	free(exchange);
	*memory = NULL;
}

struct lo_server *lo_server_create(struct lo_world *world, uint16_t port)
{
	struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(port)};
	struct lo_server *server = calloc(1, sizeof(*server));

	assert(server);
	address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	world->now = lo_now();
	server->world = world;
	server->daemon = MHD_start_daemon(MHD_USE_EPOLL | MHD_ALLOW_SUSPEND_RESUME, port, NULL,
		NULL, handle, server, MHD_OPTION_SOCK_ADDR, &address, MHD_OPTION_NOTIFY_COMPLETED,
		forget, NULL, MHD_OPTION_LISTENING_ADDRESS_REUSE, 1U,
		MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)128 << 10, MHD_OPTION_END);
	if (server->daemon)
		return server;
	free(server);
	return NULL;
}

uint16_t lo_server_port(const struct lo_server *server)
{
	return MHD_get_daemon_info(server->daemon, MHD_DAEMON_INFO_BIND_PORT)->port;
}

const char *lo_server_user(const struct lo_server *server)
{
	return server->world->users[LO_BOT].id;
}

bool lo_server_write_config(const struct lo_server *server, const char *path, const char *store)
{
	FILE *file = fopen(path, "w");

	if (!file)
		return false;
	fprintf(file,
		"matrix:\n"
		"  homeserver: http://127.0.0.1:%d\n"
		"  user: \"%s\"\n"
		"store: %s%s\n"
		"invites:\n"
		"  max_rooms: 100000\n"
		"matches:\n"
		"  per_room: 100\n"
		"limits:\n"
		"  sender_per_minute: 0\n"
		"  room_per_minute: 0\n"
		"  newcomers_of_server_per_minute: 0\n"
		"  newcomers_per_minute: 0\n"
		"  newcomers_waiting: 0\n"
		"log:\n"
		"  level: warning\n",
		lo_server_port(server), lo_server_user(server), store ? store : path,
		store ? "" : ".db");
	if (store)
		fprintf(file, "folder: %.*s\n", (int)(strrchr(path, '/') - path), path);
	return fclose(file) == 0;
}

bool lo_server_stopped(const struct lo_server *server)
{
	return server->stopped;
}

/*
 * Answers a /sync request that has waited for events. The configured delay applies to this answer,
 * too.
 */
static void answer_sync(struct lo_world *world, struct exchange *exchange)
{
	lo_call_answer_sync(world, &exchange->call);
	exchange->due = world->now + world->options.delay * LO_MILLISECOND;
}

/*
 * Sends the delayed answers that are due. If `all` is true, sends all delayed answers, because the
 * server ends.
 */
static void release(struct lo_server *server, bool all)
{
	struct lo_world *world = server->world;
	struct exchange **link = &server->parked;
	bool some = false;

	while (*link) {
		struct exchange *exchange = *link;
		struct lo_call *call = &exchange->call;

		if (call->waits &&
			(all || world->now >= call->until || lo_has_news(world, call->position)))
			answer_sync(world, exchange);
		if (call->waits || (exchange->due > world->now && !all)) {
			link = &exchange->next;
			continue;
		}
		*link = exchange->next;
		exchange->parked = false;
		MHD_resume_connection(exchange->connection);
		some = true;
	}
	/* libmicrohttpd sends the answers only in this call, or after the next network event */
	if (some)
		MHD_run(server->daemon);
}

void lo_server_destroy(struct lo_server *server)
{
	release(server, true);
	MHD_stop_daemon(server->daemon);
	free(server);
}

static void earlier(int64_t *next, int64_t time)
{
	if (time < *next)
		*next = time;
}

/* Returns the time of the next planned work, or `until` if this is earlier. */
static int64_t next_due(const struct lo_server *server, int64_t until)
{
	int64_t now = server->world->now, next = until;
	MHD_UNSIGNED_LONG_LONG most;

	if (MHD_get_timeout(server->daemon, &most) == MHD_YES && most < INT_MAX)
		earlier(&next, now + (int64_t)most * LO_MILLISECOND);
	earlier(&next, lo_people_next(server->world));
	for (const struct exchange *exchange = server->parked; exchange; exchange = exchange->next)
		earlier(&next, exchange->call.waits ? exchange->call.until : exchange->due);
	return next < now ? now : next;
}

void lo_server_turn(struct lo_server *server, int64_t until)
{
	struct pollfd events = {.events = POLLIN};
	struct timespec wait;
	int64_t left;

	events.fd = MHD_get_daemon_info(server->daemon, MHD_DAEMON_INFO_EPOLL_FD)->epoll_fd;
	server->world->now = lo_now();
	release(server, false); /* a /sync may wait for a message that the caller has just sent */
	left = next_due(server, until) - server->world->now;
	wait.tv_sec = left / LO_SECOND;
	wait.tv_nsec = left % LO_SECOND * 1000;
	/*
	 * Callers use this function to wait until a time in microseconds. poll counts only
	 * milliseconds, so this is ppoll.
	 */
	ppoll(&events, 1, &wait, NULL);
	MHD_run(server->daemon);
	server->world->now = lo_now();
	lo_people_turn(server->world);
	release(server, false);
}
