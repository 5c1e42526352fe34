/*
 * Outages of the homeserver and of the store, and the start and the end of the bot's run: what the
 * adapter reports to the host for the bot's admins.
 */
#ifndef MX_OUTAGE_H
#define MX_OUTAGE_H

#include "adapters/matrix/login/account.h"

/* All zero at the beginning. The times are of the steady clock; 0 means that there is no outage. */
struct mx_outages {
	int64_t homeserver_since, store_since;
	int64_t homeserver_length, store_length; /* how long the outage took that is over */
	bool told_start;
};

/* The loop calls this in each pass. `connected`: the homeserver answers; `away`: it does not. */
void mx_outages_watch(
	struct mx_outages *outages, struct mx_account *account, bool connected, bool away);

/* Reports that the bot stops as it should. */
void mx_outages_stop(struct mx_account *account);

#endif
