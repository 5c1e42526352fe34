#include "bot/daemon/web_page.h"

#include "bot/base/log.h"

#include <errno.h>
#include <string.h>
#include <sys/resource.h>

#define OTHER_FILES 256U /* file descriptors that the rest of the bot may need */

/*
 * Raises the limit of file descriptors as far as the system allows, and returns how many
 * connections the page may have. With too few descriptors, the page has fewer connections, so that
 * its clients never take those that the rest of the bot needs.
 */
static unsigned allow_connections(void)
{
	const rlim_t wanted = WEB_CONNECTIONS + HTTP_CLOSING_MOST + OTHER_FILES;
	struct rlimit limit;
	rlim_t left;
	unsigned connections;

	if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur >= wanted)
		return WEB_CONNECTIONS;
	const rlim_t before = limit.rlim_cur;
	limit.rlim_cur = limit.rlim_max < wanted ? limit.rlim_max : wanted;
	if (setrlimit(RLIMIT_NOFILE, &limit) != 0)
		limit.rlim_cur = before;
	if (limit.rlim_cur >= wanted)
		return WEB_CONNECTIONS;
	left = limit.rlim_cur -
	       (limit.rlim_cur / 2 < OTHER_FILES ? limit.rlim_cur / 2 : OTHER_FILES);
	connections =
		(unsigned)(left - (left / 2 < HTTP_CLOSING_MOST ? left / 2 : HTTP_CLOSING_MOST));
	bot_log_write(BOT_LOG_WARNING, "few_file_descriptors",
		BOT_LOG_FIELDS({"most", .number = (int64_t)limit.rlim_cur},
			{"wanted", .number = (int64_t)wanted},
			{"connections", .number = connections},
			{"why", .text = "the web page has only this many connections: raise the "
					"limit (LimitNOFILE=)"}));
	return connections;
}

bool web_page_start(const struct cfg *config, struct web **web)
{
	const struct cfg_web *settings = &config->web;

	*web = NULL;
	if (!settings->listen)
		return true;
	unsigned connections = allow_connections();

	errno = 0;
	if (web_create(settings->listen, connections, web) != HTTP_OK) {
		bot_log_write(BOT_LOG_ERROR, "web_page_failed",
			BOT_LOG_FIELDS({"listen", .text = settings->listen},
				{"why", .text = errno ? strerror(errno)
						      : "the address can't be used"}));
		return false;
	}
	bot_log_write(BOT_LOG_INFO, "web_page",
		BOT_LOG_FIELDS({"listen", .text = settings->listen},
			{"port", .number = web_port(*web)}, {"url", .text = settings->url}));
	if (settings->insecure_listen == CFG_PERMITTED)
		bot_log_write(BOT_LOG_WARNING, "insecure_listen",
			BOT_LOG_FIELDS({"listen", .text = settings->listen},
				{"why", .text = "everybody between the proxy and the bot can read "
						"the players' cards, so the network must be "
						"private"}));
	return true;
}
