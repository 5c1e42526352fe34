/* Requests to one homeserver, many at a time on one thread. */
#ifndef MX_HTTP_H
#define MX_HTTP_H

#include "adapters/matrix/client/answer.h"
#include "adapters/matrix/client/client.h"
#include "bot/base/loop_source.h"
#include "bot/store/outbox.h"

#include <stdbool.h>
#include <stddef.h>

struct mx_http;

enum mx_http_method { MX_HTTP_GET, MX_HTTP_PUT, MX_HTTP_POST };

struct mx_http_request {
	enum mx_http_method method;
	char *path;      /* on the homeserver, from the first slash on; taken */
	const char *url; /* instead of the path: on another server, which does not get the token */
	json_t *body;    /* taken; NULL: none */
	char *form;      /* instead of a body, URL-encoded; taken; NULL: none */
	const struct bot_file *file; /* instead of a body; copied; NULL: none */
	long timeout;                /* milliseconds for the request and its answer */
	size_t limit;                /* the most bytes that the answer's body may have */
	bool big;                    /* the answer may be big: read it with json_stream.h then */
	bool lenient; /* read the answer with json_stream.h also if it can't be parsed whole */
};

/*
 * `base` is the homeserver's address. Returns MX_BAD_CONFIG unless it is an https URL, or an http
 * URL of this machine: the bot sends nothing over the network unencrypted.
 */
MX_MUST_USE enum mx_error mx_http_create(const char *base, struct mx_http **http);
/* Cancels the requests in flight without calling back. `http` may be NULL. */
void mx_http_destroy(struct mx_http *http);

/*
 * Gives further requests this access token, which is copied; NULL: none. A new session begins, with
 * the next number.
 */
void mx_http_set_token(struct mx_http *http, const char *token);
/* Returns the number of the session. The answers to its requests carry the number. */
unsigned mx_http_session(const struct mx_http *http);
/*
 * Lets further requests act as this user of an application service, from this device (NULL: from
 * none). If `user` is NULL, they act as the token's owner.
 */
void mx_http_act_as(struct mx_http *http, const char *user, const char *device);

/*
 * Starts a request, and takes its path, body and form. Later mx_http_wait calls `done` once. The
 * answer lives until `done` returns; `done` may start other requests. The request has a path, or a
 * url that mx_url_check has allowed. Unless it is a GET, it has a body, a form or a file.
 */
void mx_http_start(struct mx_http *http, const struct mx_http_request *request,
	void (*done)(void *self, const struct mx_answer *answer), void *self);

/* Adds a source for mx_http_wait to serve. There may be MX_LOOP_SOURCES of them. */
#define MX_LOOP_SOURCES 8
void mx_http_add_loop_source(struct mx_http *http, struct bot_loop_source source);
/* Tells the phase to all loop sources that want to know it. */
void mx_http_tell_loop_sources(const struct mx_http *http, enum bot_phase phase);

/*
 * Waits up to `timeout` milliseconds until something happens. Then calls back for the requests that
 * have ended, and serves the loop sources. Returns whether `stop` (-1: none) is readable.
 */
bool mx_http_wait(struct mx_http *http, int64_t timeout, int stop);

#endif
