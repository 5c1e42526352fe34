/*
 * A small HTTP server on the thread and in the loop of its caller: for health, metrics, and what
 * other programs hand to the bot. It knows no path: every request goes to one function.
 *
 * It stands on libmicrohttpd, which runs within somebody else's loop by one descriptor.
 */
#ifndef HTTP_SERVER_H
#define HTTP_SERVER_H

#include "bot/guest.h"

#include <stdbool.h>
#include <stddef.h>

#define HTTP_MUST_USE __attribute__((warn_unused_result))

enum http_error {
	HTTP_OK = 0,
	HTTP_NO_MEMORY,
	HTTP_BAD_ADDRESS, /* none that http_server_create takes */
	HTTP_FAILED,      /* can't listen there: errno says why, or is 0 */
};

struct http_server;

/* All of it is a stranger's and lives until the function that got it returns. */
struct http_request {
	const char *method;
	const char *path;  /* decoded, without what follows a question mark */
	const char *token; /* of a field "Authorization: Bearer …"; NULL: there is none */
	char *body;        /* the whole, with a NUL behind it; may be written over */
	size_t size;
	void *connection; /* for http_request_argument */
};

/* An argument of the query, decoded; NULL: there is none of that name. Borrowed as the rest. */
const char *http_request_argument(const struct http_request *request, const char *name);

/* As it comes it is 404 without a body. */
struct http_reply {
	unsigned status;
	const char *type; /* of the body; static */
	char *body;       /* taken, and freed with free(); NULL: none */
	size_t size;
};

struct http_options {
	const char *address; /* of this machine, in numbers: 127.0.0.1:8080, [::1]:0 */
	size_t body_most;    /* bytes; a longer body is answered with 413 */
	void (*answer)(void *self, const struct http_request *request, struct http_reply *reply);
	void *self;
	/*
	 * Whether a request may send its body, asked when all else of it is there; false: it is
	 * answered with the reply. NULL: all may. One that is admitted has all the time it needs.
	 */
	bool (*admit)(void *self, const struct http_request *request, struct http_reply *reply);
	/* The connection of one that was admitted has ended. NULL: it doesn't matter. */
	void (*parted)(void *self);
};

/* Port 0: the system chooses one. The options are copied, but for what `self` points to. */
HTTP_MUST_USE enum http_error http_server_create(
	const struct http_options *options, struct http_server **server);
void http_server_destroy(struct http_server *server);

/* Where it listens. */
unsigned http_server_port(const struct http_server *server);

/* What the loop is to serve as long as the server is there. */
struct bot_guest http_server_guest(struct http_server *server);

#endif
