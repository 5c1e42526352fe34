/*
 * A request in flight: the curl handle that sends the request, and the part of the answer that has
 * arrived. Only http.c uses this.
 */
#ifndef ADAPTERS_MATRIX_CLIENT_EXCHANGE_H
#define ADAPTERS_MATRIX_CLIENT_EXCHANGE_H

#include "adapters/matrix/client/answer.h"

#include <curl/curl.h>
#include <stdbool.h>
#include <stddef.h>

struct mx_http_request;

#define MX_FIELDS_MOST 5 /* fields of a request's header */

/*
 * The most connections. With HTTP/1.1 each request in flight needs its own connection: 64 of the
 * outbox, 24 for timeline gaps, and some others such as /sync.
 */
#define MX_CONNECTIONS 104

/*
 * The curl handles. A handle without a request is kept for a later request, since to make a new
 * handle costs as much time as to send a request.
 */
struct mx_handles {
	CURLM *multi;   /* runs the requests */
	char *no_proxy; /* the machines that curl reaches without a proxy */
	char *ca_file;  /* as in mx_http_create; or NULL */
	CURL *idle[MX_CONNECTIONS];
	unsigned idle_count;
};

void mx_handles_init(struct mx_handles *handles, const char *ca_file);
/* Call this when all exchanges are destroyed. */
void mx_handles_finish(struct mx_handles *handles);

/* The body of an answer. */
struct mx_body {
	char *text;
	/*
	 * `size` is how many bytes of the body have arrived. `capacity` is the size of the buffer
	 * `text`; it is 0 while a stream reads the body.
	 */
	size_t size, capacity;
	size_t limit;    /* the most bytes that the body may have */
	bool big;        /* if the body is big, json_stream.h reads it */
	bool lenient;    /* json_stream.h also reads a body that can't be parsed whole */
	bool is_too_big; /* the body is too long, or would need too much memory */
	struct mx_json_stream *stream; /* reads a big body; NULL while the body is small */
};

struct mx_exchange {
	struct mx_exchange *next;           /* the next exchange in the list of http.c */
	unsigned session;                   /* as in struct mx_answer */
	const struct mx_endpoint *endpoint; /* which fields the answer must have; or NULL */
	void (*done)(void *self, const struct mx_answer *answer);
	void *self;
	CURL *curl;
	struct curl_slist fields[MX_FIELDS_MOST]; /* the list of the header's fields */
	char *header;                             /* their texts, one after the other */
	size_t header_size;
	char *body; /* the body of the request, or NULL if the request has none */
	size_t body_size;
	struct mx_body answer;
	char trouble[CURL_ERROR_SIZE];
};

/*
 * Where a request goes. If `target` is not NULL, it is the path and the query, and `url` only names
 * the server. `server` is the parsed `url`, which must outlive the request, or NULL: otherwise curl
 * parses the URL for each request and prints it again, which takes long.
 */
struct mx_place {
	const char *url, *target;
	CURLU *server;
};

/*
 * Prepares a request to a place, and takes the request's body and form over. The caller sets the
 * first fields of the exchange and gives the handle to curl. `token` is a whole Authorization
 * field, or NULL for a request without a token.
 */
struct mx_exchange *mx_exchange_create(struct mx_handles *handles,
	const struct mx_http_request *request, const struct mx_place *place, const char *token);

/* Cancels the request if it is still in flight. */
void mx_exchange_destroy(struct mx_handles *handles, struct mx_exchange *exchange);

/*
 * Reads the answer of a request that ended with `code`, and writes it to `answer`. The caller
 * releases answer->json. The text in answer->trouble lives as long as the exchange.
 */
void mx_exchange_read(struct mx_exchange *exchange, CURLcode code, struct mx_answer *answer);

/* Returns whether the body of the request or of the answer is big. */
bool mx_exchange_is_big(const struct mx_exchange *exchange);

#endif
