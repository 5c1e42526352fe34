/*
 * The command "restore", and what the next start of the bot needs after a store comes from a
 * backup.
 */
#ifndef BOT_DAEMON_RESTORE_H
#define BOT_DAEMON_RESTORE_H

#include "bot/daemon/options.h"
#include "bot/store/store.h"
#include "config/config.h"

/*
 * Replaces the store by the backup `file`. The bot must not run at the same time. The old store
 * stays in its folder under another name. The bot continues from the backup: it ignores what people
 * said after the backup, and shows the state of each running match. This function never replaces an
 * existing recovery key or an existing folder of keys, because both are at least as new as the
 * backup.
 */
enum exit_status restore_backup(const struct cfg *config, const char *file);

/*
 * If a person has put the store into its database with pg_restore, prepares it, and deletes the
 * keys of the device: an older state of them would encrypt two messages with the same key. The bot
 * then begins as a new device. Logs `store_restored`. On failure writes the reason to standard
 * error, changes nothing, and returns false.
 */
bool restore_settle(struct bot_store *store, const struct cfg *config);

#endif
