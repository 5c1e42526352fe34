/*
 * The health of the running bot, over HTTP: the pages /healthz, /readyz and /metrics. They never
 * name a room or a user.
 */
#ifndef BOT_MONITORING_H
#define BOT_MONITORING_H

#include "adapters/http/server.h"
#include "bot/daemon/options.h"
#include "bot/store/store.h"
#include "config/config.h"

struct monitoring {
	struct http_server *server; /* NULL: the configuration names no address */
	struct bot_store *store;    /* borrowed */
	const struct cfg *config;   /* borrowed */
};

/* Listens at the address in the configuration, if there is one. False: the log has the reason. */
HTTP_MUST_USE bool monitoring_init(
	struct monitoring *monitoring, const struct cfg *config, struct bot_store *store);
void monitoring_finish(struct monitoring *monitoring);

/*
 * engarde-bot health: asks the running bot for /healthz, at the address in the configuration at
 * `path`. Prints "healthy", or writes to standard error why there is no good answer.
 */
enum exit_status monitoring_ask_health(const char *path);

#endif
