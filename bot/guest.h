/*
 * What an adapter's loop serves beside its chat platform: a listener, a signal. There is one
 * thread, so a guest does what it can without waiting, and waits in the loop.
 */
#ifndef BOT_GUEST_H
#define BOT_GUEST_H

#include <stdint.h>

struct bot_guest {
	void *self;     /* given back to each function below */
	int descriptor; /* the loop wakes up when it is readable */

	/* Milliseconds until the loop wakes up in any case; negative: never. NULL: never, too. */
	int64_t (*patience)(void *self);

	/* Called whenever the loop wakes up; never within a transaction of the store. */
	void (*turn)(void *self);
};

#endif
