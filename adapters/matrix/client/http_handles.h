/*
 * A stock of curl handles, one for each request in flight. An unused handle is kept, since to make
 * one costs as much time as to send a request.
 */
#ifndef MX_HTTP_HANDLES_H
#define MX_HTTP_HANDLES_H

#include <curl/curl.h>

#define MX_HTTP_CONNECTIONS 72 /* with HTTP/1.1 each request in flight needs one */

/* All zero: empty, and not to be used before mx_http_handles_init. */
struct mx_http_handles {
	CURLM *multi;   /* runs the requests */
	char *no_proxy; /* the hosts that curl reaches without a proxy */
	CURL *idle[MX_HTTP_CONNECTIONS];
	unsigned idle_count;
};

void mx_http_handles_init(struct mx_http_handles *handles);
/* All handles are back by now. */
void mx_http_handles_finish(struct mx_http_handles *handles);

/* Returns a handle with the options that all requests share. */
CURL *mx_http_handles_take(struct mx_http_handles *handles);

/* Takes a handle back, and cancels the request if it is still in flight. */
void mx_http_handles_put(struct mx_http_handles *handles, CURL *curl);

#endif
