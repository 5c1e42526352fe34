/* Requests to one homeserver, many at a time on one thread. */
#ifndef MX_HTTP_H
#define MX_HTTP_H

#include "adapters/matrix/answer.h"
#include "adapters/matrix/matrix.h"
#include "bot/guest.h"
#include "bot/outbox.h"

#include <stdbool.h>
#include <stddef.h>

struct mx_http;

enum mx_method { MX_GET, MX_PUT, MX_POST };

struct mx_request {
	enum mx_method method;
	char *path;                  /* from the first slash; taken, and freed with free() */
	const char *url;             /* instead of a path: elsewhere, where the token doesn't go */
	json_t *body;                /* taken; NULL: none */
	char *form;                  /* instead of a body: URL-encoded; taken; NULL: none */
	const struct bot_file *file; /* sent instead of a body, and copied; NULL: none */
	long timeout;                /* milliseconds for all of it */
	size_t limit; /* bytes of the answer's body that are read at most; more is no answer */
};

/*
 * `base` is the homeserver's address. MX_BAD_CONFIG: it is no https URL, nor one of plain http to
 * this very machine; what is sent over the network is never in the clear.
 */
MX_MUST_USE enum mx_error mx_http_create(const char *base, struct mx_http **http);
/* Abandons the requests under way without calling back. */
void mx_http_destroy(struct mx_http *http);

/* Requests from now on bear this token (copied; NULL: none) and belong to a new session. */
MX_MUST_USE enum mx_error mx_http_set_token(struct mx_http *http, const char *token);
/*
 * Requests from now on are this user's, from this device (NULL: from none), as an application
 * service may say of its users. A NULL user: they are whose token they bear.
 */
MX_MUST_USE enum mx_error mx_http_act_as(
	struct mx_http *http, const char *user, const char *device);
/* The number of the present session. */
unsigned mx_http_session(const struct mx_http *http);

/*
 * Starts a request; `done` is called once from mx_http_wait, with an answer that lives until it
 * returns, and may start others. The request's path, body and form are taken in any case, and each
 * may be NULL where memory for it was short: that, as any failure to start, is MX_NO_MEMORY. A url
 * has been allowed before.
 */
MX_MUST_USE enum mx_error mx_http_start(struct mx_http *http, const struct mx_request *request,
	void (*done)(void *self, const struct mx_answer *answer), void *self);

/* Serves a guest, too, whenever it waits. At most MX_GUESTS of them. */
#define MX_GUESTS 8
void mx_http_add_guest(struct mx_http *http, struct bot_guest guest);
void mx_http_tell_guests(const struct mx_http *http, enum bot_phase phase);

/*
 * Waits up to `timeout` milliseconds for something to happen, and calls back for the requests
 * that have ended, and the guests. Returns whether `stop` (-1: none) is readable.
 */
bool mx_http_wait(struct mx_http *http, int64_t timeout, int stop);

#endif
