/* The state of receiving: the parts that follow the account's rooms. */
#ifndef MX_RECEIVER_H
#define MX_RECEIVER_H

#include "adapters/matrix/e2ee/crypto.h"
#include "adapters/matrix/login/session.h"
#include "adapters/matrix/receive/filter.h"
#include "adapters/matrix/receive/idle_rooms.h"
#include "adapters/matrix/receive/sync.h"
#include "adapters/matrix/receive/sync_demand.h"
#include "adapters/matrix/receive/timeline_gap.h"
#include "adapters/matrix/send/sender.h"

struct mx_receiver {
	struct mx_account *account;
	struct mx_session *session;
	struct mx_crypto *crypto; /* NULL in a build without encryption */
	struct mx_sender *sender;
	struct mx_demand demand;
	struct mx_filter filter;
	struct mx_sync sync;
	struct mx_gaps gaps;
	struct mx_idle_rooms idle_rooms;
};

/*
 * Sets *receiver up. The session and the sender are borrowed until mx_receiver_finish; the crypto
 * is the sender's.
 */
void mx_receiver_init(
	struct mx_receiver *receiver, struct mx_session *session, struct mx_sender *sender);

/* Frees what the parts hold, not the struct. */
void mx_receiver_finish(struct mx_receiver *receiver);

#endif
