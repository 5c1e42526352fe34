/*
 * A small HTTP server in the event loop of its caller: for health checks and metrics, and for a
 * homeserver that pushes events. It knows no paths: one function of the caller answers all
 * requests.
 *
 * libmicrohttpd does the work. It can run in another program's loop, with one descriptor.
 */
#ifndef HTTP_SERVER_H
#define HTTP_SERVER_H

#include "bot/base/loop_source.h"

#include <stdbool.h>
#include <stddef.h>

#define HTTP_MUST_USE __attribute__((warn_unused_result))

enum http_error {
	HTTP_OK = 0,
	HTTP_BAD_ADDRESS, /* the address has another form than http_server_options wants */
	HTTP_FAILED,      /* the server can't listen there; errno has the reason, or is 0 */
};

struct http_server;

/*
 * A request. All its texts come from a client. It lives until the function that received it
 * returns.
 */
struct http_request {
	const char *method;
	const char *path;  /* decoded, without the query */
	const char *token; /* of a field "Authorization: Bearer …"; NULL: none */
	char *body;        /* NUL-terminated; the function may change it */
	size_t size;       /* of the body */
	void *connection;  /* for http_request_argument */
};

/* Returns an argument of the query, decoded, or NULL if there is none of that name. */
const char *http_request_argument(const struct http_request *request, const char *name);

/* The reply to a request. At first it has the status 404 and no body. */
struct http_reply {
	unsigned status;
	const char *type; /* of the body; a static string */
	char *body;       /* taken, and freed with free(); NULL: none */
	size_t size;      /* of the body */
};

struct http_server_options {
	const char *address; /* a numeric address and a port, such as 127.0.0.1:8080 or [::1]:0 */
	size_t body_most;    /* bytes; the server refuses a longer body with 413 */
	void (*answer)(void *self, const struct http_request *request, struct http_reply *reply);
	void *self; /* passed to each function */
	/*
	 * Decides whether a client may send the body of its request; all other parts have arrived.
	 * If false, the server sends `reply`. If true, there is no limit to how slowly the client
	 * may send. NULL: all clients may send a body.
	 */
	bool (*admit)(void *self, const struct http_request *request, struct http_reply *reply);
	/* Called when a client that was admitted has disconnected. May be NULL. */
	void (*disconnected)(void *self);
};

/*
 * Starts to listen. If the port is 0, the system chooses one. The options are copied, but not what
 * `self` points to.
 */
HTTP_MUST_USE enum http_error http_server_create(
	const struct http_server_options *options, struct http_server **server);
/* Ends all connections. `server` may be NULL. */
void http_server_destroy(struct http_server *server);

/* The port on which the server listens. */
unsigned http_server_port(const struct http_server *server);

/* Returns what the loop has to serve. The server must outlive it. */
struct bot_loop_source http_server_loop_source(struct http_server *server);

#endif
