#include "adapters/http/server.h"

#include "adapters/http/exchange.h"
#include "bot/base/clock.h"
#include "bot/base/log.h"
#include "bot/base/memory.h"

#include <errno.h>
#include <microhttpd.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#define CONNECTIONS 32U    /* the most connections at a time, if the options don't say it */
#define IDLE_TIME   30U    /* seconds after which libmicrohttpd closes a silent connection */
#define SLOW_TIME   30000  /* ms to send a request; if `admit` is set, to send its header */
#define LOST_TIME   60000U /* ms after which the kernel closes a stream that nobody acknowledges */
#define DELAY       1000   /* ms by which a reply is delayed */
#define MEMORY      ((size_t)32 << 10) /* bytes for a request without its body */

struct http_server {
	struct MHD_Daemon *daemon;
	struct http_server_options options;
	struct client *first; /* the newest client */
	unsigned clients, delayed;
	/*
	 * Whether a suspended connection has work again. libmicrohttpd 0.9.75 does not count such
	 * connections in its timeout.
	 */
	bool woken;
};

/*
 * A connection. libmicrohttpd closes a connection on which the client sends nothing for IDLE_TIME
 * seconds. A client that sends a byte now and then avoids this, so the server also closes the
 * connection at `due`.
 */
struct client {
	struct client *next;
	struct MHD_Connection *connection;
	int64_t due; /* when the server closes the connection, by bot_clock_steady; 0 for no limit
		      */
	bool admitted;
	bool closing;               /* the server has shut the connection down */
	int64_t reply_due;          /* when to send the delayed reply; 0 if there is none */
	struct http_stream *stream; /* the stream that the server sends, or NULL */
};

static struct client *client_of(struct MHD_Connection *connection)
{
	return MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT)
		->socket_context;
}

static int descriptor_of(const struct client *client)
{
	return MHD_get_connection_info(client->connection, MHD_CONNECTION_INFO_CONNECTION_FD)
		->connect_fd;
}

/*
 * Sends a reply. A stream has no time limit for the whole reply, but the kernel closes the
 * connection if the client's machine is no longer there.
 */
static enum MHD_Result send_reply(
	struct http_server *server, struct MHD_Connection *connection, struct http_reply *reply)
{
	struct client *client = client_of(connection);
	const unsigned lost = LOST_TIME;

	if (reply->stream) {
		client->stream = reply->stream;
		http_stream_bind(reply->stream, connection, &server->woken);
		client->due = 0;
		MHD_set_connection_option(connection, MHD_CONNECTION_OPTION_TIMEOUT, 0U);
		setsockopt(
			descriptor_of(client), IPPROTO_TCP, TCP_USER_TIMEOUT, &lost, sizeof(lost));
	}
	return http_exchange_reply(connection, reply);
}

/*
 * Sends the reply a second later. Until then the connection is suspended, so its client can't try
 * another token on it.
 */
static enum MHD_Result delay(struct http_server *server, struct MHD_Connection *connection,
	const struct http_reply *reply, void **state)
{
	struct client *client = client_of(connection);

	if (server->delayed >= HTTP_DELAYED_MOST) {
		free(reply->body);
		return MHD_NO;
	}
	server->delayed++;
	client->reply_due = bot_clock_steady() + DELAY;
	if (!*state)
		*state = http_exchange_create();
	http_exchange_delay(*state, reply);
	MHD_suspend_connection(connection);
	return MHD_YES;
}

/* Handles the header of a request, before the body arrives. */
static enum MHD_Result begin(struct http_server *server, struct MHD_Connection *connection,
	const struct http_request *request, void **state)
{
	struct http_reply reply = {.status = MHD_HTTP_NOT_FOUND};
	struct client *client = client_of(connection);

	if (!http_framing_is_clear(connection)) {
		reply.status = MHD_HTTP_BAD_REQUEST;
		return send_reply(server, connection, &reply);
	}
	if (server->options.admit) {
		if (!server->options.admit(server->options.self, request, &reply))
			return reply.delayed ? delay(server, connection, &reply, state)
					     : send_reply(server, connection, &reply);
		client->due = server->options.body_time
				      ? bot_clock_steady() + server->options.body_time
				      : 0;
		client->admitted = true;
	}
	if (http_framing_is_too_long(connection, server->options.body_most)) {
		reply.status = MHD_HTTP_CONTENT_TOO_LARGE;
		return send_reply(server, connection, &reply);
	}
	*state = http_exchange_create();
	return MHD_YES;
}

static enum MHD_Result on_request(void *self, struct MHD_Connection *connection, const char *path,
	const char *method, const char *version, const char *data, size_t *size, void **state)
{
	struct http_server *server = self;
	struct http_reply reply = {.status = MHD_HTTP_NOT_FOUND};
	struct http_exchange *exchange = *state;
	struct http_request request = {
		.method = method,
		.path = path,
		.connection = connection,
	};
	size_t more = *size;

	(void)version;
	if (exchange && more > 0) {
		*size = 0;
		return http_exchange_append(exchange, data, more, server->options.body_most)
			       ? MHD_YES
			       : MHD_NO;
	}
	request.token = http_exchange_token(connection);
	if (!exchange) {
		request.body = (char[1]){'\0'};
		return begin(server, connection, &request, state);
	}
	if (http_exchange_take_delayed(exchange, &reply))
		return send_reply(server, connection, &reply);
	request.body = http_exchange_body(exchange, &request.size);
	server->options.answer(server->options.self, &request, &reply);
	reply.keeps_connection = server->options.keeps_connections;
	return reply.delayed ? delay(server, connection, &reply, state)
			     : send_reply(server, connection, &reply);
}

static void on_end(void *self, struct MHD_Connection *connection, void **state,
	enum MHD_RequestTerminationCode code)
{
	struct client *client = client_of(connection);

	(void)self;
	(void)code;
	client->due = bot_clock_steady() + SLOW_TIME;
	client->stream = NULL;
	http_exchange_destroy(*state);
	*state = NULL;
}

/* Shuts the socket down. libmicrohttpd then finds the connection closed and frees it. */
static void close_connection(struct client *client)
{
	shutdown(descriptor_of(client), SHUT_RDWR);
	client->closing = true;
}

/* Lets libmicrohttpd send the delayed reply, or free the connection if it is closed. */
static void resume(struct http_server *server, struct client *client)
{
	client->reply_due = 0;
	server->delayed--;
	server->woken = true;
	MHD_resume_connection(client->connection);
}

/* Returns whether the server must not close the client to make room for another. */
static bool is_spared(const struct http_server *server, const struct client *client)
{
	bool is_known = client->admitted && server->options.keeps_connections;

	return client->stream || client->closing || is_known;
}

/* Closes the oldest connection that is not spared, if there are more than the server allows. */
static void make_room(struct http_server *server)
{
	struct client *oldest = NULL;

	if (!server->options.makes_room || server->clients <= server->options.connections)
		return;
	for (struct client *client = server->first; client; client = client->next)
		if (!is_spared(server, client))
			oldest = client;
	if (!oldest)
		return;
	close_connection(oldest);
	if (oldest->reply_due)
		resume(server, oldest);
}

static void on_connection(void *self, struct MHD_Connection *connection, void **context,
	enum MHD_ConnectionNotificationCode code)
{
	struct http_server *server = self;
	struct client **link = &server->first;
	struct client *client = *context;

	if (code == MHD_CONNECTION_NOTIFY_STARTED) {
		client = bot_malloc(sizeof(*client));
		*client = (struct client){.next = server->first,
			.connection = connection,
			.due = bot_clock_steady() + SLOW_TIME};
		server->first = *context = client;
		server->clients++;
		make_room(server);
		return;
	}
	server->clients--;
	while (*link != client)
		link = &(*link)->next;
	*link = client->next;
	if (client->admitted && server->options.disconnected)
		server->options.disconnected(server->options.self);
	free(client);
	*context = NULL;
}

static void do_due_work(struct http_server *server)
{
	int64_t now = bot_clock_steady();

	for (struct client *client = server->first; client; client = client->next) {
		if (client->reply_due && client->reply_due <= now)
			resume(server, client);
		if ((client->due && client->due <= now && !client->reply_due) ||
			(client->stream && http_stream_is_stuck(client->stream, now)))
			close_connection(client);
	}
}

static void on_log(void *self, const char *format, va_list arguments)
	__attribute__((format(printf, 2, 0)));

static void on_log(void *self, const char *format, va_list arguments)
{
	char text[256];

	(void)self;
	vsnprintf(text, sizeof(text), format, arguments);
	text[strcspn(text, "\n")] = '\0';
	bot_log_write(BOT_LOG_DEBUG, "http_problem", BOT_LOG_FIELDS({"why", .text = text}));
}

static struct MHD_Daemon *start(struct http_server *server, const struct addrinfo *address)
{
	unsigned flags = MHD_USE_EPOLL | MHD_USE_ERROR_LOG | MHD_ALLOW_SUSPEND_RESUME;
	unsigned connections = server->options.connections;

	if (server->options.makes_room)
		connections += connections < HTTP_CLOSING_MOST ? connections : HTTP_CLOSING_MOST;
	if (address->ai_family == AF_INET6)
		flags |= MHD_USE_IPv6;
	errno = 0;
	return MHD_start_daemon(flags, 0, NULL, NULL, on_request, server,   /* options: */
		MHD_OPTION_EXTERNAL_LOGGER, on_log, NULL,                   /* */
		MHD_OPTION_SOCK_ADDR, address->ai_addr,                     /* */
		MHD_OPTION_STRICT_FOR_CLIENT, 1,                            /* needs a Host */
		MHD_OPTION_LISTENING_ADDRESS_REUSE, 1U,                     /* */
		MHD_OPTION_CONNECTION_LIMIT, connections,                   /* */
		MHD_OPTION_CONNECTION_TIMEOUT, IDLE_TIME,                   /* */
		MHD_OPTION_CONNECTION_MEMORY_LIMIT, server->options.memory, /* */
		MHD_OPTION_NOTIFY_CONNECTION, on_connection, server,        /* */
		MHD_OPTION_NOTIFY_COMPLETED, on_end, NULL, MHD_OPTION_END);
}

enum http_error http_server_create(
	const struct http_server_options *options, struct http_server **server)
{
	struct addrinfo *address = NULL;
	struct http_server *made;

	if (!http_address_find(options->address, &address))
		return HTTP_BAD_ADDRESS;
	made = bot_calloc(1, sizeof(*made));
	made->options = *options;
	made->options.address = NULL;
	if (!made->options.connections)
		made->options.connections = CONNECTIONS;
	if (!made->options.memory)
		made->options.memory = MEMORY;
	made->daemon = start(made, address);
	freeaddrinfo(address);
	if (!made->daemon) {
		free(made);
		return HTTP_FAILED;
	}
	*server = made;
	return HTTP_OK;
}

void http_server_destroy(struct http_server *server)
{
	if (!server)
		return;
	/* libmicrohttpd can't stop while a connection is suspended. */
	for (struct client *client = server->first; client; client = client->next) {
		if (client->reply_due)
			resume(server, client);
		if (client->stream)
			http_stream_end(client->stream);
	}
	MHD_stop_daemon(server->daemon);
	free(server);
}

unsigned http_server_connections(const struct http_server *server)
{
	return server->clients;
}

unsigned http_server_port(const struct http_server *server)
{
	return MHD_get_daemon_info(server->daemon, MHD_DAEMON_INFO_BIND_PORT)->port;
}

static int64_t timeout(void *self)
{
	const struct http_server *server = self;
	int64_t least = server->delayed > 0 ? DELAY / 10 : -1;
	MHD_UNSIGNED_LONG_LONG wait;

	if (server->woken)
		return 0;
	if (MHD_get_timeout(server->daemon, &wait) != MHD_YES)
		return least;
	if (least < 0 || wait < (MHD_UNSIGNED_LONG_LONG)least)
		least = wait < INT32_MAX ? (int64_t)wait : INT32_MAX;
	return least;
}

static void dispatch(void *self)
{
	struct http_server *server = self;

	do_due_work(server);
	server->woken = false;
	MHD_run(server->daemon);
}

struct bot_loop_source http_server_loop_source(struct http_server *server)
{
	return (struct bot_loop_source){
		.self = server,
		.descriptor =
			MHD_get_daemon_info(server->daemon, MHD_DAEMON_INFO_EPOLL_FD)->epoll_fd,
		.timeout = timeout,
		.dispatch = dispatch,
	};
}
