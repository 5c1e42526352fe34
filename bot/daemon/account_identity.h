/*
 * The account's cross-signing identity, seen by a person who sets the bot up. If another device has
 * made it, the bot needs its recovery key, or must replace it. Other clients then tell people once
 * that the identity of the account has changed.
 */
#ifndef BOT_DAEMON_ACCOUNT_IDENTITY_H
#define BOT_DAEMON_ACCOUNT_IDENTITY_H

#include "bot/store/store.h"
#include "config/config.h"
#include "config/secrets.h"

#include <stdbool.h>

/*
 * Returns whether the bot can't use the identity that the account has: there is neither the file of
 * the recovery key, nor are there keys of the bot's device.
 */
bool account_identity_is_lost(const struct cfg *config, struct bot_store *store);

/* Writes to standard error that the identity is lost, and where its recovery key would help. */
void account_identity_explain(const struct cfg *config);

/*
 * Returns whether the bot may replace the identity: homeservers want the account's password for it,
 * except from application services. Otherwise says so on standard error.
 */
bool account_identity_may_be_replaced(const struct cfg *config, const struct cfg_secrets *secrets);

/*
 * Lets the bot replace the identity when it starts. On failure writes the reason to standard error
 * and returns false.
 */
bool account_identity_replace(const struct cfg *config, struct bot_store *store);

#endif
