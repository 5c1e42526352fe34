/*
 * The bot's web page: players tap on their cards, followers see boards live, and matches that have
 * ended are replayed. The page itself is the same for everybody; what it shows depends on a link
 * (bot/call/web_link.h), whose token the browser sends in the header "Authorization: Bearer".
 *
 * The web page is a loop source of an adapter, which lends it the host. The host handles a tap on
 * the page as it handles a message in the chat. While the adapter is not connected to its
 * platform, the page shows the matches, but takes no taps: the other player could not answer in the
 * chat, and the clocks stand still.
 */
#ifndef ADAPTERS_WEB_WEB_H
#define ADAPTERS_WEB_WEB_H

#include "adapters/http/server.h"

struct web;

/* The most connections at a time that are of use. The rest of the bot needs descriptors, too. */
#define WEB_CONNECTIONS 2100

/*
 * Starts to listen at a numeric address with a port, such as 127.0.0.1:8010. There are at most
 * `connections` at a time, and while the page closes the oldest ones, HTTP_CLOSING_MOST more. Most
 * of them may be live streams.
 */
HTTP_MUST_USE enum http_error web_create(
	const char *address, unsigned connections, struct web **web);
/* Ends all connections. `web` may be NULL. */
void web_destroy(struct web *web);

/* Returns the port on which the web page is served. */
unsigned web_port(const struct web *web);

/* Returns the source that the adapter's loop has to serve. The web page must outlive it. */
struct bot_loop_source web_loop_source(struct web *web);

#endif
