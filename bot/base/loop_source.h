/*
 * A source that an adapter's event loop serves besides the chat platform: for example a listening
 * socket or a signal. The program has one thread, so a source never blocks. A source that has to
 * wait gives the loop a descriptor or a timeout.
 */
#ifndef BOT_LOOP_SOURCE_H
#define BOT_LOOP_SOURCE_H

#include <stdint.h>

/* The state of the adapter's connection to its platform. */
enum bot_phase {
	BOT_STARTING,     /* the platform has sent nothing yet */
	BOT_CONNECTED,    /* the bot has handled everything that it has received */
	BOT_DISCONNECTED, /* the bot can't receive anything at the moment */
	BOT_STOPPING,     /* the bot starts no new request and waits for the ones in flight */
};

struct bot_loop_source {
	void *self;     /* passed to each function below */
	int descriptor; /* the loop wakes up when it is readable; -1: none */

	/*
	 * Returns the longest time in milliseconds that the loop may wait; negative: without limit.
	 * NULL: the source sets no limit.
	 */
	int64_t (*timeout)(void *self);

	/*
	 * Does what there is to do, without waiting. The loop calls this function after each
	 * wake-up, never within a transaction of the store.
	 */
	void (*dispatch)(void *self);

	/*
	 * The adapter calls this function when it enters a new phase. The phase is BOT_STARTING
	 * until the first call. May be NULL.
	 */
	void (*phase_changed)(void *self, enum bot_phase phase);
};

#endif
