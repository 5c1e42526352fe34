/*
 * The Matrix adapter: one account, one thread, one loop. The adapter gets the events of the
 * account's rooms from /sync. If the bot is an application service, the homeserver also pushes
 * events to it in transactions. The adapter gives the messages to the host, and sends what the host
 * puts into the outbox.
 */
#ifndef ADAPTERS_MATRIX_MATRIX_H
#define ADAPTERS_MATRIX_MATRIX_H

#include "adapters/matrix/client/client.h"
#include "bot/base/loop_source.h"
#include "bot/store/store.h"
#include "config/secrets.h"

#include <stdbool.h>

/*
 * Forgets the sync token and the timeline gaps, in the caller's transaction. Call this for a store
 * that is restored from a backup. Then the next run begins like the first run: the bot does not
 * handle messages that people sent before the run began.
 */
BOT_MUST_USE enum bot_error mx_forget_position(struct bot_store *store);

/*
 * Runs the bot until the file descriptor `stop` becomes readable. Then waits a few seconds for the
 * requests under way, and returns MX_OK. Reads nothing from `stop`.
 *
 * After failures of the network and of the homeserver, the bot tries again. The function returns an
 * error, and logs the details, only if a person must repair something. It borrows all parameters
 * until it returns. The store must not be in a transaction. `sources_count` is at most five.
 */
MX_MUST_USE enum mx_error mx_run(const struct cfg *config, const struct cfg_secrets *secrets,
	struct bot_store *store, int stop, const struct bot_loop_source *sources,
	unsigned sources_count);

#endif
