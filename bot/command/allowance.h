/*
 * Allowances limit what one user may do to another without the other's consent: how often the user
 * may make the other's device ring, challenge the other, or propose something in their match. A
 * used allowance comes back with time.
 */
#ifndef BOT_ALLOWANCE_H
#define BOT_ALLOWANCE_H

#include "bot/command/call.h"

/*
 * Takes one use from the allowance of `sender` towards `receiver`. If no use is left, *wait is the
 * time in milliseconds until the next use; otherwise it is 0.
 */
BOT_MUST_USE enum bot_error bot_allowance_take(struct bot_host *host, enum bot_allowance kind,
	const char *sender, const char *receiver, int64_t *wait);

/*
 * Decides whether the next message from `sender` makes the device of `receiver` ring. Takes one use
 * of the allowance if it does.
 */
BOT_MUST_USE enum bot_error bot_allowance_ring(
	struct bot_host *host, const char *sender, const char *receiver, enum bot_ring *ring);

/*
 * Sets *ring to BOT_QUIET if strangers, all together, have made the device of `receiver` ring too
 * often: one person may have many accounts. Otherwise takes one use of the strangers' allowance and
 * leaves *ring.
 */
BOT_MUST_USE enum bot_error bot_allowance_ring_by_stranger(
	struct bot_host *host, const char *receiver, enum bot_ring *ring);

#endif
