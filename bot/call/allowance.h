/*
 * Allowances. An allowance limits how often one user may disturb another: make the other user's
 * device ring, challenge them, or propose something in a match with them. The user regains the used
 * part of an allowance with time.
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

#endif
