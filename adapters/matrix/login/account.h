/* The account that the bot acts for, and what all parts of the adapter share while they run. */
#ifndef MX_ACCOUNT_H
#define MX_ACCOUNT_H

#include "adapters/matrix/client/backoff.h"
#include "adapters/matrix/client/client.h"
#include "adapters/matrix/client/http.h"
#include "bot/host/host.h"
#include "bot/store/store.h"
#include "config/config.h"
#include "config/secrets.h"

/* The struct borrows everything behind its pointers. */
struct mx_account {
	const struct cfg *config;
	const struct cfg_secrets *secrets;
	const char *user; /* the account's user id */
	struct bot_store *store;
	struct mx_http *http;
	struct bot_host *host; /* NULL: the process only logs in */
	/* Steady time of the host's next timer; -1: there is none; 0: the host has to say. */
	int64_t timers_due;
	unsigned batches;                  /* answers to /sync handled since the process began */
	struct mx_backoff sync_backoff;    /* until the next /sync, after one failed */
	struct mx_backoff store_backoff;   /* until the next transaction, after the store failed */
	struct mx_backoff dropped_backoff; /* until the next log line about dropped pieces */
	enum mx_error fatal;               /* the error that ends the run; MX_OK: none yet */
};

/*
 * Ends the current transaction: commits it if `error` is BOT_OK, or rolls it back. Returns whether
 * the transaction was committed. If not, logs the error together with `what`, the name of the work
 * that it stopped; an error that cannot pass by itself ends the run.
 */
bool mx_account_commit(struct mx_account *account, enum bot_error error, const char *what);

/*
 * Rolls the transaction back and logs `error` together with `what`, the name of the work that it
 * stopped. If the store is damaged, the host may set the damaged rows aside; otherwise an error
 * that cannot pass by itself ends the run.
 */
void mx_account_store_failed(struct mx_account *account, enum bot_error error, const char *what);

/*
 * Adds `dropped` to the counter of the pieces that the bot dropped because it could not read them.
 * `of` names the request whose answer held the pieces. Logs at most one line a minute.
 */
void mx_account_note_dropped(struct mx_account *account, const char *of, unsigned dropped);

#endif
