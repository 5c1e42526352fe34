/*
 * What an adapter lends to a loop source that uses the host. The web page uses the host of the
 * adapter that connects the bot to its chat platform. Only this adapter commits, and handles the
 * failures of the store.
 */
#ifndef BOT_HOST_ACCESS_H
#define BOT_HOST_ACCESS_H

#include "bot/host/host.h"

/* Work in a transaction. An error means that the store has failed. */
typedef enum bot_error bot_host_work(void *worker, struct bot_host *host);

struct bot_host_access {
	struct bot_host *host;
	struct bot_store *store;
	void *self; /* the first argument of `transact` and `read` */
	/*
	 * Calls `work` in a transaction of its own, and commits the transaction. Returns whether it
	 * was committed. If not, nothing has happened: the store has failed, the adapter has logged
	 * why under `name`, and the caller may try again in a few seconds. After a failure, the
	 * adapter tries no transaction for a while, and then this function does not call `work`.
	 */
	bool (*transact)(void *self, const char *name, bot_host_work *work, void *worker);
	/*
	 * Like `transact`, but rolls the transaction back: what `work` writes is lost. Works also
	 * while the store can be read but not written, for example on a full disk.
	 */
	bool (*read)(void *self, const char *name, bot_host_work *work, void *worker);
};

#endif
