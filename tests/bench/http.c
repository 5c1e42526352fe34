#include "tests/bench/http.h"

#include "tests/bench/die.h"

#include <arpa/inet.h>
#include <microhttpd.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define CONNECTIONS 1024
#define MILLISECOND INT64_C(1000000)

static struct {
	struct MHD_Daemon *daemon;
	int epoll;
	int64_t delay;
	void (*handle)(struct exchange *exchange);
	struct exchange *first, *last; /* answers held back; all for the same time, so in order */
	bool resumed;
} http;

int64_t clock_now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return (int64_t)time.tv_sec * 1000 * MILLISECOND + time.tv_nsec;
}

static enum MHD_Result take(struct exchange *exchange, const char *data, size_t size)
{
	if (exchange->size + size + 1 > exchange->room) {
		size_t room = 2 * (exchange->size + size + 1);
		char *body = realloc(exchange->body, room);

		if (!body)
			return MHD_NO;
		exchange->body = body;
		exchange->room = room;
	}
	memcpy(exchange->body + exchange->size, data, size);
	exchange->size += size;
	exchange->body[exchange->size] = '\0';
	return MHD_YES;
}

/* Called for the head of a request, for each part of its body, for its end, and when resumed. */
static enum MHD_Result on_request(void *unused, struct MHD_Connection *connection, const char *path,
	const char *method, const char *version, const char *data, size_t *size, void **self)
{
	struct exchange *exchange = *self;

	(void)unused;
	(void)version;
	if (!exchange) {
		exchange = calloc(1, sizeof *exchange);
		*self = exchange;
		return exchange ? MHD_YES : MHD_NO;
	}
	if (*size > 0) {
		size_t given = *size;

		*size = 0;
		return take(exchange, data, given);
	}
	if (!exchange->begun) {
		exchange->begun = exchange->inside = true;
		exchange->connection = connection;
		exchange->path = path;
		exchange->method = method;
		http.handle(exchange);
		exchange->inside = false;
	}
	if (!exchange->response || exchange->due > clock_now()) {
		exchange->suspended = true;
		MHD_suspend_connection(connection);
		return MHD_YES;
	}
	return MHD_queue_response(connection, exchange->status, exchange->response);
}

static void on_end(void *unused, struct MHD_Connection *connection, void **self,
	enum MHD_RequestTerminationCode code)
{
	struct exchange *exchange = *self;

	(void)unused;
	(void)connection;
	(void)code;
	if (!exchange)
		return;
	if (exchange->response)
		MHD_destroy_response(exchange->response);
	free(exchange->body);
	free(exchange);
	*self = NULL;
}

void http_start(void (*handle)(struct exchange *exchange))
{
	struct sockaddr_in address = {
		.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	const union MHD_DaemonInfo *info;

	http.handle = handle;
	http.daemon = MHD_start_daemon(MHD_USE_EPOLL | MHD_ALLOW_SUSPEND_RESUME, 0, NULL, NULL,
		on_request, NULL, MHD_OPTION_SOCK_ADDR, (struct sockaddr *)&address,
		MHD_OPTION_NOTIFY_COMPLETED, on_end, NULL, MHD_OPTION_CONNECTION_LIMIT,
		(unsigned)CONNECTIONS, MHD_OPTION_CONNECTION_TIMEOUT, 0U, MHD_OPTION_END);
	if (!http.daemon)
		die("the server can't be started");
	info = MHD_get_daemon_info(http.daemon, MHD_DAEMON_INFO_EPOLL_FD);
	http.epoll = info->epoll_fd;
}

unsigned http_port(void)
{
	return MHD_get_daemon_info(http.daemon, MHD_DAEMON_INFO_BIND_PORT)->port;
}

void http_set_delay(int64_t delay)
{
	http.delay = delay;
}

const char *http_query(const struct exchange *exchange, const char *name)
{
	return MHD_lookup_connection_value(exchange->connection, MHD_GET_ARGUMENT_KIND, name);
}

static void resume(struct exchange *exchange)
{
	if (!exchange->suspended)
		return;
	exchange->suspended = false;
	MHD_resume_connection(exchange->connection);
	http.resumed = true;
}

void http_answer(
	struct exchange *exchange, unsigned status, const char *text, size_t size, bool owned)
{
	/* The buffer is not written to. */
	exchange->response = MHD_create_response_from_buffer(size, (void *)(uintptr_t)text,
		owned ? MHD_RESPMEM_MUST_FREE : MHD_RESPMEM_MUST_COPY);
	if (!exchange->response)
		die("no memory");
	MHD_add_response_header(exchange->response, "Content-Type", "application/json");
	exchange->status = status;
	exchange->due = http.delay > 0 ? clock_now() + http.delay : 0;
	if (http.delay == 0) {
		resume(exchange);
		return;
	}
	exchange->next = NULL;
	if (http.last)
		http.last->next = exchange;
	else
		http.first = exchange;
	http.last = exchange;
}

static void release_due(void)
{
	int64_t now = clock_now();

	while (http.first && http.first->due <= now) {
		struct exchange *exchange = http.first;

		http.first = exchange->next;
		if (!http.first)
			http.last = NULL;
		resume(exchange);
	}
}

void http_turn(int64_t until)
{
	struct pollfd ready = {.fd = http.epoll, .events = POLLIN};
	MHD_UNSIGNED_LONG_LONG most;
	int64_t left;

	if (http.first && http.first->due < until)
		until = http.first->due;
	left = until - clock_now();
	if (http.resumed || left < 0)
		left = 0;
	if (MHD_get_timeout(http.daemon, &most) == MHD_YES && (int64_t)most * MILLISECOND < left)
		left = (int64_t)most * MILLISECOND;
	/* Rounded down, and the last millisecond is spent looking: the clock is not to be late. */
	poll(&ready, 1, (int)(left / MILLISECOND));
	http.resumed = false;
	release_due();
	MHD_run(http.daemon);
}
