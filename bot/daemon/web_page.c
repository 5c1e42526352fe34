#include "bot/daemon/web_page.h"

#include "bot/base/log.h"

#include <errno.h>
#include <string.h>
#include <sys/resource.h>

#define OTHER_FILES 256 /* file descriptors that the rest of the bot may need */

/*
 * Raises the limit of file descriptors as far as the system allows. If that is not enough, further
 * connections wait until others end.
 */
static void allow_connections(void)
{
	struct rlimit limit;
	rlim_t wanted = WEB_CONNECTIONS + OTHER_FILES;

	if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur >= wanted)
		return;
	limit.rlim_cur = limit.rlim_max < wanted ? limit.rlim_max : wanted;
	if (setrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur < wanted)
		bot_log_write(BOT_LOG_WARNING, "few_file_descriptors",
			BOT_LOG_FIELDS({"most", .number = (int64_t)limit.rlim_cur},
				{"wanted", .number = (int64_t)wanted},
				{"why", .text = "the web page can't have as many connections as it "
						"allows: raise the limit (LimitNOFILE=)"}));
}

bool web_page_start(const struct cfg *config, struct web **web)
{
	const struct cfg_web *settings = &config->web;

	*web = NULL;
	if (!settings->listen)
		return true;
	errno = 0;
	if (web_create(settings->listen, web) != HTTP_OK) {
		bot_log_write(BOT_LOG_ERROR, "web_page_failed",
			BOT_LOG_FIELDS({"listen", .text = settings->listen},
				{"why", .text = errno ? strerror(errno)
						      : "the address can't be used"}));
		return false;
	}
	allow_connections();
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
