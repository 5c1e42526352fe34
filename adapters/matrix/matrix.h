/*
 * The Matrix adapter: one account, one thread, one loop. The adapter gets the events of the
 * account's rooms from /sync, or, as an application service, from its homeserver's transactions.
 * It gives the messages to the host, and sends what the host puts into the outbox.
 */
#ifndef MX_MATRIX_H
#define MX_MATRIX_H

#include "adapters/matrix/client/client.h"
#include "adapters/matrix/login/device_grant.h"
#include "bot/base/loop_source.h"
#include "bot/store/store.h"
#include "config/secrets.h"

#include <stdbool.h>

/*
 * Forgets the sync token and the gaps, in the caller's transaction. Call this when the store is an
 * older copy (a restored backup): the next run starts like the first one, and does not handle the
 * messages sent before it.
 */
BOT_MUST_USE enum bot_error mx_forget_position(struct bot_store *store);

/*
 * Logs in once, and stores the session for mx_run. With an access token, only tests whether the
 * homeserver accepts the token. Logs the homeserver's answer. With OAuth 2.0, calls `display` and
 * waits until a person answers, until the server's time for that ends, or until `stop` becomes
 * readable (-1: none).
 */
MX_MUST_USE enum mx_error mx_log_in(const struct cfg *config, const struct cfg_secrets *secrets,
	struct bot_store *store, struct mx_link_display display, int stop);

/*
 * Runs the bot until the file descriptor `stop` becomes readable (the bot reads nothing from it).
 * Then waits a few seconds for the requests under way and returns MX_OK. The bot retries after
 * failures of the network and of the homeserver. It returns an error, and logs the details, only
 * if a person must repair something. All parameters are borrowed until the function returns. The
 * store must not be in a transaction. `sources_count` is at most four.
 */
MX_MUST_USE enum mx_error mx_run(const struct cfg *config, const struct cfg_secrets *secrets,
	struct bot_store *store, int stop, const struct bot_loop_source *sources,
	unsigned sources_count);

#endif
