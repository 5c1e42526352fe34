/*
 * A source of work for an adapter's event loop, in addition to the chat platform: for example a
 * listening socket or a signal. The program has one thread, so the functions of a source must not
 * block. A source that has to wait gives the loop a descriptor or a timeout.
 */
#ifndef BOT_BASE_LOOP_SOURCE_H
#define BOT_BASE_LOOP_SOURCE_H

#include <stdint.h>

struct bot_host_access; /* bot/host/host.h */

/* The state of the adapter's connection to its platform. */
enum bot_phase {
	BOT_STARTING,     /* the platform has not answered yet */
	BOT_CONNECTED,    /* the bot has handled everything that it has received */
	BOT_DISCONNECTED, /* the bot can't receive anything at the moment */
	BOT_STOPPING,     /* the bot sends no new request and waits for the last answers */
};

struct bot_loop_source {
	void *self;     /* the first argument of each function below */
	int descriptor; /* the loop wakes up when this descriptor is readable; -1 if the source has
			   no descriptor */

	/*
	 * Returns how many milliseconds the loop may wait at most, or a negative number if the
	 * source sets no limit. May be NULL: then the source never sets a limit.
	 */
	int64_t (*timeout)(void *self);

	/*
	 * Does the source's work that is due, without waiting. The loop calls this function after
	 * each wake-up, never within a transaction of the store.
	 */
	void (*dispatch)(void *self);

	/*
	 * The adapter calls this function when it enters a new phase. The phase is BOT_STARTING
	 * until the first call. May be NULL.
	 */
	void (*phase_changed)(void *self, enum bot_phase phase);

	/*
	 * The adapter calls this function once when the host of the matches is ready, before the
	 * first dispatch. `access` stays valid until the adapter calls the function a second time,
	 * with NULL, before it ends. May be NULL.
	 */
	void (*host_changed)(void *self, const struct bot_host_access *access);
};

#endif
