/*
 * Logs in for "setup" and "login". If another device has made the account's cross-signing identity,
 * the bot needs its recovery key, or must replace it. Other clients then tell people once that the
 * identity of the account has changed.
 */
#ifndef BOT_DAEMON_LOG_IN_H
#define BOT_DAEMON_LOG_IN_H

#include "bot/daemon/options.h"
#include "config/config.h"
#include "config/secrets.h"

#include <stdbool.h>

/*
 * Prepares the log and the libraries for a log-in at the terminal. The caller calls
 * curl_global_cleanup at the end.
 */
bool log_in_begin(void);

/*
 * Logs in, and writes the session into the store. If the caller is root, the process permanently
 * takes the user id of the owner of the store's folder. If the log-in fails, deletes a store that
 * this function has made. Such a store belongs to this account, but the person may try another
 * account next. Sets *refused if the homeserver does not accept the account and its secret.
 */
bool log_in(const struct cfg *config, const struct cfg_secrets *secrets, bool new_identity,
	int stop, bool *refused);

/*
 * engarde-bot login: logs in with the configuration, and replaces the session in the
 * store. With `new_identity`, the bot replaces the account's cross-signing identity when it starts.
 * Does not change anything else in the store. Stops waiting for a person when `stop` becomes
 * readable.
 */
enum exit_status log_in_again(const struct cfg *config, bool new_identity, int stop);

#endif
