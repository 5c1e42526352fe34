/*
 * A request and its reply: how the request says where its body ends, the part of the body that has
 * arrived, or the reply that waits to be sent. Also reads the address at which a server listens,
 * such as 127.0.0.1:8080 or [::1]:8080.
 */
#ifndef ADAPTERS_HTTP_EXCHANGE_H
#define ADAPTERS_HTTP_EXCHANGE_H

#include "adapters/http/server.h"

#include <microhttpd.h>
#include <netdb.h>
#include <stdbool.h>

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

/*
 * If the bot and a proxy in front of it disagree about where a body ends, a client can hide a
 * second request in a body, and the proxy takes the answer to it for the answer to somebody else's
 * request
 * ("request smuggling").
 *
 * Returns whether the header of a request says clearly where the body ends: it has at most one
 * Content-Length or, instead, one Transfer-Encoding, which is "chunked"; no field name contains a
 * space; and there is at most one Host. libmicrohttpd itself refuses a Content-Length that is not a
 * number, and HTTP/1.1 without a Host.
 *
 * RFC 9112 asks to refuse three more things, which libmicrohttpd 0.9.75 accepts without telling the
 * application, even with MHD_OPTION_STRICT_FOR_CLIENT: a header line that begins with a space and
 * so continues the line before; a carriage return without a line feed, which ends a line; and a
 * line that begins with a colon, which ends the header. nginx and Caddy as in deploy/proxy refuse
 * or mend them all. In case another proxy passes them on, a connection carries only one request:
 * each reply has "Connection: close", so bytes that the proxy and the bot read in different ways
 * can't become a second request. The homeserver's own connection is an exception.
 */
bool http_framing_is_clear(struct MHD_Connection *connection);

/* Returns whether the request's Content-Length says that the body will be longer than `most`. */
bool http_framing_is_too_long(struct MHD_Connection *connection, size_t most);

/* Returns the token of the request's field "Authorization: Bearer", or NULL. */
const char *http_exchange_token(struct MHD_Connection *connection);

/*
 * Parses a numeric address with a port. The caller frees *found with freeaddrinfo. Returns false if
 * the text is no such address.
 */
bool http_address_find(const char *text, struct addrinfo **found);

#endif
