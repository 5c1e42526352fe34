/*
 * A request and its reply: the part of the body that has arrived, or the reply that waits to be
 * sent.
 */
#ifndef ADAPTERS_HTTP_EXCHANGE_H
#define ADAPTERS_HTTP_EXCHANGE_H

#include "adapters/http/server.h"

#include <microhttpd.h>

struct http_exchange;

/* Returns an exchange that waits for a body. */
struct http_exchange *http_exchange_create(void);
/* `exchange` may be NULL. */
void http_exchange_destroy(struct http_exchange *exchange);

/* Adds bytes to the body. Returns false if the body would be longer than `most`. */
bool http_exchange_append(
	struct http_exchange *exchange, const char *data, size_t size, size_t most);

/* Returns the body, which the exchange owns, and sets *size to the size of the body. */
char *http_exchange_body(struct http_exchange *exchange, size_t *size);

/* Stores a reply that must wait. The exchange owns its body from now on. */
void http_exchange_delay(struct http_exchange *exchange, const struct http_reply *reply);

/* Moves the reply that waits to *reply. Returns false if no reply waits. */
bool http_exchange_take_delayed(struct http_exchange *exchange, struct http_reply *reply);

/* Gives the reply to libmicrohttpd. Frees what the reply owns. */
enum MHD_Result http_exchange_reply(struct MHD_Connection *connection, struct http_reply *reply);

#endif
