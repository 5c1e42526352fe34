/* Prepares a store that comes from a backup for the next start of the bot. */
#ifndef BOT_DAEMON_RESTORED_STORE_H
#define BOT_DAEMON_RESTORED_STORE_H

#include "bot/host/host.h"
#include "bot/store/store.h"
#include "config/config.h"

/*
 * Prepares the store, in the caller's transaction. Forgets the sync token of the backup: with it,
 * the homeserver would send again what players said after the backup, and the bot would play moves
 * that were meant for later hands. `self` is the session (struct mx_stored_session) of the store
 * that the backup replaces. The bot keeps this session, because that of the backup is no longer
 * valid if the bot has renewed its session after the backup. If `self` is NULL, the bot goes on
 * with the session of the backup, or logs in again.
 */
BOT_MUST_USE enum bot_error restored_store_prepare(
	struct bot_host *host, struct bot_store *store, const void *self);

/*
 * If a person has put the store into its database with pg_restore, prepares it, and deletes the
 * keys of the device: an older state of them would encrypt two messages with the same key. The bot
 * then begins as a new device. Logs `store_restored`. On failure writes the reason to standard
 * error, changes nothing, and returns false.
 */
bool restored_store_settle(struct bot_store *store, const struct cfg *config);

#endif
