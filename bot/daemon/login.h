/* The command "login": logs in once and leaves the session in the store for the bot. */
#ifndef BOT_LOGIN_H
#define BOT_LOGIN_H

#include "bot/daemon/exit_status.h"
#include "config/secrets.h"

#include <stdbool.h>

/*
 * Logs in with the configuration at `path`, and replaces the session in the store. Everything else
 * in the store stays. Stops waiting for a person when `stop` becomes readable.
 */
enum exit_status login_run(const char *path, int stop);

/*
 * Does the same with a configuration and secrets that the caller has read. Call mx_init first. Root
 * becomes the owner of the store's folder, for good. False: standard error has the reason, and a
 * store that did not exist before is deleted.
 */
bool login_with(const struct cfg *config, const struct cfg_secrets *secrets, int stop);

#endif
