/*
 * What others may see of the running bot, over HTTP: /healthz, /readyz and /metrics. Nothing there
 * names a room or a user.
 */
#ifndef BOT_PROGRAM_MONITOR_H
#define BOT_PROGRAM_MONITOR_H

#include "adapters/http/server.h"
#include "bot/store.h"
#include "config/config.h"

struct monitor {
	struct http_server *server; /* NULL: it was not wished for */
	struct bot_store *store;    /* borrowed */
	const struct cfg *config;   /* borrowed */
};

/* Listens where the configuration says, if it does. False: it can't, and the log has why. */
HTTP_MUST_USE bool monitor_init(
	struct monitor *monitor, const struct cfg *config, struct bot_store *store);
void monitor_finish(struct monitor *monitor);

#endif
