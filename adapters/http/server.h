/*
 * A small HTTP server in the event loop of its caller. It serves health checks, metrics, web pages,
 * and a homeserver that pushes events. The server knows no paths: one function of the caller
 * answers all requests.
 *
 * libmicrohttpd does the work. It gives the caller's loop one descriptor to wait for.
 */
#ifndef ADAPTERS_HTTP_SERVER_H
#define ADAPTERS_HTTP_SERVER_H

#include "adapters/http/stream.h"
#include "bot/base/loop_source.h"

#include <stdbool.h>
#include <stddef.h>

#define HTTP_MUST_USE __attribute__((warn_unused_result))

enum http_error {
	HTTP_OK = 0,
	HTTP_BAD_ADDRESS, /* the address does not have the form that http_server_options asks for */
	/* the server can't listen at the address; errno is the reason, or 0 if it is unknown */
	HTTP_FAILED,
};

struct http_server;

/*
 * A request. All its texts come from a client. The request is valid until `answer` or `admit`
 * returns.
 */
struct http_request {
	const char *method;
	const char *path; /* percent-decoded, without the query */
	/* the token of the header "Authorization: Bearer", or NULL without this header */
	const char *token;
	char *body;       /* NUL-terminated; `answer` may change it */
	size_t size;      /* of the body */
	void *connection; /* for http_request_argument */
};

/*
 * Returns the decoded value of an argument of the query. Returns NULL if no argument has this name.
 */
const char *http_request_argument(const struct http_request *request, const char *name);

/* Returns the value of a header of the request, or NULL if the request has no such header. */
const char *http_request_header(const struct http_request *request, const char *name);

#define HTTP_HEADERS_MOST 12 /* the most headers that a caller may add to a reply */

/*
 * The reply to a request. Before `admit` or `answer` fills it in, the status is 404 and the body is
 * empty. All strings but `body` must live as long as the server.
 */
struct http_reply {
	unsigned status;
	const char *type; /* the content type of the body */
	char *body;       /* the server frees the body with free(); NULL if there is no such body */
	size_t size;      /* of the body, or of `fixed` */
	const void
		*fixed; /* a body that lives as long as the server; the server does not free it */
	struct http_line *line; /* a body that replies share; the server adds its own reference */
	struct http_stream *stream; /* a streamed body, instead of `body`, `fixed` and `line` */
	const char *cache;          /* the header Cache-Control; NULL for "no-store" */
	struct http_header {
		const char *name, *value;
	} headers[HTTP_HEADERS_MOST];
	unsigned headers_count;
	/*
	 * Whether the server sends the reply a second later. At most HTTP_DELAYED_MOST clients wait
	 * at a time; if more must wait, the server closes their connections.
	 */
	bool delayed;
	bool keeps_connection; /* the server sets this; see `keeps_connections` */
};

#define HTTP_DELAYED_MOST 64
#define HTTP_CLOSING_MOST 64

/* Adds a header to a reply. */
void http_reply_add_header(struct http_reply *reply, const char *name, const char *value);

struct http_server_options {
	const char *address; /* a numeric address and a port, such as 127.0.0.1:8080 or [::1]:0 */
	size_t body_most;    /* the most bytes of a body; the server refuses a longer body */
	void (*answer)(void *self, const struct http_request *request, struct http_reply *reply);
	void *self; /* passed to each function */
	/*
	 * Decides whether a client may send the body of its request. All other parts of the request
	 * have arrived. If the function returns false, the server sends `reply`. If the function
	 * returns true, the client may send the body slowly: within `body_time` milliseconds, or
	 * over any time if `body_time` is 0. If `admit` is NULL, all clients may send a body.
	 */
	bool (*admit)(void *self, const struct http_request *request, struct http_reply *reply);
	/* Called when a client that `admit` accepted has disconnected. May be NULL. */
	void (*disconnected)(void *self);
	int64_t body_time;
	/*
	 * Whether a connection may carry further requests after one that `admit` accepted. Only for
	 * a client that has proved who it is, and that reaches the server without a proxy
	 * (exchange.h).
	 */
	bool keeps_connections;
	/*
	 * The most connections at a time; 0 for 32. Further clients wait. But if `makes_room` is
	 * true, the server closes the oldest connection that sends no stream, so that clients which
	 * never end their requests can't keep others out. If `keeps_connections` is true, it does
	 * not close admitted clients. The caller must allow fewer streams than connections. While
	 * the server closes the oldest ones, there may be HTTP_CLOSING_MOST more, or twice as many
	 * if that is less.
	 */
	unsigned connections;
	bool makes_room;
	/*
	 * The most bytes of memory for a connection, which also limit the header of a request; 0
	 * for 32 KiB.
	 */
	size_t memory;
};

/*
 * Starts to listen. If the port is 0, the system chooses a port. The server copies the options, but
 * not what `self` points to.
 */
HTTP_MUST_USE enum http_error http_server_create(
	const struct http_server_options *options, struct http_server **server);
/* Ends all connections. `server` may be NULL. */
void http_server_destroy(struct http_server *server);

/* Returns how many connections the server has. */
unsigned http_server_connections(const struct http_server *server);

/* Returns the port on which the server listens. */
unsigned http_server_port(const struct http_server *server);

/* Returns the source that the caller's loop has to serve. The server must outlive the source. */
struct bot_loop_source http_server_loop_source(struct http_server *server);

#endif
