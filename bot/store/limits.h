/*
 * What limits the users. A rate limit counts the commands of one sender, one room or one group of
 * users. An allowance limits what one user may do to another user. The store keeps only the
 * numbers: bot/command/rate_limit.h says what they mean.
 */
#ifndef BOT_STORE_LIMITS_H
#define BOT_STORE_LIMITS_H

#include "bot/store/database.h"

/* Whose commands a rate limit counts. */
enum bot_limited {
	BOT_LIMITED_SENDER, /* one user */
	BOT_LIMITED_ROOM,   /* everybody in one room */
	BOT_LIMITED_ORIGIN, /* all newcomers of one origin */
	BOT_LIMITED_GROUP,  /* a group of users that the id names, such as all newcomers */
};

/*
 * A rate limit is a bucket of commands that fills up again with time. All times are in the host's
 * time (bot/command/time.h).
 */
struct bot_rate_limit {
	int64_t full_at; /* when the bucket is full again */
	bool told;       /* the bot has told the sender that they have reached the limit */
};

/*
 * Reads the rate limit of a user, a room, an origin or a group, whose id is `id`. Writes all zeros
 * if the store has no such rate limit: the bucket is full.
 */
BOT_MUST_USE enum bot_error bot_store_rate_limit(struct bot_store *store, enum bot_limited limited,
	const char *id, struct bot_rate_limit *limit);
BOT_MUST_USE enum bot_error bot_store_set_rate_limit(struct bot_store *store,
	enum bot_limited limited, const char *id, const struct bot_rate_limit *limit);

/* Deletes the rate limits whose buckets are full at the time `now`. */
BOT_MUST_USE enum bot_error bot_store_prune_rate_limits(struct bot_store *store, int64_t now);

enum bot_allowance {
	BOT_ALLOW_RING,      /* the sender makes the receiver's device ring */
	BOT_ALLOW_CHALLENGE, /* challenges of which the receiver has accepted none */
	BOT_ALLOW_PROPOSE,   /* the sender proposes something in a match with the receiver */
	BOT_ALLOW_STRANGERS, /* all strangers together make a user's device ring: the user is
				sender and receiver */
};

/* *full is the time when the allowance is full again. BOT_NOT_FOUND: the allowance is full. */
BOT_MUST_USE enum bot_error bot_store_allowance(struct bot_store *store, enum bot_allowance kind,
	const char *sender, const char *receiver, int64_t *full);
BOT_MUST_USE enum bot_error bot_store_set_allowance(struct bot_store *store,
	enum bot_allowance kind, const char *sender, const char *receiver, int64_t full);
BOT_MUST_USE enum bot_error bot_store_unset_allowance(
	struct bot_store *store, enum bot_allowance kind, const char *sender, const char *receiver);

#endif
