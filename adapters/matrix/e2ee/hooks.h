/* The functions that the encryption needs from the rest of the adapter. */
#ifndef MX_HOOKS_H
#define MX_HOOKS_H

#include "bot/base/error.h"

#include <jansson.h>
#include <stdbool.h>

struct mx_crypto_hooks {
	void *self;
	/* Returns whether the room has a gap: the bot opens its events when it reads the gap. */
	bool (*has_gap)(void *self, const char *room);
	/* Handles a batch with one event that was opened late. Called in a transaction. */
	enum bot_error (*handle)(void *self, const json_t *batch);
	/* Called when the bot learns that a user has a device that may have keys. */
	void (*has_device)(void *self, const char *user);
};

#endif
