/*
 * Allowances. An allowance limits how often one user may disturb another: make the other user's
 * device ring, challenge them, or propose something in a match with them. The user regains the used
 * part of an allowance with time.
 *
 * A share limits how many of the places that strangers have may go to people of one origin (see
 * struct bot_message), because on some servers one person can make many accounts.
 */
#ifndef BOT_CALL_ALLOWANCE_H
#define BOT_CALL_ALLOWANCE_H

#include "bot/call/call.h"

/* Stands in an allowance for all people, such as those of a room. No user has this id. */
#define BOT_EVERYONE "*"

/*
 * Takes one use from the allowance of `sender` towards `receiver`, and returns 0. If the allowance
 * is used up, returns the milliseconds until the sender regains a use.
 */
int64_t bot_allowance_take(
	struct bot_host *host, enum bot_allowance kind, const char *sender, const char *receiver);

/* Gives one use of the allowance back to the sender, who has undone what they used it for. */
void bot_allowance_give_back(
	struct bot_host *host, enum bot_allowance kind, const char *sender, const char *receiver);

/*
 * Decides whether the next message from `sender` makes the device of `receiver` ring. Takes one use
 * of the allowance if it does.
 */
enum bot_ring bot_allowance_ring(struct bot_host *host, const char *sender, const char *receiver);

/*
 * All strangers share one allowance to make the device of `receiver` ring, because one person may
 * have many accounts. Decides whether the next message from one of them makes it ring, like
 * bot_allowance_ring.
 */
enum bot_ring bot_allowance_ring_by_stranger(struct bot_host *host, const char *receiver);

/* Returns whether a user is a newcomer, who has never finished a rated match. */
bool bot_origin_share_is_newcomer(struct bot_host *host, const char *user);

/* The places that are taken, and how many of them one origin may have. */
struct bot_origin_share {
	const char *const *holder; /* the users who have the places */
	size_t count;
	size_t newcomers_most; /* the newcomers of one origin */
	size_t most;           /* all users of one origin */
};

/*
 * Returns whether the sender may have one more place. Allows it to all users without an origin. If
 * they may not, the caller tells the sender.
 */
bool bot_origin_share_check(const struct bot_call *call, const struct bot_origin_share *share);

#endif
