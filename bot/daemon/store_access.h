/*
 * Opens the store for the program. Drops root's privileges first. If the store can't be opened,
 * writes the reason to standard error.
 */
#ifndef BOT_DAEMON_STORE_ACCESS_H
#define BOT_DAEMON_STORE_ACCESS_H

#include "bot/daemon/options.h"
#include "bot/host/host.h"
#include "bot/store/store.h"
#include "config/config.h"

#include <stdbool.h>

/*
 * If the caller is root, the process takes the user id of the owner of the folder with the bot's
 * own files (cfg_own_file) permanently. On failure writes the reason to standard error, and returns
 * false.
 */
bool store_access_drop_privileges(const struct cfg *config);

/*
 * Opens the store at `path` (the path ":memory:" means a new store in memory) for an account, as
 * bot_store_open_as does. If the path is no URL and the caller is root, the process first takes the
 * user id of the owner of the store's folder permanently. With a URL, call
 * store_access_drop_privileges first. So before this call, the caller must open the files that only
 * root may read. On failure writes the reason and advice to standard error, and returns false.
 */
bool store_access_open(const char *path, const char *account, struct bot_store **store);

/*
 * Like store_access_open. But if another process has the file open, waits until that process closes
 * it, and says so on standard error. Waits at most ten seconds, and only until the descriptor
 * `stop` becomes readable. If another process uses the store on a server, returns BOT_STORE_IN_USE
 * at once, and writes nothing.
 */
BOT_MUST_USE enum bot_error store_access_open_when_free(
	const char *path, const char *account, int stop, struct bot_store **store);

/* Returns the exit status for an error of opening the store. */
enum exit_status store_access_status(enum bot_error error);

/*
 * Calls `change` in one attempt and one transaction of an open store, which must not be in a
 * transaction. `change` gets a host without a chat platform. The messages of this host wait in the
 * outbox until the bot runs. On failure changes nothing.
 */
BOT_MUST_USE enum bot_error store_access_transact(struct bot_store *store, const struct cfg *config,
	void (*change)(struct bot_host *host, struct bot_store *store, const void *self),
	const void *self);

/*
 * Opens the existing store that the configuration names, and calls store_access_transact. Root must
 * have called store_access_drop_privileges. On failure returns false, changes nothing, and writes
 * the reason to standard error. But if `change` fails with BOT_INVALID, only `change` itself writes
 * the reason.
 */
bool store_access_change(const struct cfg *config,
	void (*change)(struct bot_host *host, struct bot_store *store, const void *self),
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
 * Checks whether the bot could open the store and make files in the folder of its own files.
 * Changes nothing. Accepts a store or a folder that does not exist yet. On failure writes the
 * reason to standard error.
 */
bool store_access_check(const struct cfg *config);

/*
 * Makes the folder of the bot's own files, if it does not exist. A folder that root makes belongs
 * to the service's user. If the caller is root but another user decides where the path leads, the
 * process first takes the user id of that user permanently. On failure writes the reason to
 * standard error, and returns false, unless the store is in a database: then the key `folder` can
 * name another folder later.
 */
bool store_access_make_folder(const struct cfg *config);

#endif
