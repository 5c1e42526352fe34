/* Starts the bot's web page, if the configuration has one. */
#ifndef BOT_DAEMON_WEB_PAGE_H
#define BOT_DAEMON_WEB_PAGE_H

#include "adapters/web/web.h"
#include "config/config.h"

/*
 * Starts to listen, and sets *web, or sets *web to NULL if the configuration has no web page. Lets
 * the process have enough file descriptors for all connections. On failure logs the reason and
 * returns false.
 */
HTTP_MUST_USE bool web_page_start(const struct cfg *config, struct web **web);

#endif
