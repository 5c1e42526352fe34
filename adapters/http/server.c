#include "adapters/http/server.h"

#include "bot/log.h"

#include <errno.h>
#include <microhttpd.h>
#include <netdb.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <time.h>

#define CONNECTIONS 32U
#define IDLE_MOST   30U /* seconds that a connection may be silent */
#define SLOW_MOST   30  /* and that a request may take, until somebody has vouched for it */
#define FIELDS_MOST ((size_t)32 << 10)

struct http_server {
	struct MHD_Daemon *daemon;
	struct http_options options;
	struct client *first;
};

/* A connection. One that sends a byte now and then is never silent, but is ended all the same. */
struct client {
	struct client *next;
	struct MHD_Connection *connection;
	time_t due; /* monotonic, when it is too slow; 0: it may take its time */
	bool admitted;
};

/* A request of which not all has come. */
struct call {
	char *body;
	size_t size, room;
};

static enum MHD_Result refuse(struct MHD_Connection *connection, unsigned status)
{
	struct MHD_Response *response =
		MHD_create_response_from_buffer(0, NULL, MHD_RESPMEM_PERSISTENT);
	enum MHD_Result result;

	if (!response)
		return MHD_NO;
	result = MHD_queue_response(connection, status, response);
	MHD_destroy_response(response);
	return result;
}

/* A body that says how long it is can be refused before it comes. */
static bool is_announced_too_long(struct MHD_Connection *connection, size_t most)
{
	const char *length = MHD_lookup_connection_value(
		connection, MHD_HEADER_KIND, MHD_HTTP_HEADER_CONTENT_LENGTH);

	return length && strtoull(length, NULL, 10) > most;
}

/* MHD_NO ends the connection. */
static enum MHD_Result take(struct call *call, const char *data, size_t size, size_t most)
{
	if (size > most - call->size)
		return MHD_NO;
	if (size >= call->room - call->size) {
		size_t room = 2 * (call->size + size) + 1;
		char *body = realloc(call->body, room);

		if (!body)
			return MHD_NO;
		call->body = body;
		call->room = room;
	}
	memcpy(call->body + call->size, data, size);
	call->size += size;
	call->body[call->size] = '\0';
	return MHD_YES;
}

static const char *bearer(struct MHD_Connection *connection)
{
	static const char scheme[] = "Bearer ";
	const char *field = MHD_lookup_connection_value(
		connection, MHD_HEADER_KIND, MHD_HTTP_HEADER_AUTHORIZATION);

	if (!field || strncasecmp(field, scheme, sizeof scheme - 1) != 0)
		return NULL;
	return field + sizeof scheme - 1;
}

static enum MHD_Result reply_with(struct MHD_Connection *connection, struct http_reply *reply)
{
	struct MHD_Response *response = MHD_create_response_from_buffer(reply->size, reply->body,
		reply->body ? MHD_RESPMEM_MUST_FREE : MHD_RESPMEM_PERSISTENT);
	enum MHD_Result result;

	if (!response) {
		free(reply->body);
		return MHD_NO;
	}
	if (reply->type)
		MHD_add_response_header(response, MHD_HTTP_HEADER_CONTENT_TYPE, reply->type);
	MHD_add_response_header(response, MHD_HTTP_HEADER_CACHE_CONTROL, "no-store");
	result = MHD_queue_response(connection, reply->status, response);
	MHD_destroy_response(response);
	return result;
}

static time_t now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return time.tv_sec;
}

static struct client *client_of(struct MHD_Connection *connection)
{
	return MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT)
		->socket_context;
}

/* The fields of a request are there, and its body may follow. */
static enum MHD_Result begin(const struct http_server *server, struct MHD_Connection *connection,
	const struct http_request *request, void **state)
{
	struct http_reply reply = {.status = MHD_HTTP_NOT_FOUND};
	struct client *client = client_of(connection);

	if (server->options.admit) {
		if (!server->options.admit(server->options.self, request, &reply))
			return reply_with(connection, &reply);
		if (client) {
			client->due = 0;
			client->admitted = true;
		}
	}
	if (is_announced_too_long(connection, server->options.body_most))
		return refuse(connection, MHD_HTTP_CONTENT_TOO_LARGE);
	*state = calloc(1, sizeof(struct call));
	return *state ? MHD_YES : MHD_NO;
}

static enum MHD_Result on_request(void *self, struct MHD_Connection *connection, const char *path,
	const char *method, const char *version, const char *data, size_t *size, void **state)
{
	struct http_server *server = self;
	struct http_reply reply = {.status = MHD_HTTP_NOT_FOUND};
	struct call *call = *state;
	struct http_request request = {
		.method = method,
		.path = path,
		.body = (char[1]){'\0'},
		.connection = connection,
	};
	size_t more = *size;

	(void)version;
	if (call && more > 0) {
		*size = 0;
		return take(call, data, more, server->options.body_most);
	}
	request.token = bearer(connection);
	if (!call)
		return begin(server, connection, &request, state);
	if (call->body)
		request.body = call->body;
	request.size = call->size;
	server->options.answer(server->options.self, &request, &reply);
	return reply_with(connection, &reply);
}

static void on_end(void *self, struct MHD_Connection *connection, void **state,
	enum MHD_RequestTerminationCode code)
{
	struct call *call = *state;
	struct client *client = client_of(connection);

	(void)self;
	(void)code;
	if (client)
		client->due = now() + SLOW_MOST;
	if (call)
		free(call->body);
	free(call);
	*state = NULL;
}

static void on_connection(void *self, struct MHD_Connection *connection, void **context,
	enum MHD_ConnectionNotificationCode code)
{
	struct http_server *server = self;
	struct client **link = &server->first;
	struct client *client = *context;

	if (code == MHD_CONNECTION_NOTIFY_STARTED) {
		client = calloc(1, sizeof *client);
		if (!client)
			return; /* it is only not watched for being slow */
		*client = (struct client){server->first, connection, now() + SLOW_MOST, false};
		server->first = *context = client;
		return;
	}
	while (*link && *link != client)
		link = &(*link)->next;
	if (*link)
		*link = client->next;
	if (client && client->admitted && server->options.parted)
		server->options.parted(server->options.self);
	free(client);
	*context = NULL;
}

static void end_slow_ones(const struct http_server *server)
{
	for (const struct client *client = server->first; client; client = client->next) {
		if (!client->due || client->due > now())
			continue;
		/* The library then finds it ended, and forgets it. */
		shutdown(MHD_get_connection_info(
				 client->connection, MHD_CONNECTION_INFO_CONNECTION_FD)
				 ->connect_fd,
			SHUT_RDWR);
	}
}

static void on_trouble(void *self, const char *format, va_list arguments)
	__attribute__((format(printf, 2, 0)));

static void on_trouble(void *self, const char *format, va_list arguments)
{
	char text[256];

	(void)self;
	vsnprintf(text, sizeof text, format, arguments);
	text[strcspn(text, "\n")] = '\0';
	bot_log_write(BOT_LOG_DEBUG, "http_trouble", BOT_LOG_FIELDS({"why", .text = text}));
}

const char *http_request_argument(const struct http_request *request, const char *name)
{
	return MHD_lookup_connection_value(request->connection, MHD_GET_ARGUMENT_KIND, name);
}

/* The C library takes any number modulo 65,536, and nothing at all for 0. */
static bool is_port(const char *text)
{
	size_t length = strspn(text, "0123456789");

	return length > 0 && length <= 5 && text[length] == '\0' &&
	       strtoul(text, NULL, 10) <= UINT16_MAX;
}

/* 127.0.0.1:8080 or [::1]:8080. The caller frees *found with freeaddrinfo. */
static bool find_address(const char *text, struct addrinfo **found)
{
	const struct addrinfo hints = {
		.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV | AI_PASSIVE,
		.ai_socktype = SOCK_STREAM,
	};
	const char *colon = strrchr(text, ':');
	bool bracketed = text[0] == '[';
	char host[64];
	size_t length;

	if (!colon || colon == text || (bracketed && colon[-1] != ']') || !is_port(colon + 1))
		return false;
	length = (size_t)(colon - text) - (bracketed ? 2U : 0U);
	if (length == 0 || length >= sizeof host)
		return false;
	memcpy(host, text + bracketed, length);
	host[length] = '\0';
	return getaddrinfo(host, colon + 1, &hints, found) == 0;
}

static struct MHD_Daemon *start(struct http_server *server, const struct addrinfo *address)
{
	unsigned flags = MHD_USE_EPOLL | MHD_USE_ERROR_LOG;

	if (address->ai_family == AF_INET6)
		flags |= MHD_USE_IPv6;
	errno = 0;
	return MHD_start_daemon(flags, 0, NULL, NULL, on_request, server, /* the first: */
		MHD_OPTION_EXTERNAL_LOGGER, on_trouble, NULL,             /* */
		MHD_OPTION_SOCK_ADDR, address->ai_addr,                   /* */
		MHD_OPTION_LISTENING_ADDRESS_REUSE, 1U,                   /* */
		MHD_OPTION_CONNECTION_LIMIT, CONNECTIONS,                 /* */
		MHD_OPTION_CONNECTION_TIMEOUT, IDLE_MOST,                 /* */
		MHD_OPTION_CONNECTION_MEMORY_LIMIT, FIELDS_MOST,          /* */
		MHD_OPTION_NOTIFY_CONNECTION, on_connection, server,      /* */
		MHD_OPTION_NOTIFY_COMPLETED, on_end, NULL, MHD_OPTION_END);
}

enum http_error http_server_create(const struct http_options *options, struct http_server **server)
{
	struct addrinfo *address = NULL;
	struct http_server *made;
	enum http_error error = HTTP_OK;

	if (!find_address(options->address, &address))
		return HTTP_BAD_ADDRESS;
	made = calloc(1, sizeof *made);
	if (!made) {
		error = HTTP_NO_MEMORY;
		goto out;
	}
	made->options = *options;
	made->options.address = NULL;
	made->daemon = start(made, address);
	if (!made->daemon) {
		free(made);
		error = HTTP_FAILED;
		goto out;
	}
	*server = made;
out:
	freeaddrinfo(address);
	return error;
}

void http_server_destroy(struct http_server *server)
{
	if (!server)
		return;
	MHD_stop_daemon(server->daemon);
	free(server);
}

unsigned http_server_port(const struct http_server *server)
{
	return MHD_get_daemon_info(server->daemon, MHD_DAEMON_INFO_BIND_PORT)->port;
}

static int64_t patience(void *self)
{
	const struct http_server *server = self;
	MHD_UNSIGNED_LONG_LONG timeout;

	if (MHD_get_timeout(server->daemon, &timeout) != MHD_YES)
		return -1;
	return timeout < INT32_MAX ? (int64_t)timeout : INT32_MAX;
}

static void turn(void *self)
{
	const struct http_server *server = self;

	end_slow_ones(server);
	MHD_run(server->daemon);
}

struct bot_guest http_server_guest(struct http_server *server)
{
	return (struct bot_guest){
		.self = server,
		.descriptor =
			MHD_get_daemon_info(server->daemon, MHD_DAEMON_INFO_EPOLL_FD)->epoll_fd,
		.patience = patience,
		.turn = turn,
	};
}
