/*
 * Shows the health of the running bot over HTTP, on the pages /healthz, /readyz, /health and
 * /metrics. These pages never name a room or a user.
 */
#ifndef BOT_DAEMON_MONITORING_H
#define BOT_DAEMON_MONITORING_H

#include "adapters/http/server.h"
#include "bot/daemon/options.h"
#include "bot/store/opening.h"
#include "bot/store/store.h"
#include "config/config.h"

struct monitoring {
	struct http_server *server;        /* NULL if the configuration names no address */
	struct bot_store *store;           /* borrowed; NULL while the program stands by */
	const struct bot_standby *standby; /* borrowed; NULL unless the program stands by */
	const struct cfg *config;          /* borrowed */
	bool answers;                      /* a page is being written */
};

/*
 * If the configuration has an address for monitoring, listens there. On failure logs the reason and
 * returns false. While the program stands by, `store` is NULL: then /readyz has the status 503 and
 * says who leads.
 */
HTTP_MUST_USE bool monitoring_init(
	struct monitoring *monitoring, const struct cfg *config, struct bot_store *store);
void monitoring_finish(struct monitoring *monitoring);

/*
 * Answers requests while the store waits for its server (bot_store_on_wait). If a page itself has
 * asked the store, the others wait for that page.
 */
void monitoring_answer_meanwhile(struct monitoring *monitoring);

/*
 * engarde-bot health: asks the running bot for the page /health. The configuration,
 * which was loaded from `path`, has the bot's address. Prints "healthy", or writes to standard
 * error why the bot is not healthy or not reachable.
 */
enum exit_status monitoring_ask_health(const struct cfg *config, const char *path);

#endif
