/*
 * Which lanes of the outbox (bot/store/outbox.h) have changed. An adapter keeps the first row of
 * each lane in memory, and reads a lane again only if it is one of these lanes.
 */
#ifndef BOT_STORE_LANES_H
#define BOT_STORE_LANES_H

#include "bot/store/store.h"

/*
 * Calls `take` with each lane whose rows may have changed since the last call, perhaps several
 * times. If too many lanes have changed, and in the first call, calls `take` with all lanes that
 * have rows and sets *all to true: then each other lane is empty. After an error, the next call
 * begins again. `take` must not change the store.
 *
 * The caller must be outside a transaction. Otherwise a rollback could undo the rows that the
 * caller reads after this call.
 */
BOT_MUST_USE enum bot_error bot_lanes_changed(struct bot_store *store,
	void (*take)(void *self, bool private, const char *to), void *self, bool *all);

#endif
