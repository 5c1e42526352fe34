#include "adapters/http/exchange.h"

#include "bot/base/memory.h"

#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>

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

bool http_address_find(const char *text, struct addrinfo **found)
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
	if (length == 0 || length >= sizeof(host))
		return false;
	memcpy(host, text + bracketed, length);
	host[length] = '\0';
	return getaddrinfo(host, colon + 1, &hints, found) == 0;
}

struct http_exchange {
	char *text; /* the body, or NULL if nothing has arrived */
	size_t size, capacity;
	struct http_reply delayed;
	bool is_delayed;
	char nothing[1]; /* an empty body */
};

struct http_exchange *http_exchange_create(void)
{
	return bot_calloc(1, sizeof(struct http_exchange));
}

void http_exchange_destroy(struct http_exchange *exchange)
{
	if (!exchange)
		return;
	if (exchange->is_delayed)
		free(exchange->delayed.body);
	free(exchange->text);
	free(exchange);
}

bool http_exchange_append(
	struct http_exchange *exchange, const char *data, size_t size, size_t most)
{
	if (size > most - exchange->size)
		return false;
	if (size >= exchange->capacity - exchange->size) {
		size_t capacity = 2 * (exchange->size + size) + 1;

		exchange->text = bot_realloc(exchange->text, capacity);
		exchange->capacity = capacity;
	}
	memcpy(exchange->text + exchange->size, data, size);
	exchange->size += size;
	exchange->text[exchange->size] = '\0';
	return true;
}

char *http_exchange_body(struct http_exchange *exchange, size_t *size)
{
	*size = exchange->size;
	return exchange->text ? exchange->text : exchange->nothing;
}

void http_exchange_delay(struct http_exchange *exchange, const struct http_reply *reply)
{
	exchange->delayed = *reply;
	exchange->is_delayed = true;
}

bool http_exchange_take_delayed(struct http_exchange *exchange, struct http_reply *reply)
{
	if (!exchange->is_delayed)
		return false;
	exchange->is_delayed = false;
	*reply = exchange->delayed;
	return true;
}

void http_reply_add_header(struct http_reply *reply, const char *name, const char *value)
{
	assert(reply->headers_count < HTTP_HEADERS_MOST);
	reply->headers[reply->headers_count++] = (struct http_header){name, value};
}

static struct MHD_Response *make_response(const struct http_reply *reply)
{
	union {
		const void *fixed;
		void *body; /* libmicrohttpd takes no const, but does not write to the body */
	} bytes = {.fixed = reply->fixed};

	if (reply->stream)
		return http_stream_response(reply->stream);
	if (reply->line)
		return http_line_response(reply->line);
	if (reply->body)
		return MHD_create_response_from_buffer(
			reply->size, reply->body, MHD_RESPMEM_MUST_FREE);
	return MHD_create_response_from_buffer(
		reply->fixed ? reply->size : 0, bytes.body, MHD_RESPMEM_PERSISTENT);
}

enum MHD_Result http_exchange_reply(struct MHD_Connection *connection, struct http_reply *reply)
{
	struct MHD_Response *response = make_response(reply);
	enum MHD_Result result;

	if (!response) {
		free(reply->body);
		if (reply->stream)
			http_stream_destroy(reply->stream);
		return MHD_NO;
	}
	if (reply->type)
		MHD_add_response_header(response, MHD_HTTP_HEADER_CONTENT_TYPE, reply->type);
	/* exchange.h says why */
	if (!reply->keeps_connection)
		MHD_add_response_header(response, MHD_HTTP_HEADER_CONNECTION, "close");
	MHD_add_response_header(
		response, MHD_HTTP_HEADER_CACHE_CONTROL, reply->cache ? reply->cache : "no-store");
	for (unsigned i = 0; i < reply->headers_count; i++)
		MHD_add_response_header(response, reply->headers[i].name, reply->headers[i].value);
	result = MHD_queue_response(connection, reply->status, response);
	MHD_destroy_response(response);
	return result;
}

struct framing {
	unsigned lengths, encodings, hosts;
	bool odd; /* an unknown encoding, or a space in a name */
};

static enum MHD_Result look_at(
	void *self, enum MHD_ValueKind kind, const char *name, const char *value)
{
	struct framing *framing = self;

	(void)kind;
	if (strcasecmp(name, MHD_HTTP_HEADER_CONTENT_LENGTH) == 0) {
		framing->lengths++;
	} else if (strcasecmp(name, MHD_HTTP_HEADER_TRANSFER_ENCODING) == 0) {
		framing->encodings++;
		framing->odd |= !value || strcasecmp(value, "chunked") != 0;
	}
	framing->hosts += strcasecmp(name, MHD_HTTP_HEADER_HOST) == 0;
	framing->odd |= name[strcspn(name, " \t")] != '\0';
	return MHD_YES;
}

bool http_framing_is_clear(struct MHD_Connection *connection)
{
	struct framing framing = {0};

	MHD_get_connection_values(connection, MHD_HEADER_KIND, look_at, &framing);
	return framing.lengths + framing.encodings <= 1 && framing.hosts <= 1 && !framing.odd;
}

bool http_framing_is_too_long(struct MHD_Connection *connection, size_t most)
{
	const char *length = MHD_lookup_connection_value(
		connection, MHD_HEADER_KIND, MHD_HTTP_HEADER_CONTENT_LENGTH);

	return length && strtoull(length, NULL, 10) > most;
}

const char *http_request_argument(const struct http_request *request, const char *name)
{
	return MHD_lookup_connection_value(request->connection, MHD_GET_ARGUMENT_KIND, name);
}

const char *http_request_header(const struct http_request *request, const char *name)
{
	return MHD_lookup_connection_value(request->connection, MHD_HEADER_KIND, name);
}

const char *http_exchange_token(struct MHD_Connection *connection)
{
	static const char scheme[] = "Bearer ";
	const char *field = MHD_lookup_connection_value(
		connection, MHD_HEADER_KIND, MHD_HTTP_HEADER_AUTHORIZATION);

	if (!field || strncasecmp(field, scheme, sizeof(scheme) - 1) != 0)
		return NULL;
	return field + sizeof(scheme) - 1;
}
