/*
 * What an adapter's loop serves beside its chat platform: a listener, a signal. There is one
 * thread, so a guest does what it can without waiting, and waits in the loop.
 */
#ifndef BOT_GUEST_H
#define BOT_GUEST_H

#include <stdint.h>

/* How the adapter stands with its platform. */
enum bot_phase {
	BOT_STARTING,  /* nothing has come from it yet */
	BOT_FOLLOWING, /* what has come so far is handled */
	BOT_CUT_OFF,   /* it can't be followed at the moment */
	BOT_ENDING,    /* no more is begun; what is in flight ends */
};

struct bot_guest {
	void *self;     /* given back to each function below */
	int descriptor; /* the loop wakes up when it is readable; -1: there is none */

	/* Milliseconds until the loop wakes up in any case; negative: never. NULL: never, too. */
	int64_t (*patience)(void *self);

	/* Called whenever the loop wakes up; never within a transaction of the store. */
	void (*turn)(void *self);

	/* Called with every change, after BOT_STARTING; NULL: it doesn't matter. */
	void (*phase)(void *self, enum bot_phase phase);
};

#endif
