/*
 * Checks how a request says where its body ends. If the bot and a proxy in front of it disagree
 * about that, a client can hide a second request in a body, and the proxy takes the answer to it
 * for the answer to somebody else's request ("request smuggling").
 */
#ifndef ADAPTERS_HTTP_FRAMING_H
#define ADAPTERS_HTTP_FRAMING_H

#include <stdbool.h>
#include <stddef.h>

struct MHD_Connection;

/*
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

#endif
