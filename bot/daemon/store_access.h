/*
 * Opens the store for the program. Drops root's rights first, and tells people on standard error
 * why the store can't be opened.
 */
#ifndef BOT_STORE_ACCESS_H
#define BOT_STORE_ACCESS_H

#include "bot/host/host.h"
#include "bot/store/store.h"
#include "config/config.h"

#include <stdbool.h>

/*
 * Opens the store at `path` (the path ":memory:" means a new store in memory). If the caller is
 * root, the process first takes the user id of the owner of the store's folder, for good. So the
 * caller must open files that only root may read before this call. On failure writes the reason and
 * advice to standard error, and returns false.
 */
bool store_access_open(const char *path, struct bot_store **store);

/*
 * Like store_access_open, but if another process has the store open, waits for that process: up to
 * ten seconds, or until the descriptor `stop` becomes readable.
 */
bool store_access_open_when_free(const char *path, int stop, struct bot_store **store);

/*
 * Opens the existing store that the configuration names, and calls `change` in one transaction. The
 * host that `change` gets has no chat platform: the messages of this host wait in the outbox until
 * the bot runs. On failure returns false, changes nothing, and writes the reason to standard error.
 * But if `change` returns BOT_INVALID, `change` itself has written the reason.
 */
bool store_access_change(const struct cfg *config,
	enum bot_error (*change)(struct bot_host *host, struct bot_store *store, const void *self),
	const void *self);

/*
 * Writes to standard error why the store can't be used, and what to do. `why` is a value of errno,
 * or 0.
 */
void store_access_explain(const char *path, enum bot_error error, int why);
/*
 * Writes to standard error that there is no store, and what to do. Call this in a command that
 * needs a store.
 */
void store_access_explain_missing(const char *path);

/*
 * Checks whether the bot could open the store and make files in its folder, and changes nothing.
 * Accepts a store or a folder that does not exist yet. On failure writes the reason to standard
 * error.
 */
bool store_access_check(const char *path);

/*
 * Makes the store's folder, if it does not exist. A folder that root makes belongs to the service's
 * user. If the caller is root but another user decides where the path leads, the process first
 * takes the user id of that user, for good. On failure writes the reason to standard error.
 */
bool store_access_make_folder(const char *store);

#endif
