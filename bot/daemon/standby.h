/*
 * Standing by: the program waits while another engarde-bot uses the store on a server, and takes
 * over when the session of the other one has ended. Then it starts as it does without another one.
 * The store has the session of the account, the keys of its device and the transaction ids of all
 * messages. So it is the same device for everybody, and what the other one has sent without noting
 * it is sent again with the same id, which the homeserver recognises.
 *
 * Meanwhile the program shows its health (monitoring.h). At the addresses of the web page and of
 * the homeserver it refuses all requests, so that a proxy in front of both programs finds the one
 * that leads.
 */
#ifndef BOT_DAEMON_STANDBY_H
#define BOT_DAEMON_STANDBY_H

#include "bot/base/loop_source.h"
#include "bot/daemon/options.h"
#include "bot/daemon/systemd.h"
#include "bot/store/database.h"
#include "config/config.h"

/*
 * Waits until the store on a server can be opened, or the descriptor `stop` becomes readable. In
 * the second case returns STATUS_FINE, and *store is NULL. On failure writes the reason to standard
 * error. Serves `reload`, the source of the configuration.
 */
__attribute__((warn_unused_result)) enum exit_status standby_wait(const struct cfg *config,
	int stop, struct systemd *systemd, struct bot_loop_source reload, struct bot_store **store);

#endif
