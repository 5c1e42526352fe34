#include "adapters/http/server.h"

#include "bot/base/log.h"
#include "bot/base/memory.h"

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

#define CONNECTIONS 32U /* the most connections at a time */
#define IDLE_MOST   30U /* seconds after which libmicrohttpd closes a silent connection */
#define SLOW_MOST   30  /* seconds to send a request; if `admit` is set, to send its header */
#define FIELDS_MOST ((size_t)32 << 10) /* the most bytes of a request without its body */

struct http_server {
	struct MHD_Daemon *daemon;
	struct http_server_options options;
	struct client *first;
};

/*
 * A connection. libmicrohttpd closes a connection on which the client sends nothing for IDLE_MOST
 * seconds. A client that sends a byte now and then avoids this, so the server also closes the
 * connection at `due`.
 */
struct client {
	struct client *next;
	struct MHD_Connection *connection;
	/* when the server closes the connection, in monotonic seconds; 0 for no limit */
	time_t due;
	bool admitted;
};

/* The part of a request's body that has arrived. */
struct partial_body {
	char *text;
	size_t size, capacity;
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

/* Whether the request's Content-Length says that the body will be too long. */
static bool is_announced_too_long(struct MHD_Connection *connection, size_t most)
{
	const char *length = MHD_lookup_connection_value(
		connection, MHD_HEADER_KIND, MHD_HTTP_HEADER_CONTENT_LENGTH);

	return length && strtoull(length, NULL, 10) > most;
}

/* Adds bytes to the body. Returns MHD_NO, which ends the connection, if the body gets too long. */
static enum MHD_Result append(struct partial_body *body, const char *data, size_t size, size_t most)
{
	if (size > most - body->size)
		return MHD_NO;
	if (size >= body->capacity - body->size) {
		size_t capacity = 2 * (body->size + size) + 1;

		body->text = bot_realloc(body->text, capacity);
		body->capacity = capacity;
	}
	memcpy(body->text + body->size, data, size);
	body->size += size;
	body->text[body->size] = '\0';
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

/* Handles the header of a request, before the body arrives. */
static enum MHD_Result begin(const struct http_server *server, struct MHD_Connection *connection,
	const struct http_request *request, void **state)
{
	struct http_reply reply = {.status = MHD_HTTP_NOT_FOUND};
	struct client *client = client_of(connection);

	if (server->options.admit) {
		if (!server->options.admit(server->options.self, request, &reply))
			return reply_with(connection, &reply);
		client->due = 0;
		client->admitted = true;
	}
	if (is_announced_too_long(connection, server->options.body_most))
		return refuse(connection, MHD_HTTP_CONTENT_TOO_LARGE);
	*state = bot_calloc(1, sizeof(struct partial_body));
	return MHD_YES;
}

static enum MHD_Result on_request(void *self, struct MHD_Connection *connection, const char *path,
	const char *method, const char *version, const char *data, size_t *size, void **state)
{
	struct http_server *server = self;
	struct http_reply reply = {.status = MHD_HTTP_NOT_FOUND};
	struct partial_body *body = *state;
	struct http_request request = {
		.method = method,
		.path = path,
		.body = (char[1]){'\0'},
		.connection = connection,
	};
	size_t more = *size;

	(void)version;
	if (body && more > 0) {
		*size = 0;
		return append(body, data, more, server->options.body_most);
	}
	request.token = bearer(connection);
	if (!body)
		return begin(server, connection, &request, state);
	if (body->text)
		request.body = body->text;
	request.size = body->size;
	server->options.answer(server->options.self, &request, &reply);
	return reply_with(connection, &reply);
}

static void on_end(void *self, struct MHD_Connection *connection, void **state,
	enum MHD_RequestTerminationCode code)
{
	struct partial_body *body = *state;

	(void)self;
	(void)code;
	client_of(connection)->due = now() + SLOW_MOST;
	if (body)
		free(body->text);
	free(body);
	*state = NULL;
}

static void on_connection(void *self, struct MHD_Connection *connection, void **context,
	enum MHD_ConnectionNotificationCode code)
{
	struct http_server *server = self;
	struct client **link = &server->first;
	struct client *client = *context;

	if (code == MHD_CONNECTION_NOTIFY_STARTED) {
		client = bot_malloc(sizeof *client);
		*client = (struct client){server->first, connection, now() + SLOW_MOST, false};
		server->first = *context = client;
		return;
	}
	while (*link != client)
		link = &(*link)->next;
	*link = client->next;
	if (client->admitted && server->options.disconnected)
		server->options.disconnected(server->options.self);
	free(client);
	*context = NULL;
}

static void close_slow_clients(const struct http_server *server)
{
	for (const struct client *client = server->first; client; client = client->next) {
		if (!client->due || client->due > now())
			continue;
		/* After the shutdown, libmicrohttpd finds the connection closed and frees it. */
		shutdown(MHD_get_connection_info(
				 client->connection, MHD_CONNECTION_INFO_CONNECTION_FD)
				 ->connect_fd,
			SHUT_RDWR);
	}
}

static void on_log(void *self, const char *format, va_list arguments)
	__attribute__((format(printf, 2, 0)));

static void on_log(void *self, const char *format, va_list arguments)
{
	char text[256];

	(void)self;
	vsnprintf(text, sizeof text, format, arguments);
	text[strcspn(text, "\n")] = '\0';
	bot_log_write(BOT_LOG_DEBUG, "http_problem", BOT_LOG_FIELDS({"why", .text = text}));
}

const char *http_request_argument(const struct http_request *request, const char *name)
{
	return MHD_lookup_connection_value(request->connection, MHD_GET_ARGUMENT_KIND, name);
}

/*
 * Whether the text is a port number. getaddrinfo does not check this: it reduces numbers modulo
 * 65,536, and reads an empty text as 0.
 */
static bool is_port(const char *text)
{
	size_t length = strspn(text, "0123456789");

	return length > 0 && length <= 5 && text[length] == '\0' &&
	       strtoul(text, NULL, 10) <= UINT16_MAX;
}

/*
 * Parses an address such as 127.0.0.1:8080 or [::1]:8080. The caller frees *found with
 * freeaddrinfo.
 */
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
	return MHD_start_daemon(flags, 0, NULL, NULL, on_request, server, /* options: */
		MHD_OPTION_EXTERNAL_LOGGER, on_log, NULL,                 /* */
		MHD_OPTION_SOCK_ADDR, address->ai_addr,                   /* */
		MHD_OPTION_LISTENING_ADDRESS_REUSE, 1U,                   /* */
		MHD_OPTION_CONNECTION_LIMIT, CONNECTIONS,                 /* */
		MHD_OPTION_CONNECTION_TIMEOUT, IDLE_MOST,                 /* */
		MHD_OPTION_CONNECTION_MEMORY_LIMIT, FIELDS_MOST,          /* */
		MHD_OPTION_NOTIFY_CONNECTION, on_connection, server,      /* */
		MHD_OPTION_NOTIFY_COMPLETED, on_end, NULL, MHD_OPTION_END);
}

enum http_error http_server_create(
	const struct http_server_options *options, struct http_server **server)
{
	struct addrinfo *address = NULL;
	struct http_server *made;

	if (!find_address(options->address, &address))
		return HTTP_BAD_ADDRESS;
	made = bot_calloc(1, sizeof *made);
	made->options = *options;
	made->options.address = NULL;
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
	MHD_stop_daemon(server->daemon);
	free(server);
}

unsigned http_server_port(const struct http_server *server)
{
	return MHD_get_daemon_info(server->daemon, MHD_DAEMON_INFO_BIND_PORT)->port;
}

static int64_t timeout(void *self)
{
	const struct http_server *server = self;
	MHD_UNSIGNED_LONG_LONG wait;

	if (MHD_get_timeout(server->daemon, &wait) != MHD_YES)
		return -1;
	return wait < INT32_MAX ? (int64_t)wait : INT32_MAX;
}

static void dispatch(void *self)
{
	const struct http_server *server = self;

	close_slow_clients(server);
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
