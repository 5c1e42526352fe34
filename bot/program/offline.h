/* The host without a chat platform: what is said waits in the outbox until the bot runs. */
#ifndef BOT_PROGRAM_OFFLINE_H
#define BOT_PROGRAM_OFFLINE_H

#include "bot/host.h"
#include "config/config.h"

#include <stdbool.h>

/*
 * Opens the store of a configuration and lets `change` change it, in one transaction. BOT_INVALID
 * from `change`: it has said what is wrong. False: nothing was changed, and standard error has why.
 */
bool offline_change(const struct cfg *config,
	enum bot_error (*change)(struct bot_host *host, struct bot_store *store, const void *self),
	const void *self);

#endif
