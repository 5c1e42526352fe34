/*
 * Reports to the host, for the bot's admins: outages of the homeserver and of the store, the end of
 * a hold of the account, the start and the end of the bot's run, and a store that is older than the
 * account.
 */
#ifndef ADAPTERS_MATRIX_OUTAGE_H
#define ADAPTERS_MATRIX_OUTAGE_H

#include "adapters/matrix/login/account.h"

/* All zero at the beginning. Times are in milliseconds. */
struct mx_outages {
	int64_t homeserver_since, store_since; /* by the steady clock; 0 while there is no outage */
	/* how long the last outage took, until the host knows of it; otherwise 0 */
	int64_t homeserver_length, store_length;
	bool told_start, told_older_store;
};

/*
 * The loop calls this in each pass. `connected`: the homeserver answers; `unreachable`: it does
 * not.
 */
void mx_outages_watch(
	struct mx_outages *outages, struct mx_account *account, bool connected, bool unreachable);

/* Reports that the bot stops as it should. */
void mx_outages_stop(struct mx_account *account);

#endif
