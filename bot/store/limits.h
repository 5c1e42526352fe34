/*
 * Rate limits. A quota limits one sender, one room or one group. An allowance limits what one user
 * may do to another user. The store keeps only the numbers: bot/command/rate_limit.h and
 * bot/command/allowance.h say what they mean.
 */
#ifndef BOT_STORE_LIMITS_H
#define BOT_STORE_LIMITS_H

#include "bot/store/settings.h"

struct bot_quota {
	int64_t until; /* when the quota is full again, in the host's time (bot/command/time.h) */
	bool told;     /* the bot has told the sender that the quota is used up */
};

/* Writes all zeros if the store has no such quota. */
BOT_MUST_USE enum bot_error bot_store_quota(
	struct bot_store *store, enum bot_scope scope, const char *id, struct bot_quota *quota);
BOT_MUST_USE enum bot_error bot_store_set_quota(struct bot_store *store, enum bot_scope scope,
	const char *id, const struct bot_quota *quota);

/* Deletes the quotas that are full again. `now` is in the host's time. */
BOT_MUST_USE enum bot_error bot_store_quotas_prune(struct bot_store *store, int64_t now);

enum bot_allowance {
	BOT_ALLOW_RING,      /* the sender makes the receiver's device ring */
	BOT_ALLOW_CHALLENGE, /* challenges of which the receiver has accepted none */
	BOT_ALLOW_PROPOSE,   /* the sender proposes something in a match with the receiver */
	BOT_ALLOW_STRANGERS, /* all strangers together make a user's device ring: the user is
				sender and receiver */
};

/* *full: when the allowance is full again. BOT_NOT_FOUND: the allowance is full. */
BOT_MUST_USE enum bot_error bot_store_allowance(struct bot_store *store, enum bot_allowance kind,
	const char *sender, const char *receiver, int64_t *full);
BOT_MUST_USE enum bot_error bot_store_set_allowance(struct bot_store *store,
	enum bot_allowance kind, const char *sender, const char *receiver, int64_t full);
BOT_MUST_USE enum bot_error bot_store_unset_allowance(
	struct bot_store *store, enum bot_allowance kind, const char *sender, const char *receiver);

#endif
