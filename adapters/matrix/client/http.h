/* Requests to one homeserver, many at a time on one thread. */
#ifndef ADAPTERS_MATRIX_CLIENT_HTTP_H
#define ADAPTERS_MATRIX_CLIENT_HTTP_H

#include "adapters/matrix/client/answer.h"
#include "adapters/matrix/client/client.h"
#include "bot/base/loop_source.h"
#include "bot/store/outbox.h"

#include <stdbool.h>
#include <stddef.h>

struct mx_http;

enum mx_http_method { MX_HTTP_GET, MX_HTTP_PUT, MX_HTTP_POST };

#define MX_HTTP_TIMEOUT 30000 /* milliseconds */
#define MX_HTTP_LIMIT   65536 /* bytes: an event is not longer */

struct mx_http_request {
	enum mx_http_method method;
	/* the path of a URL on the homeserver, with the query; mx_http_start takes the text over */
	char *path;
	/* a URL on another server, to use instead of `path`; the other server gets no token */
	const char *url;
	json_t *body; /* the body as JSON, or NULL; mx_http_start takes the reference */
	/* a URL-encoded form to send instead of a body, or NULL; mx_http_start takes it over */
	char *form;
	/* a file to send instead of a body, or NULL; mx_http_start copies it */
	const struct bot_file *file;
	/* milliseconds for the request and its answer together; 0 for MX_HTTP_TIMEOUT */
	long timeout;
	size_t limit; /* the most bytes that the answer's body may have; 0 for MX_HTTP_LIMIT */
	bool big;     /* the answer may be big; if it is, json_stream.h reads it */
	bool lenient; /* json_stream.h also reads an answer that can't be parsed whole */
};

/*
 * Makes the client of the homeserver at the address `base`. The address must be an https URL, or an
 * http URL of this machine. If `insecure` is true, it may be any http URL, and the bot then sends
 * its password and its messages unencrypted over the network. Returns MX_BAD_CONFIG for any other
 * address. `ca_file` names a file with certificates of authorities that count besides those of the
 * system, or is NULL.
 */
MX_MUST_USE enum mx_error mx_http_create(
	const char *base, bool insecure, const char *ca_file, struct mx_http **http);
/* Cancels the requests in flight without calling `done`. `http` may be NULL. */
void mx_http_destroy(struct mx_http *http);

/*
 * Copies an access token. All later requests to the homeserver carry this token. If `token` is
 * NULL, they carry no token. Each call begins a new session, whose number is higher by one.
 */
void mx_http_set_token(struct mx_http *http, const char *token);
/* Returns the number of the session. The answers to requests of this session carry its number. */
unsigned mx_http_session(const struct mx_http *http);
/*
 * Lets all later requests act as this user of an application service, and as this device of the
 * user. If `device` is NULL, the requests act as no device. If `user` is NULL, they act as the
 * token's owner.
 */
void mx_http_act_as(struct mx_http *http, const char *user, const char *device);

/*
 * Starts a request, and takes its path, body and form over. When the request has ended,
 * mx_http_wait calls `done` once. The answer lives until `done` returns. `done` may start other
 * requests. The request has a path, or a `url` that mx_url_check has allowed. If the request is not
 * a GET, it has a body, a form or a file.
 */
void mx_http_start(struct mx_http *http, const struct mx_http_request *request,
	void (*done)(void *self, const struct mx_answer *answer), void *self);

/*
 * Ends the request in flight that was started with this `self`, and calls its `done`, as if it had
 * failed. Does nothing if there is none.
 */
void mx_http_cut_short(struct mx_http *http, const void *self);

/*
 * Adds a loop source (bot/base/loop_source.h), which mx_http_wait serves. At most MX_LOOP_SOURCES
 * sources can be added.
 */
#define MX_LOOP_SOURCES 8
void mx_http_add_loop_source(struct mx_http *http, struct bot_loop_source source);
/* Tells the phase to each loop source that has a function `phase_changed`. */
void mx_http_tell_loop_sources(const struct mx_http *http, enum bot_phase phase);
/* Lends the loop sources the host, or takes it back if `access` is NULL. */
void mx_http_lend_host(const struct mx_http *http, const struct bot_host_access *access);

/*
 * Waits until something happens, at most `timeout` milliseconds. Then calls `done` for each request
 * that has ended, and serves the loop sources. Returns whether the descriptor `stop` is readable.
 * `stop` is -1 if the caller has no such descriptor.
 */
bool mx_http_wait(struct mx_http *http, int64_t timeout, int stop);

#endif
