/* Checks of the file with the account's recovery key, which the bot may have to write. */
#ifndef BOT_DAEMON_RECOVERY_KEY_CHECK_H
#define BOT_DAEMON_RECOVERY_KEY_CHECK_H

#include "config/config.h"

#include <stdbool.h>

/*
 * Checks that the file is no other file that the configuration names, nor the configuration at
 * `path` itself. Otherwise writes the reason to standard error.
 */
bool recovery_key_check_name(const struct cfg *config, const char *path);

/*
 * Checks that an existing file can have a recovery key: it has only one line. Otherwise writes the
 * reason to standard error. Prints what an existing file means for a bot without a store.
 */
bool recovery_key_check_content(const struct cfg *config);

#endif
